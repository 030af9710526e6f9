"""Moving elements within a tile: by an index tensor, transposed, reversed, joined, split and through a tensor descriptor."""

import numpy as np
import triton
import triton.language as tl

from case import Case, Output, normal

SHAPES = [
    dict(rows=16, columns=32),
    dict(rows=64, columns=8, dtype="float16", warps=2),
    dict(rows=32, columns=32, dtype="int8", warps=8),
]


def draw(rng):
    return dict(rows=2 ** int(rng.integers(0, 7)), columns=2 ** int(rng.integers(4, 7)), warps=2 ** int(rng.integers(0, 4)),
                dtype=str(rng.choice(["float32", "float16", "bfloat16", "int8", "int64"])))


@triton.jit
def gather(gathered, transposed, flipped, paired, described, x, index, M: tl.constexpr, N: tl.constexpr):
    row = tl.arange(0, M)[:, None]
    column = tl.arange(0, N)[None, :]
    value = tl.load(x + row * N + column)
    tl.store(gathered + row * N + column, tl.gather(value, tl.load(index + row * N + column), 0))
    tl.store(transposed + tl.arange(0, N)[:, None] * M + tl.arange(0, M)[None, :], tl.trans(value))
    tl.store(flipped + row * N + column, tl.flip(value, 1))
    even, odd = tl.split(tl.reshape(value, (M, N // 2, 2)))
    tl.store(paired + row * N + column, tl.reshape(tl.join(odd, even), (M, N)))
    source = tl.make_tensor_descriptor(x, [M, N], [N, 1], [M, N])
    target = tl.make_tensor_descriptor(described, [M, N], [N, 1], [M, N])
    target.store([M // 2, 0], source.load([0, N // 2]))


def case(rng, rows, columns, dtype="float32", warps=4):
    shape = (rows, columns)
    x = rng.integers(-100, 100, shape).astype(dtype)
    index = rng.integers(0, rows, shape).astype("int32")
    zeros = np.zeros(shape, dtype)
    # What lies outside of a descriptor's shape is read as zero and not written.
    described = zeros.copy()
    described[rows // 2:, :columns - columns // 2] = x[:rows - rows // 2, columns // 2:]
    outputs = [Output(zeros, np.take_along_axis(x, index, 0)), Output(zeros.T.copy(), x.T), Output(zeros, x[:, ::-1]),
               Output(zeros, x.reshape(rows, -1, 2)[:, :, ::-1].reshape(shape)), Output(zeros, described)]
    return Case(gather, (1,), [*outputs, x, index], dict(M=rows, N=columns), dict(num_warps=warps))
