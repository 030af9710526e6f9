"""A kernel with its arguments, what it has to give, and how far off that it may be."""

from dataclasses import dataclass, field

import ml_dtypes
import numpy as np

# numpy's name of an element type -> Triton's
ELEMENTS = {
    "float64": "fp64", "float32": "fp32", "float16": "fp16", "bfloat16": "bf16",
    "float8_e4m3fnuz": "fp8e4b8", "float8_e5m2fnuz": "fp8e5b16", "float8_e4m3fn": "fp8e4nv", "float8_e5m2": "fp8e5",
    "int64": "i64", "int32": "i32", "int16": "i16", "int8": "i8",
    "uint64": "u64", "uint32": "u32", "uint16": "u16", "uint8": "u8",
}


@dataclass
class Output:
    """A buffer as the kernel finds it, what it has to hold afterwards, and the bound of each element's distance from that.

    Without a bound every bit counts, but for those of a NaN."""

    before: np.ndarray
    expected: np.ndarray
    bound: np.ndarray | float | None = None

    def complaint(self, got):
        """A sentence about the worst element, or None if all are within their bounds."""
        wanted = np.broadcast_to(np.asarray(self.expected), got.shape)
        if self.bound is None:
            wanted = wanted.astype(got.dtype)
            bits = f"u{got.dtype.itemsize}"
            wrong = (got.view(bits) != wanted.view(bits)) & ~(isnan(got) & isnan(wanted))
            excess = wrong.astype(np.float64)
        else:
            with np.errstate(invalid="ignore"):
                difference = np.abs(got.astype(np.float64) - wanted)
            same = (got.astype(np.float64) == wanted) | (isnan(got) & isnan(wanted))
            bound = np.broadcast_to(self.bound, got.shape)
            wrong = ~same & ~(difference <= bound)  # so that a NaN is wrong
            excess = np.where(wrong, np.nan_to_num(difference / np.maximum(bound, 1e-300), nan=np.inf), 0)
        if not wrong.any():
            return None
        place = np.unravel_index(np.argmax(excess), got.shape)
        allowed = "" if self.bound is None else f" ± {np.broadcast_to(self.bound, got.shape)[place]:.3g}"
        return (f"{wrong.sum()} of {wrong.size} elements are wrong, at {tuple(map(int, place))} "
                f"{got[place]} and not {wanted[place]}{allowed}")


def isnan(values):
    return np.isnan(values.astype(np.float64)) if values.dtype.kind in "fV" else np.zeros(values.shape, bool)


@dataclass
class Case:
    """One launch. Arguments stand in the order of the kernel's parameters: arrays, Outputs, and Python's int and float."""

    kernel: object
    grid: tuple
    arguments: list
    constants: dict = field(default_factory=dict)
    options: dict = field(default_factory=dict)
    # Whether the same bits come out whatever the order in which waves and workgroups take turns.
    is_deterministic: bool = True
    # Those for which Triton compiles it.
    chips: tuple = ("gfx942", "gfx90a")


def normal(rng, shape, dtype="float32"):
    return rng.standard_normal(shape).astype(np.dtype(dtype))


def unit(dtype):
    """The distance from 1 to what rounds to it: half of a unit in the last place, relative."""
    return float(ml_dtypes.finfo(np.dtype(dtype)).eps) / 2


def rounding(expected, dtype):
    """How far off a value is that was rounded to an element type once, subnormals included."""
    info = ml_dtypes.finfo(np.dtype(dtype))
    return unit(dtype) * np.abs(expected) + float(info.smallest_subnormal)
