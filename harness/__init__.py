"""The recorder: play a trial in an emulator and leave evidence nobody can argue with."""
