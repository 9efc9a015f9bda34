"""The timeline: it knows frames and shapes, not where they come from."""
