"""What chooses the buttons."""
