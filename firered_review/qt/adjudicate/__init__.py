"""The adjudication window with what it opens: conflicts, agreement."""
