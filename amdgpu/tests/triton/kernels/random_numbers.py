"""Philox's random numbers, which are products of 32 bits and exclusive ors, and a dropout by them."""

import numpy as np
import triton
import triton.language as tl

from case import Case, Output, normal

SHAPES = [dict(n=300, seed=7), dict(n=1000, seed=2**40 + 3)]


def draw(rng):
    return dict(n=int(rng.integers(1, 2000)), seed=int(rng.integers(0, 2**62)), warps=2 ** int(rng.integers(0, 4)))


@triton.jit
def random_numbers(bits, kept, x, seed, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(bits + offsets, tl.randint(seed, offsets), mask)
    value = tl.load(x + offsets, mask)
    tl.store(kept + offsets, tl.where(tl.rand(seed, offsets) > 0.5, value * 2, 0.0), mask)


def philox(seed, counters, rounds=10):
    """Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (2011): the first word of Philox4x32."""
    low = np.uint64(0xffffffff)
    c = [counters.astype("uint64")] + [np.zeros(len(counters), "uint64")] * 3
    k = [np.uint64(seed & 0xffffffff), np.uint64(seed >> 32)]
    for _ in range(rounds):
        a, b = np.uint64(0xD2511F53) * c[0], np.uint64(0xCD9E8D57) * c[2]
        c = [(b >> np.uint64(32)) ^ c[1] ^ k[0], b & low, (a >> np.uint64(32)) ^ c[3] ^ k[1], a & low]
        k = [(k[0] + np.uint64(0x9E3779B9)) & low, (k[1] + np.uint64(0xBB67AE85)) & low]
    return c[0].astype("uint32")


def case(rng, n, seed, warps=4):
    x = normal(rng, n)
    bits = philox(seed, np.arange(n))
    signed = bits.view("int32").astype("int64")
    uniform = np.where(signed < 0, -signed - 1, signed).astype("float32") * np.float32(4.6566127342e-10)
    expected = np.where(uniform > np.float32(0.5), 2 * x, np.float32(0))
    return Case(random_numbers, (triton.cdiv(n, 256),), [Output(np.zeros(n, "uint32"), bits), Output(np.zeros_like(x), expected), x, seed, n],
                dict(BLOCK=256), dict(num_warps=warps))
