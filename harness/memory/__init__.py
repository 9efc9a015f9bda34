"""Episodic memory and its rules."""
