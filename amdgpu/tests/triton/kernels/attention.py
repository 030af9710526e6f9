"""Flash attention: softmax(Q K^T) V with a running maximum and sum, masked to the past if causal."""

import numpy as np
import triton
import triton.language as tl

from case import Case, Output, normal, rounding, unit

SHAPES = [
    dict(heads=2, queries=64, keys=64, depth=64),
    dict(heads=1, queries=50, keys=77, depth=32, dtype="bfloat16"),
    dict(heads=2, queries=70, keys=70, depth=64, is_causal=True),
    dict(heads=1, queries=33, keys=40, depth=16, dtype="float32"),
]


def draw(rng):
    return dict(heads=int(rng.integers(1, 3)), queries=int(rng.integers(1, 140)), keys=int(rng.integers(1, 200)),
                depth=2 ** int(rng.integers(4, 8)), dtype=str(rng.choice(["float32", "float16", "bfloat16"])),
                is_causal=bool(rng.integers(2)), tile=tuple(2 ** int(rng.integers(4, 8)) for _ in "mn"))


@triton.jit
def attention(out, q, k, v, queries, keys, scale, DEPTH: tl.constexpr, TILE_M: tl.constexpr, TILE_N: tl.constexpr, CAUSAL: tl.constexpr):
    head = tl.program_id(1)
    rows = tl.program_id(0) * TILE_M + tl.arange(0, TILE_M)
    depth = tl.arange(0, DEPTH)
    query = tl.load(q + head * queries * DEPTH + rows[:, None] * DEPTH + depth[None, :], rows[:, None] < queries, other=0.0)
    maximum = tl.full((TILE_M,), -float("inf"), tl.float32)
    divisor = tl.zeros((TILE_M,), tl.float32)
    total = tl.zeros((TILE_M, DEPTH), tl.float32)
    end = tl.minimum(keys, (tl.program_id(0) + 1) * TILE_M) if CAUSAL else keys
    for start in range(0, end, TILE_N):
        columns = start + tl.arange(0, TILE_N)
        key = tl.load(k + head * keys * DEPTH + columns[None, :] * DEPTH + depth[:, None], columns[None, :] < keys, other=0.0)
        score = tl.dot(query, key, input_precision="ieee") * (scale * 1.4426950408889634)
        visible = columns[None, :] < keys
        if CAUSAL:
            visible = visible & (columns[None, :] <= rows[:, None])
        score = tl.where(visible, score, -float("inf"))
        higher = tl.maximum(maximum, tl.max(score, 1))
        weight = tl.exp2(score - higher[:, None])
        correction = tl.exp2(maximum - higher)
        divisor = divisor * correction + tl.sum(weight, 1)
        value = tl.load(v + head * keys * DEPTH + columns[:, None] * DEPTH + depth[None, :], columns[:, None] < keys, other=0.0)
        total = tl.dot(weight.to(value.dtype), value, total * correction[:, None], input_precision="ieee")
        maximum = higher
    total /= divisor[:, None]
    tl.store(out + head * queries * DEPTH + rows[:, None] * DEPTH + depth[None, :], total.to(out.dtype.element_ty), rows[:, None] < queries)


def case(rng, heads, queries, keys, depth, dtype="float16", is_causal=False, tile=(32, 32)):
    q, k, v = (normal(rng, (heads, rows, depth), dtype) for rows in (queries, keys, keys))
    scale = float(np.float32(depth**-0.5))
    wide = [values.astype(np.float64) for values in (q, k, v)]
    score = np.einsum("hmd,hnd->hmn", *wide[:2]) * scale
    size = np.einsum("hmd,hnd->hmn", *map(np.abs, wide[:2])) * scale
    if is_causal:
        score = np.where(np.arange(keys) <= np.arange(queries)[:, None], score, -np.inf)
    weight = np.exp(score - score.max(axis=2, keepdims=True))
    weight /= weight.sum(axis=2, keepdims=True)
    expected = np.einsum("hmn,hnd->hmd", weight, wide[2])
    # A weight is off by what its score is, and by the running maximum's corrections; it is rounded to V's type before it is multiplied.
    u = unit("float32")
    steps = -(-keys // tile[1])
    relative = (depth + 4) * u * size.max(axis=2, keepdims=True) + (8 * np.abs(score, where=score > -np.inf, out=np.zeros_like(score)).max() + 8) * u * (steps + 1)
    relative = 2 * relative + (0 if dtype == "float32" else unit(dtype)) + (keys + 2) * u
    bound = relative * np.einsum("hmn,hnd->hmd", weight, np.abs(wide[2])) + rounding(expected, dtype)
    # Weights below the smallest normal number of V's type lose digits, at most so much of each.
    bound += 0 if dtype == "float32" else keys * rounding(0, dtype) * np.abs(wide[2]).max()
    return Case(attention, (triton.cdiv(queries, tile[0]), heads), [Output(np.zeros_like(q), expected, bound), q, k, v, queries, keys, scale],
                dict(DEPTH=depth, TILE_M=tile[0], TILE_N=tile[1], CAUSAL=is_causal))
