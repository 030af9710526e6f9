#!/usr/bin/env python3
"""Runs the function of a shared object that MLIR's C interface describes, on raw files: what a team's own runner may look like.

shared_object.py MODULE FUNCTION [--index=VALUE...] [--input=TYPE@FILE...] [--output=TYPE@FILE...]"""
import ctypes
import pathlib
import sys

WIDTHS = {"f64": 8, "f32": 4, "f16": 2, "bf16": 2, "i64": 8, "i32": 4, "i16": 2, "i8": 1, "i1": 1, "complex<f32>": 8}


def parse(word):
    """TYPE@FILE as shape, bytes of an element, file."""
    text, file = word.split("@", 1)
    complex_type = text.endswith("complex<f32>")
    *extents, element = (text[:-len("complex<f32>")] + "c" if complex_type else text).split("x")
    return [int(extent) for extent in extents], WIDTHS["complex<f32>" if complex_type else element], pathlib.Path(file)


def descriptor(rank):
    """MLIR's struct for a memref: allocated and aligned pointer, offset, sizes, strides."""
    return ctypes.c_int64 * (3 + 2 * rank)


def count(shape):
    product = 1
    for extent in shape:
        product *= extent
    return product


def elements(address, shape, strides, width):
    """Those of a memref in row-major order, wherever it has them."""
    if count(shape) == 0:
        return b""
    if not shape:
        return ctypes.string_at(address, width)
    if len(shape) == 1 and strides[0] == 1:
        return ctypes.string_at(address, shape[0] * width)
    return b"".join(elements(address + place * strides[0] * width, shape[1:], strides[1:], width) for place in range(shape[0]))


def main(module, function, *words):
    arguments, kept = [], []
    outputs = [parse(word[len("--output="):]) for word in words if word.startswith("--output=")]
    for word in words:
        if word.startswith("--index="):
            arguments.append(ctypes.c_int64(int(word[len("--index="):])))
        elif word.startswith("--input="):
            shape, width, file = parse(word[len("--input="):])
            data = ctypes.create_string_buffer(file.read_bytes(), max(1, count(shape) * width))
            strides = [count(shape[dim + 1:]) for dim in range(len(shape))]
            struct = descriptor(len(shape))(ctypes.addressof(data), ctypes.addressof(data), 0, *shape, *strides)
            kept += [data, struct]
            arguments.append(ctypes.byref(struct))
    # Results lie behind one another in what the first argument points to.
    results = (ctypes.c_int64 * sum(3 + 2 * len(shape) for shape, _, _ in outputs))()
    getattr(ctypes.CDLL(module), f"_mlir_ciface_{function}")(ctypes.byref(results), *arguments)
    at = 0
    for shape, width, file in outputs:
        rank = len(shape)
        _, aligned, offset, *rest = results[at:at + 3 + 2 * rank]
        if list(rest[:rank]) != shape:
            sys.exit(f"error: a result has shape {list(rest[:rank])}, not {shape}")
        file.write_bytes(elements(aligned + offset * width, shape, rest[rank:], width))
        at += 3 + 2 * rank


main(*sys.argv[1:])
