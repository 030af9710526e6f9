"""C = A B of microscaling formats: blocks of 32 along k share a scale that is a power of two."""

import ml_dtypes
import numpy as np
import triton
import triton.language as tl

from case import Case, Output, unit

FORMATS = {"e2m1": "float4_e2m1fn", "e4m3": "float8_e4m3fn", "e5m2": "float8_e5m2"}
SHAPES = [dict(m=32, n=32, k=64, format="e2m1"), dict(m=64, n=32, k=128, format="e4m3"), dict(m=32, n=64, k=64, format="e5m2")]


def draw(rng):
    m, n, k = (2 ** int(rng.integers(low, 8)) for low in (4, 4, 6))
    return dict(m=m, n=n, k=k, format=str(rng.choice(list(FORMATS))), warps=2 ** int(rng.integers(0, 4)))


@triton.jit
def scaled_matmul(c, a, a_scales, b, b_scales, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, FORMAT: tl.constexpr, PACKED: tl.constexpr):
    row = tl.arange(0, M)[:, None]
    column = tl.arange(0, N)[None, :]
    depth = tl.arange(0, K // PACKED)
    block = tl.arange(0, K // 32)[None, :]
    left = tl.load(a + row * (K // PACKED) + depth[None, :])
    right = tl.load(b + column * (K // PACKED) + depth[:, None])
    left_scale = tl.load(a_scales + row * (K // 32) + block)
    right_scale = tl.load(b_scales + tl.arange(0, N)[:, None] * (K // 32) + block)
    tl.store(c + row * N + column, tl.dot_scaled(left, left_scale, FORMAT, right, right_scale, FORMAT))


def case(rng, m, n, k, format, warps=4):
    element = np.dtype(FORMATS[format])
    values, scales, stored = [], [], []
    for rows in (m, n):
        drawn = (rng.standard_normal((rows, k)) * 2).astype(element)
        exponents = rng.integers(-6, 7, (rows, k // 32))
        values.append(drawn.astype("float64") * np.repeat(2.0**exponents, 32, axis=1))
        scales.append((exponents + 127).astype("uint8"))
        bits = drawn.view("uint8")
        # Two of four bits in a byte, the first in its lower half.
        stored.append((bits[:, ::2] & 15 | bits[:, 1::2] << 4).astype("uint8") if format == "e2m1" else bits)
    expected = values[0] @ values[1].T
    bound = np.abs(values[0]) @ np.abs(values[1].T) * (k + 2) * unit("float32")
    return Case(scaled_matmul, (1,), [Output(np.zeros((m, n), "float32"), expected, bound), stored[0], scales[0], stored[1], scales[1]],
                dict(M=m, N=n, K=k, FORMAT=format, PACKED=2 if format == "e2m1" else 1), dict(num_warps=warps))
