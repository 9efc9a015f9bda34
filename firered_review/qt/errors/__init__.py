"""The memory-error card: type, severity, citations, decisions."""
