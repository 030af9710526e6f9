"""Running sums from both ends, and a linear recurrence as a scan of pairs."""

import numpy as np
import triton
import triton.language as tl

from case import Case, Output, normal, unit

SHAPES = [
    dict(rows=2, columns=64),
    dict(rows=3, columns=700, warps=8),
    dict(rows=2, columns=100, dtype="int32"),
    dict(rows=5, columns=33, dtype="int64", warps=1),
]


def draw(rng):
    return dict(rows=int(rng.integers(1, 5)), columns=int(rng.integers(1, 2000)), dtype=str(rng.choice(["float32", "float64", "int32", "int64"])),
                warps=2 ** int(rng.integers(0, 4)))


@triton.jit
def compose(factor, value, next_factor, next_value):
    return factor * next_factor, value * next_factor + next_value


@triton.jit
def scan(sums, reversed_sums, recurrence, x, factors, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0) * columns
    offsets = tl.arange(0, BLOCK)
    mask = offsets < columns
    value = tl.load(x + row + offsets, mask, other=0)
    factor = tl.load(factors + row + offsets, mask, other=0)
    tl.store(sums + row + offsets, tl.cumsum(value, 0), mask)
    tl.store(reversed_sums + row + offsets, tl.cumsum(value, 0, reverse=True), mask)
    _, state = tl.associative_scan((factor, value), 0, compose)
    tl.store(recurrence + row + offsets, state, mask)


def case(rng, rows, columns, dtype="float32", warps=4):
    shape = (rows, columns)
    is_float = np.dtype(dtype).kind == "f"
    if is_float:
        x, factors = normal(rng, shape, dtype), rng.uniform(-1, 1, shape).astype(dtype)
    else:
        x, factors = rng.integers(-1000, 1000, shape).astype(dtype), rng.integers(-3, 4, shape).astype(dtype)

    def recur(values, by):
        state, states = np.zeros(rows, values.dtype), []
        for i in range(columns):
            state = state * by[:, i] + values[:, i]
            states.append(state)
        return np.stack(states, axis=1)

    wide = (x.astype("float64" if dtype == "float32" else "longdouble") if is_float else x)
    by = factors.astype(wide.dtype)
    size, u = np.abs(wide), (columns + 4) * unit(dtype) if is_float else None
    with np.errstate(over="ignore"):
        results = [np.cumsum(wide, 1), np.cumsum(wide[:, ::-1], 1)[:, ::-1], recur(wide, by)]
    bounds = [u * np.cumsum(size, 1), u * np.cumsum(size[:, ::-1], 1)[:, ::-1], 3 * u * recur(size, np.abs(by))] if is_float else [None] * 3
    outputs = [Output(np.zeros(shape, dtype), result, bound) for result, bound in zip(results, bounds)]
    return Case(scan, (rows,), [*outputs, x, factors, columns], dict(BLOCK=triton.next_power_of_2(columns)), dict(num_warps=warps))
