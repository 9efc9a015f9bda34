"""Frames to store: made from a seed, of few colours, like a tile game's."""

import numpy as np


def frame(seed: int) -> bytes:
    """Return 240·160·3 bytes of RGB that differ from seed to seed."""
    draw = np.random.default_rng(seed)
    palette = draw.integers(0, 256, (13, 3), dtype=np.uint8)
    tiles = draw.integers(0, 13, (8, 8, 8))
    layout = draw.integers(0, 8, (20, 30))
    rows = [np.hstack([tiles[layout[row, column]] for column in range(30)]) for row in range(20)]
    return palette[np.vstack(rows)].tobytes()
