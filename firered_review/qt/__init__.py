"""The windows."""
