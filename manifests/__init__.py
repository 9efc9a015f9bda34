"""Templates of experiments."""
