"""What every window is made of: look, shapes, small pieces, sheets, commands and keys."""
