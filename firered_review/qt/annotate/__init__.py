"""The annotate window with what it opens: route pairs, sealing, training."""
