"""c = a + b, with a tail."""

import numpy as np
import triton
import triton.language as tl

from case import Case, Output, normal

SHAPES = [
    dict(n=1, block=64),
    dict(n=1000, block=256),
    dict(n=4096, block=1024),
    dict(n=1027, block=512, dtype="float16"),
    dict(n=1027, block=512, dtype="bfloat16"),
    dict(n=300, block=128, dtype="float64"),
    dict(n=999, block=1024, dtype="int8"),
    dict(n=515, block=256, dtype="int64"),
]


def draw(rng):
    dtype = rng.choice(["float32", "float16", "bfloat16", "float64", "int8", "int16", "int32", "int64", "uint8"])
    return dict(n=int(rng.integers(1, 5000)), block=2 ** int(rng.integers(6, 12)), dtype=str(dtype))


@triton.jit
def add(c, a, b, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(c + offsets, tl.load(a + offsets, mask) + tl.load(b + offsets, mask), mask)


def case(rng, n, block, dtype="float32"):
    if np.dtype(dtype).kind in "iu":
        a, b = (rng.integers(-2**63, 2**63, n).astype(dtype) for _ in "ab")
    else:
        a, b = (normal(rng, n, dtype) for _ in "ab")
    return Case(add, (triton.cdiv(n, block),), [Output(np.zeros_like(a), a + b), a, b, n], dict(BLOCK=block))
