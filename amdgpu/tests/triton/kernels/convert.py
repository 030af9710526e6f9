"""Conversions between floats of all widths, by the hardware's instructions and by Triton's sequences where it has none."""

import ml_dtypes
import numpy as np
import triton
import triton.language as tl

from case import ELEMENTS, Case, Output

WIDE = ["float64", "float32", "float16", "bfloat16"]
NARROW = ["float8_e4m3fnuz", "float8_e5m2fnuz", "float8_e4m3fn", "float8_e5m2"]
SHAPES = ([dict(source=source, to=to) for source in WIDE for to in WIDE if source != to and "float32" in (source, to)]
          + [dict(source="float32", to=narrow) for narrow in NARROW] + [dict(source="float16", to="float8_e5m2fnuz")]
          + [dict(source=narrow, to="float32") for narrow in NARROW] + [dict(source="float8_e4m3fn", to="bfloat16")]
          + [dict(source="float32", to="int32"), dict(source="int64", to="float32"), dict(source="uint8", to="float16")])


def draw(rng):
    names = WIDE + NARROW
    source, to = (str(name) for name in rng.permutation(names)[:2])
    if source == "float64" and to in NARROW or source in NARROW and (to == "float64" or to in NARROW):
        source = "float32"  # Triton has no such conversion
    return dict(source=source, to=to, warps=2 ** int(rng.integers(0, 4)))


@triton.jit
def convert(out, x, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + offsets, tl.load(x + offsets, offsets < n, other=0.0).to(out.dtype.element_ty), offsets < n)


def interesting(rng, source, to):
    """Values of all sizes that the result has, and between two of its neighbours; those that it does not have are beyond what is promised."""
    if "int" in source:
        return rng.integers(np.iinfo(source).min, np.iinfo(source).max, 500, dtype=source, endpoint=True)
    if "int" in to:
        return (rng.standard_normal(500) * 10.0 ** rng.integers(0, 9, 500)).astype(source)
    if source in NARROW:
        values = np.arange(256).astype("uint8").view(source)
        # A NaN, and an infinity, become numbers in Triton 3.9.0: triton-lang/triton#11784.
        return values[np.isfinite(values.astype("float32"))] if to == "bfloat16" else values
    largest = min(float(ml_dtypes.finfo(np.dtype(name)).max) for name in (source, to))
    smallest = max(float(ml_dtypes.finfo(np.dtype(name)).smallest_subnormal) for name in (source, to))
    magnitudes = np.exp(rng.uniform(np.log(smallest) - 2, np.log(largest), 600))
    values = [magnitudes * rng.choice([-1, 1], 600), [0, smallest, smallest / 2, largest]]
    if to in NARROW:
        bits = np.arange(256).astype("uint8").view(to).astype("float64")
        bits = np.sort(bits[np.isfinite(bits)])
        values += [bits, (bits[1:] + bits[:-1]) / 2]
    else:
        values += [[-0.0, np.inf, -np.inf, np.nan]]
    return np.concatenate(values).astype(source)


def case(rng, source, to, warps=4):
    x = interesting(rng, source, to)
    with np.errstate(over="ignore"):
        expected = (x.astype("float32") if to in NARROW else x).astype(to)
    return Case(convert, (triton.cdiv(len(x), 256),), [Output(np.zeros(len(x), to), expected), x, len(x)], dict(BLOCK=256),
                dict(num_warps=warps))
