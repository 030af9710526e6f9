"""Reductions of a tile along either dim: sums, a maximum with its index, and mean and variance by Welford's method."""

import numpy as np
import triton
import triton.language as tl

from case import Case, Output, normal, unit

SHAPES = [
    dict(rows=16, columns=64),
    dict(rows=20, columns=19, warps=8),
    dict(rows=7, columns=70, dtype="float64", warps=2),
    dict(rows=64, columns=8, warps=1),
]


def draw(rng):
    return dict(rows=int(rng.integers(1, 100)), columns=int(rng.integers(1, 100)), dtype=str(rng.choice(["float32", "float64"])),
                warps=2 ** int(rng.integers(0, 4)))


@triton.jit
def merge(mean, square, weight, other_mean, other_square, other_weight):
    total = weight + other_weight
    delta = other_mean - mean
    share = tl.where(total == 0, 0.0, other_weight / total)
    return mean + delta * share, square + other_square + delta * delta * weight * share, total


@triton.jit
def reduce(row_sums, column_sums, row_index, column_index, means, variances, x, rows, columns, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr):
    row = tl.arange(0, BLOCK_M)
    column = tl.arange(0, BLOCK_N)
    mask = (row[:, None] < rows) & (column[None, :] < columns)
    value = tl.load(x + row[:, None] * columns + column[None, :], mask, other=0.0)
    tl.store(row_sums + row, tl.sum(value, 1), row < rows)
    tl.store(column_sums + column, tl.sum(value, 0), column < columns)
    bounded = tl.where(mask, value, -float("inf"))
    tl.store(row_index + row, tl.argmax(bounded, 1), row < rows)
    tl.store(column_index + column, tl.argmin(tl.where(mask, value, float("inf")), 0), column < columns)
    mean, square, weight = tl.reduce((value, tl.zeros_like(value), mask.to(value.dtype)), 1, merge)
    tl.store(means + row, mean, row < rows)
    tl.store(variances + row, square / weight, row < rows)


def case(rng, rows, columns, dtype="float32", warps=4):
    x = np.round(normal(rng, (rows, columns)) * 8).astype(dtype) / 8 + 0.5  # with ties, of which the first counts
    wide = x.astype("float64")
    size, u = np.abs(wide), 4 * (np.log2(max(rows, columns)) + 4) * unit(dtype)
    deviation = wide.var(axis=1)
    outputs = [Output(np.zeros(rows, dtype), wide.sum(1), u * size.sum(1)), Output(np.zeros(columns, dtype), wide.sum(0), u * size.sum(0)),
               Output(np.zeros(rows, "int32"), np.argmax(x, 1)), Output(np.zeros(columns, "int32"), np.argmin(x, 0)),
               Output(np.zeros(rows, dtype), wide.mean(1), u * size.max(1)), Output(np.zeros(rows, dtype), deviation, u * (deviation + size.max(1)**2))]
    return Case(reduce, (1,), [*outputs, x, rows, columns],
                dict(BLOCK_M=triton.next_power_of_2(rows), BLOCK_N=triton.next_power_of_2(columns)), dict(num_warps=warps))
