"""Lists of labels: rows, models, the panel."""
