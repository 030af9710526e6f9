"""C = A B with tails in all dims: the MFMA instructions, by element type."""

import numpy as np
import triton
import triton.language as tl

from case import Case, Output, normal, rounding, unit

SHAPES = [
    dict(m=64, n=64, k=64),
    dict(m=37, n=53, k=71),
    dict(m=37, n=53, k=71, precision="tf32"),
    dict(m=70, n=45, k=100, dtype="float16", options=dict(matrix_instr_nonkdim=32)),
    dict(m=70, n=45, k=100, dtype="float16", options=dict(matrix_instr_nonkdim=16, kpack=2), tile=(32, 64, 32)),
    dict(m=128, n=64, k=96, dtype="float16", tile=(64, 64, 32), options=dict(num_warps=8)),
    dict(m=33, n=65, k=129, dtype="bfloat16"),
    dict(m=64, n=64, k=128, dtype="bfloat16", out="bfloat16", tile=(32, 64, 64)),
    dict(m=50, n=60, k=70, dtype="float8_e4m3fnuz"),
    dict(m=64, n=64, k=128, dtype="float8_e5m2fnuz", options=dict(matrix_instr_nonkdim=16)),
    dict(m=64, n=32, k=64, dtype="float8_e4m3fn"),
    dict(m=45, n=70, k=99, dtype="int8", options=dict(matrix_instr_nonkdim=16)),
    dict(m=32, n=32, k=40, dtype="float64"),
    dict(m=5, n=70, k=64, dtype="float16", tile=(4, 64, 64)),
]


def draw(rng):
    dtype = str(rng.choice(["float32", "float16", "bfloat16", "float8_e4m3fnuz", "float8_e5m2fnuz", "float8_e4m3fn", "float8_e5m2",
                            "int8", "float64"]))
    m, n, k = (int(rng.choice([rng.integers(1, 150), 64, 128])) for _ in "mnk")
    return dict(m=m, n=n, k=k, dtype=dtype, tile=tuple(2 ** int(rng.integers(low, 8)) for low in (4, 4, 5)),
                precision=str(rng.choice(["ieee", "tf32", "bf16x3"])),
                options=dict(matrix_instr_nonkdim=int(rng.choice([0, 16, 32])), kpack=int(rng.choice([1, 2]))))


@triton.jit
def matmul(c, a, b, m, n, k, lda, ldb, ldc, TILE_M: tl.constexpr, TILE_N: tl.constexpr, TILE_K: tl.constexpr,
           PRECISION: tl.constexpr, SUM: tl.constexpr):
    row = tl.program_id(0) * TILE_M + tl.arange(0, TILE_M)[:, None]
    column = tl.program_id(1) * TILE_N + tl.arange(0, TILE_N)[None, :]
    depth = tl.arange(0, TILE_K)
    total = tl.zeros((TILE_M, TILE_N), SUM)
    for start in range(0, k, TILE_K):
        inside = start + depth < k
        left = tl.load(a + row * lda + (start + depth)[None, :], (row < m) & inside[None, :], other=0.0)
        right = tl.load(b + (start + depth)[:, None] * ldb + column, inside[:, None] & (column < n), other=0.0)
        total = tl.dot(left, right, total, input_precision=PRECISION, out_dtype=SUM)
    tl.store(c + row * ldc + column, total.to(c.dtype.element_ty), (row < m) & (column < n))


# How far a product of two rounded inputs may be off, relative.
SPLIT = {"ieee": 0, "tf32": 2 * 2.0**-10, "bf16x3": 2.0**-14}


def case(rng, m, n, k, dtype="float32", out=None, precision="ieee", tile=(32, 32, 32), options={}):
    kind = np.dtype(dtype).kind
    if kind == "i":
        a, b = (rng.integers(-128, 128, shape).astype(dtype) for shape in ((m, k), (k, n)))
        total, out = "int32", "int32"
    else:
        a, b = (normal(rng, shape, dtype) for shape in ((m, k), (k, n)))
        total = "float64" if dtype == "float64" else "float32"
        out = out or total
    wide = np.int64 if kind == "i" else np.float64
    expected = a.astype(wide) @ b.astype(wide)
    bound = None
    if kind != "i":
        # Sums of k products in any order, each rounded once.
        size = np.abs(a.astype(wide)) @ np.abs(b.astype(wide))
        bound = size * ((k + 2) * unit(total) + (SPLIT[precision] if dtype == "float32" else 0)) + rounding(expected, out)
    tile_m, tile_n, tile_k = tile
    return Case(matmul, (triton.cdiv(m, tile_m), triton.cdiv(n, tile_n)),
                [Output(np.zeros((m, n), out), expected, bound), a, b, m, n, k, k, n, n],
                dict(TILE_M=tile_m, TILE_N=tile_n, TILE_K=tile_k, PRECISION=precision,
                     SUM={"int32": tl.int32, "float32": tl.float32, "float64": tl.float64}[total]), options,
                chips=("gfx942",) if precision == "tf32" else ("gfx942", "gfx90a"))
