"""Elementwise functions: Triton's own and the device library's, which it links."""

import math

import numpy as np
import triton
import triton.language as tl
from triton.language.extra.hip import libdevice

from case import Case, Output, rounding

# The function in Triton and in Python, from where to where, and the error that is allowed in units in the last place: that of exp is
# that of x * log2(e), which is an f32.
FUNCTIONS = {
    "exp": (tl.exp, math.exp, -80, 80, 80), "exp2": (tl.exp2, lambda x: 2**x, -120, 120, 2), "log": (tl.log, math.log, 1e-30, 1e30, 4),
    "log2": (tl.log2, math.log2, 1e-30, 1e30, 4), "sin": (tl.sin, math.sin, -10000, 10000, 4), "cos": (tl.cos, math.cos, -10000, 10000, 4),
    "sqrt": (tl.sqrt, math.sqrt, 0, 1e30, 2), "sqrt_rn": (tl.sqrt_rn, math.sqrt, 0, 1e30, 0.5),
    "rsqrt": (tl.rsqrt, lambda x: x**-0.5, 1e-30, 1e30, 2), "erf": (tl.erf, math.erf, -4, 4, 16),
    "floor": (tl.floor, math.floor, -1000, 1000, 0), "ceil": (tl.ceil, math.ceil, -1000, 1000, 0),
    "tanh": (libdevice.tanh, math.tanh, -10, 10, 8), "acos": (libdevice.acos, math.acos, -1, 1, 8), "asinh": (libdevice.asinh, math.asinh, -1000, 1000, 8),
    "expm1": (libdevice.expm1, math.expm1, -20, 80, 8), "log1p": (libdevice.log1p, math.log1p, -0.999, 1000, 8),
    "lgamma": (libdevice.lgamma, math.lgamma, 0.1, 100, 64), "atan": (libdevice.atan, math.atan, -1000, 1000, 8),
    "sinh": (libdevice.sinh, math.sinh, -80, 80, 8), "trunc": (libdevice.trunc, math.trunc, -1000, 1000, 0),
}
WITHOUT_F64 = ("exp", "exp2", "log", "log2", "erf", "rsqrt", "sqrt_rn", "lgamma", "sin", "cos")
SHORT = ["exp", "log", "sin", "sqrt", "sqrt_rn", "rsqrt", "erf", "floor", "tanh", "acos", "log1p", "asinh", "lgamma"]
SHAPES = [dict(name=name) for name in SHORT] + [dict(name=name, dtype="float64") for name in ("sqrt", "tanh")]


def draw(rng):
    name = str(rng.choice(list(FUNCTIONS)))
    return dict(name=name, dtype=str(rng.choice(["float32"] if name in WITHOUT_F64 else ["float32", "float64"])))


@triton.jit
def functions(out, x, n, F: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + offsets, F(tl.load(x + offsets, offsets < n, other=0.5)), offsets < n)


def case(rng, name, dtype="float32"):
    function, reference, low, high, ulps = FUNCTIONS[name]
    x = rng.uniform(low, high, 400)
    if low == 1e-30:
        x = 10 ** rng.uniform(-30, 30, 400)
    x = np.clip(np.concatenate([x, x[:100] / 1000 if low <= 0 else x[:100]]), low, high).astype(dtype)
    expected = np.array([reference(value) for value in x.tolist()], "float64")
    # Near a zero of sine and cosine, and of lgamma at 1 and 2, the error is absolute.
    size = np.maximum(np.abs(expected), 2.0**-10 if name in ("sin", "cos") else 1 if name == "lgamma" else 0)
    return Case(functions, (triton.cdiv(len(x), 128),), [Output(np.zeros_like(x), expected, 2 * ulps * rounding(size, dtype)), x, len(x)],
                # With fusion on, 3.9.0 contracts the library's sums of a float and its error too, and loses digits.
                dict(F=function, BLOCK=128), dict(enable_fp_fusion=False))
