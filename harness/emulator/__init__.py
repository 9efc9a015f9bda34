"""The emulator port and the mGBA core behind it."""
