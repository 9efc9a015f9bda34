"""The start window, preferences and tour, and the building of every other window."""
