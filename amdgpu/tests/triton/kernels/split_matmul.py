"""C += A B with k cut into parts that workgroups add up by atomics, and B transposed in memory."""

import numpy as np
import triton
import triton.language as tl

from case import Case, Output, normal, unit

SHAPES = [dict(m=40, n=50, k=200, parts=3), dict(m=64, n=64, k=256, parts=2, dtype="bfloat16", warps=8)]


def draw(rng):
    return dict(m=int(rng.integers(1, 100)), n=int(rng.integers(1, 100)), k=int(rng.integers(1, 300)), parts=int(rng.integers(1, 5)),
                dtype=str(rng.choice(["float16", "bfloat16", "float32"])), warps=2 ** int(rng.integers(0, 4)))


@triton.jit
def split_matmul(c, a, b, m, n, k, PARTS: tl.constexpr, TILE: tl.constexpr):
    row = tl.program_id(0) * TILE + tl.arange(0, TILE)[:, None]
    column = tl.program_id(1) * TILE + tl.arange(0, TILE)[None, :]
    depth = tl.program_id(2) * TILE + tl.arange(0, TILE)
    total = tl.zeros((TILE, TILE), tl.float32)
    while tl.min(depth) < k:
        left = tl.load(a + row * k + depth[None, :], (row < m) & (depth[None, :] < k), other=0.0)
        right = tl.load(b + column * k + depth[:, None], (column < n) & (depth[:, None] < k), other=0.0)
        total = tl.dot(left, right, total, input_precision="ieee")
        depth += PARTS * TILE
    tl.atomic_add(c + row * n + column, total, (row < m) & (column < n))


def case(rng, m, n, k, parts, dtype="float16", warps=4):
    a, b, c = normal(rng, (m, k), dtype), normal(rng, (n, k), dtype), normal(rng, (m, n))
    wide = [values.astype("float64") for values in (a, b)]
    expected = c + wide[0] @ wide[1].T
    bound = (np.abs(c) + np.abs(wide[0]) @ np.abs(wide[1].T)) * (k + parts + 2) * unit("float32")
    return Case(split_matmul, (triton.cdiv(m, 32), triton.cdiv(n, 32), parts), [Output(c, expected, bound), a, b, m, n, k],
                dict(PARTS=parts, TILE=32), dict(num_warps=warps), is_deterministic=False)
