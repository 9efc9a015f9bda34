"""Labels and codebook in words and as fields; pure."""
