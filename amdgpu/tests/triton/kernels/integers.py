"""Arithmetic of integers of each width: division, shifts, high halves of products, comparisons."""

import numpy as np
import triton
import triton.language as tl

from case import Case, Output

SHAPES = [dict(dtype=dtype) for dtype in ("int8", "int16", "int32", "int64", "uint8", "uint32", "uint64")]


def draw(rng):
    return dict(dtype=str(rng.choice([shape["dtype"] for shape in SHAPES] + ["uint16"])), n=int(rng.integers(1, 1000)),
                warps=2 ** int(rng.integers(0, 4)))


@triton.jit
def integers(quotient, remainder, shifted, product, smaller, x, y, n, BITS: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    a = tl.load(x + offsets, mask, other=1)
    b = tl.load(y + offsets, mask, other=1)
    tl.store(quotient + offsets, a // b, mask)
    tl.store(remainder + offsets, a % b, mask)
    tl.store(shifted + offsets, ((a << (b & (BITS - 1)).to(a.dtype)) ^ (a >> (b & (BITS - 1)).to(a.dtype))) | (a & ~b), mask)
    tl.store(product + offsets, a * b - a, mask)
    tl.store(smaller + offsets, tl.where(a < b, a, b), mask)


def case(rng, dtype, n=500, warps=4):
    info = np.iinfo(dtype)
    # Of all magnitudes.
    x, y = ((rng.integers(info.min, info.max, n, dtype, endpoint=True) >> rng.integers(0, info.bits, n).astype(dtype)) for _ in "xy")
    y = np.where(y == 0, np.array(3, dtype), y)
    if info.min < 0:
        y = np.where(y == -1, np.array(7, dtype), y)  # the lowest number by -1 is nothing that is promised
    # C's division, which rounds to zero.
    low = np.sign(x.astype(object)) * np.sign(y.astype(object))
    quotient = (low * (abs(x.astype(object)) // abs(y.astype(object)))).astype(dtype)
    by = y & np.array(info.bits - 1, dtype)
    with np.errstate(over="ignore"):
        results = [quotient, x - quotient * y, ((x << by) ^ (x >> by)) | (x & ~y), x * y - x, np.minimum(x, y)]
    outputs = [Output(np.zeros(n, dtype), result) for result in results]
    return Case(integers, (triton.cdiv(n, 256),), [*outputs, x, y, n], dict(BITS=info.bits, BLOCK=256), dict(num_warps=warps))
