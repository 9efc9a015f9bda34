"""One-to-one assignment over candidates: most pairs first, then the least cost, each connected component apart."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from firered_review.core.candidates import Candidates, Whole

_DENSE = 40_000
"""Cells up to which a component is solved as a full table."""


def assign(left: Sequence[str], right: Sequence[str], found: Candidates) -> Iterator[tuple[int, int]]:
    """Yield the chosen pairs; ``left`` and ``right`` are what the labels say, each side sorted by it.

    The side that sorts first is always the rows, so the answer is the same with the sides exchanged.
    """
    for part in _components(len(left), len(right), found):
        rows, columns = np.unique(part.a), np.unique(part.b)
        if len(rows) == 1 or len(columns) == 1:
            best = int(np.lexsort((part.b, part.a, part.cost))[0])
            yield int(part.a[best]), int(part.b[best])
            continue
        mine, theirs = [left[i] for i in rows], [right[j] for j in columns]
        if mine == theirs:
            yield from zip(rows.tolist(), columns.tolist(), strict=True)
        elif mine > theirs:
            turned = _solve(columns, rows, Candidates(part.b, part.a, part.cost))
            yield from ((i, j) for j, i in turned)
        else:
            yield from _solve(rows, columns, part)


def _components(left: int, right: int, found: Candidates) -> Iterator[Candidates]:
    """Yield the connected components of the graph of candidates, by their lowest row."""
    if not len(found.a):
        return
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    size = left + right
    graph = coo_array((np.ones(len(found.a), np.int8), (found.a, found.b + left)), shape=(size, size))
    group = connected_components(graph, directed=False)[1][found.a]
    order = np.lexsort((found.b, found.a, group))
    a, b, cost, group = found.a[order], found.b[order], found.cost[order], group[order]
    starts = np.flatnonzero(np.r_[True, group[1:] != group[:-1]])
    for first, last in zip(starts, np.r_[starts[1:], len(a)], strict=True):
        yield Candidates(a[first:last], b[first:last], cost[first:last])


def _solve(rows: Whole, columns: Whole, part: Candidates) -> Iterator[tuple[int, int]]:
    i, j = np.searchsorted(rows, part.a), np.searchsorted(columns, part.b)
    cost = part.cost + 1
    alone = int(cost.max()) * min(len(rows), len(columns)) + 1
    chosen = (_table if len(rows) * len(columns) <= _DENSE else _sparse)(len(rows), len(columns), i, j, cost, alone)
    yield from ((int(rows[x]), int(columns[y])) for x, y in chosen)


def _table(rows: int, columns: int, i: Whole, j: Whole, cost: Whole, alone: int) -> Iterator[tuple[int, int]]:
    from scipy.optimize import linear_sum_assignment

    costs: Any = np.full((rows, columns), float(alone))
    costs[i, j] = cost
    return ((x, y) for x, y in zip(*linear_sum_assignment(costs), strict=True) if costs[x, y] < alone)


def _sparse(rows: int, columns: int, i: Whole, j: Whole, cost: Whole, alone: int) -> Iterator[tuple[int, int]]:
    """Solve a large component: each row has a column of its own, dearer than any pair, that leaves it alone."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    own = np.arange(rows)
    weights = np.concatenate((cost.astype(float), np.full(rows, float(alone))))
    places = np.concatenate((i, own)), np.concatenate((j, columns + own))
    graph = csr_array((weights, places), shape=(rows, columns + rows))
    return ((int(x), int(y)) for x, y in zip(*min_weight_full_bipartite_matching(graph), strict=True) if y < columns)
