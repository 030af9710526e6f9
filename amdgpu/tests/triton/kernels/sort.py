"""Sorting rows, their k largest, and the index of the largest with ties."""

import numpy as np
import triton
import triton.language as tl

from case import Case, Output, normal

SHAPES = [
    dict(rows=2, columns=64, k=8),
    dict(rows=3, columns=100, k=8, dtype="int32"),
    dict(rows=2, columns=50, k=4, dtype="float16", warps=1),
    dict(rows=2, columns=16, k=4, dtype="int64", warps=2),
    dict(rows=4, columns=16, k=2, dtype="int8"),
]


def draw(rng):
    columns = int(rng.integers(2, 700))
    return dict(rows=int(rng.integers(1, 5)), columns=columns, k=2 ** int(rng.integers(1, columns.bit_length())),
                dtype=str(rng.choice(["float32", "float16", "float64", "int8", "int16", "int32", "int64"])), warps=2 ** int(rng.integers(0, 4)))


@triton.jit
def sort(ascending, largest, index, x, columns, low, K: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    offsets = tl.arange(0, BLOCK)
    mask = offsets < columns
    value = tl.load(x + row * columns + offsets, mask, other=0)
    value = tl.where(mask, value, tl.load(low))
    # What is no element comes first.
    tl.store(ascending + row * BLOCK + offsets, tl.sort(value))
    tl.store(largest + row * K + tl.arange(0, K), tl.topk(value, K))
    tl.store(index + row, tl.argmax(value, 0))


def case(rng, rows, columns, k, dtype="float32", warps=4):
    block = triton.next_power_of_2(columns)
    if np.dtype(dtype).kind == "i":
        info = np.iinfo(dtype)
        x, low = rng.integers(max(info.min, -1000) + 1, min(info.max, 1000), (rows, columns)).astype(dtype), info.min
    else:
        x, low = (np.round(normal(rng, (rows, columns)) * 50) + 0.0).astype(dtype), -np.inf  # no -0, which is equal to 0
    low = np.array([low], dtype)
    padded = np.concatenate([np.full((rows, block - columns), low), np.sort(x)], axis=1)
    return Case(sort, (rows,),
                [Output(np.zeros((rows, block), dtype), padded), Output(np.zeros((rows, k), dtype), padded[:, ::-1][:, :k]),
                 Output(np.zeros(rows, "int32"), np.argmax(x, axis=1)), x, columns, low],
                dict(K=k, BLOCK=block), dict(num_warps=warps))
