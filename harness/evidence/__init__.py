"""Writing, reading, hashing and verifying evidence."""
