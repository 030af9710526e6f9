"""Gradients of a layer normalisation's weight and bias: workgroups add to shared partial sums, each behind a lock of compare-and-swaps."""

import numpy as np
import triton
import triton.language as tl

from case import Case, Output, normal, unit

SHAPES = [
    dict(rows=12, columns=100, groups=3),
    dict(rows=9, columns=300, groups=2, warps=2),
]


def draw(rng):
    return dict(rows=int(rng.integers(1, 24)), columns=int(rng.integers(1, 1000)), groups=int(rng.integers(1, 5)),
                warps=2 ** int(rng.integers(0, 4)))


@triton.jit
def layernorm_backward(weight_sums, bias_sums, locks, counts, dy, normalised, columns, GROUPS: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    offsets = tl.arange(0, BLOCK)
    mask = offsets < columns
    gradient = tl.load(dy + row * columns + offsets, mask, other=0.0)
    weight = gradient * tl.load(normalised + row * columns + offsets, mask, other=0.0)
    group = row % GROUPS
    weight_sums += group * columns + offsets
    bias_sums += group * columns + offsets
    while tl.atomic_cas(locks + group, 0, 1) == 1:
        pass
    count = tl.load(counts + group)
    if count == 0:
        tl.atomic_xchg(counts + group, 1)
    else:
        weight += tl.load(weight_sums, mask)
        gradient += tl.load(bias_sums, mask)
    tl.store(weight_sums, weight, mask)
    tl.store(bias_sums, gradient, mask)
    tl.debug_barrier()  # all waves have stored before one of them lets go
    tl.atomic_xchg(locks + group, 0)


def case(rng, rows, columns, groups, warps=4):
    dy, normalised = normal(rng, (rows, columns)), normal(rng, (rows, columns))

    def sums(values):
        return np.stack([values[group::groups].astype(np.float64).sum(axis=0) for group in range(groups)])

    product = dy.astype(np.float64) * normalised
    before = np.full((groups, columns), 1000, "float32")  # nothing may be left of it
    expected = [np.where(np.arange(groups)[:, None] < rows, sums(values), before) for values in (product, dy)]
    bounds = [sums(np.abs(values)) * (rows / groups + 2) * unit("float32") for values in (product, dy)]
    counts = (np.arange(groups) < rows).astype("int32")
    # Of a smaller block several waves hold a copy, and those that do not store it load the sums without use, at any time.
    block = max(triton.next_power_of_2(columns), 64 * warps)
    return Case(layernorm_backward, (rows,),
                [Output(before, expected[0], bounds[0]), Output(before, expected[1], bounds[1]),
                 Output(np.zeros(groups, "int32"), np.zeros(groups)), Output(np.zeros(groups, "int32"), counts), dy, normalised, columns],
                dict(GROUPS=groups, BLOCK=block), dict(num_warps=warps), is_deterministic=False)
