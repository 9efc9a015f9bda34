"""Vision models against a server on the loopback."""
