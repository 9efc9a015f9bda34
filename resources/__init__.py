"""Cartridge, oracle profiles, codebook, key map and themes that ship with the product."""
