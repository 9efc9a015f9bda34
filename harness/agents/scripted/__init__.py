"""Agents that play by a fixed script from the picture alone, one with care and one with planted mistakes."""
