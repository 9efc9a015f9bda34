"""Frames of a trial: decoding ahead, showing, playing, comparing."""
