"""A histogram in the LDS added to one in memory, and every atomic operation on elements that workgroups share."""

import numpy as np
import triton
import triton.language as tl

from case import Case, Output, unit

SHAPES = [
    dict(n=1000, bins=16, block=256),
    dict(n=700, bins=64, block=128, dtype="float16"),
    dict(n=513, bins=32, block=512, dtype="bfloat16", warps=1),
    dict(n=300, bins=4, block=64, dtype="float64"),
]


def draw(rng):
    return dict(n=int(rng.integers(1, 3000)), bins=2 ** int(rng.integers(1, 8)), block=2 ** int(rng.integers(6, 11)),
                dtype=str(rng.choice(["float32", "float64", "float16", "bfloat16"])), warps=2 ** int(rng.integers(0, 4)))


@triton.jit
def atomics(counts, added, highest, lowest, bits, sums, taken, x, weights, n, BINS: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    value = tl.load(x + offsets, mask, other=0)
    tl.atomic_add(counts + tl.arange(0, BINS), tl.histogram(value, BINS, mask))
    former = tl.atomic_add(added + value, 1, mask)
    # Each element of a bin got a number of its own.
    tl.atomic_add(taken + value, former, mask)
    tl.atomic_max(highest + value, offsets, mask)
    tl.atomic_min(lowest + value, offsets, mask)
    tl.atomic_xor(bits + value, offsets, mask)
    tl.atomic_add(sums + value, tl.load(weights + offsets, mask, other=0), mask)


def case(rng, n, bins, block, dtype="float32", warps=4):
    x = rng.integers(0, bins, n).astype("int32")
    # Sixteenths: sums of a few are exact in half precision too.
    weights = (rng.integers(-16, 17, n) / 16).astype(dtype)
    counts = np.bincount(x, minlength=bins)
    places = np.arange(n, dtype="int32")
    highest, lowest, bits = np.full(bins, -1, "int32"), np.full(bins, n, "int32"), np.zeros(bins, "int32")
    np.maximum.at(highest, x, places)
    np.minimum.at(lowest, x, places)
    np.bitwise_xor.at(bits, x, places)
    sums = np.bincount(x, weights.astype(np.float64), bins)
    bound = counts * unit(dtype) * np.bincount(x, np.abs(weights.astype(np.float64)), bins)
    zeros = np.zeros(bins, "int32")
    outputs = [Output(zeros, counts), Output(zeros, counts), Output(zeros - 1, highest), Output(zeros + np.int32(n), lowest), Output(zeros, bits),
               Output(zeros.astype(dtype), sums, bound), Output(zeros, counts * (counts - 1) // 2)]
    return Case(atomics, (triton.cdiv(n, block),), [*outputs, x, weights, n], dict(BINS=bins, BLOCK=block), dict(num_warps=warps),
                is_deterministic=False)
