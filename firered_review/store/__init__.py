"""Labels and adjudications on disk."""
