"""Softmax of each row, one workgroup for a row."""

import numpy as np
import triton
import triton.language as tl

from case import Case, Output, normal, rounding, unit

SHAPES = [
    dict(rows=3, columns=1),
    dict(rows=5, columns=64),
    dict(rows=4, columns=781),
    dict(rows=3, columns=2000, warps=8),
    dict(rows=4, columns=333, dtype="float16", warps=1),
    dict(rows=4, columns=130, dtype="bfloat16", warps=2),
]


def draw(rng):
    return dict(rows=int(rng.integers(1, 6)), columns=int(rng.integers(1, 3000)), warps=2 ** int(rng.integers(0, 4)),
                dtype=str(rng.choice(["float32", "float16", "bfloat16"])))


@triton.jit
def softmax(out, x, stride, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    offsets = tl.arange(0, BLOCK)
    mask = offsets < columns
    value = tl.load(x + row * stride + offsets, mask, other=-float("inf")).to(tl.float32)
    exponential = tl.exp(value - tl.max(value, 0))
    tl.store(out + row * stride + offsets, (exponential / tl.sum(exponential, 0)).to(out.dtype.element_ty), mask)


def case(rng, rows, columns, dtype="float32", warps=4):
    x = (normal(rng, (rows, columns)) * 4).astype(dtype)
    wide = x.astype(np.float64)
    below = wide - wide.max(axis=1, keepdims=True)
    expected = np.exp(below)
    expected /= expected.sum(axis=1, keepdims=True)
    # The argument of exp2 is rounded twice, by |x - max| * log2(e) * unit each; exp2, the sum's tree and the division add a few units.
    u = unit("float32")
    bound = expected * u * (4 * np.abs(below).max(axis=1, keepdims=True) + np.log2(columns) + 16) + rounding(expected, dtype)
    return Case(softmax, (rows,), [Output(np.zeros_like(x), expected, bound), x, columns, columns],
                dict(BLOCK=triton.next_power_of_2(columns)), dict(num_warps=warps))
