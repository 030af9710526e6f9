"""Layer normalisation of each row, in pieces of a row."""

import numpy as np
import triton
import triton.language as tl

from case import Case, Output, normal, rounding, unit

SHAPES = [
    dict(rows=3, columns=64, block=64),
    dict(rows=4, columns=781, block=256),
    dict(rows=3, columns=1100, block=512, dtype="float16", warps=8),
    dict(rows=2, columns=200, block=128, dtype="bfloat16", warps=1),
]


def draw(rng):
    return dict(rows=int(rng.integers(1, 6)), columns=int(rng.integers(1, 3000)), block=2 ** int(rng.integers(6, 12)),
                dtype=str(rng.choice(["float32", "float16", "bfloat16"])), warps=2 ** int(rng.integers(0, 4)))


@triton.jit
def layernorm(out, mean_out, rstd_out, x, weight, bias, stride, columns, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    out += row * stride
    x += row * stride
    total = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, columns, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        total += tl.load(x + offsets, offsets < columns, other=0.0).to(tl.float32)
    mean = tl.sum(total, 0) / columns
    total = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, columns, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        value = tl.load(x + offsets, offsets < columns, other=0.0).to(tl.float32)
        value = tl.where(offsets < columns, value - mean, 0.0)
        total += value * value
    rstd = 1 / tl.sqrt(tl.sum(total, 0) / columns + eps)
    tl.store(mean_out + row, mean)
    tl.store(rstd_out + row, rstd)
    for start in range(0, columns, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        mask = offsets < columns
        value = (tl.load(x + offsets, mask, other=0.0).to(tl.float32) - mean) * rstd
        value = value * tl.load(weight + offsets, mask) + tl.load(bias + offsets, mask)
        tl.store(out + offsets, value.to(out.dtype.element_ty), mask)


def case(rng, rows, columns, block, dtype="float32", warps=4):
    x = (normal(rng, (rows, columns)) + 0.5).astype(dtype)
    weight, bias = normal(rng, columns), normal(rng, columns)
    eps = 2.0**-17
    wide = x.astype(np.float64)
    mean = wide.mean(axis=1)
    centred = wide - mean[:, None]
    variance = (centred**2).mean(axis=1)
    rstd = 1 / np.sqrt(variance + eps)
    expected = centred * rstd[:, None] * weight + bias
    # A sum adds up columns / block values in each place and those places as a tree.
    u = unit("float32")
    sums = (columns / block + np.log2(block) + 4) * u
    mean_bound = sums * np.abs(wide).mean(axis=1)
    # The variance is of x - mean, both of them rounded.
    deviation = 2 * np.abs(centred).mean(axis=1) * (mean_bound + u * np.abs(centred).max(axis=1)) + mean_bound**2
    relative = (sums + deviation / (variance + eps)) / 2 + 4 * u
    bound = (np.abs(weight) * ((mean_bound * rstd)[:, None] + np.abs(centred) * rstd[:, None] * (relative[:, None] + 4 * u))
             + 2 * u * np.abs(expected) + u * np.abs(bias) + rounding(expected, dtype))
    return Case(layernorm, (rows,),
                [Output(np.zeros_like(x), expected, bound), Output(np.zeros(rows, "float32"), mean, mean_bound),
                 Output(np.zeros(rows, "float32"), rstd, rstd * relative), x, weight, bias, columns, columns, eps],
                dict(BLOCK=block), dict(num_warps=warps))
