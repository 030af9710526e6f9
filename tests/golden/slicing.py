"""extract_slice, insert_slice, concat, pad, iota, fill, constant."""

import numpy as np

from builder import FLOATS, INF, INTEGERS, NAN, Cases, Tensor
from layout import ELEMENTS, sample


def window(offsets, sizes, strides):
    return tuple(slice(o, o + (n - 1) * s + 1 if n else o, s) for o, n, s in zip(offsets, sizes, strides))


def extract_slice():
    cases = Cases("extract_slice")

    def add(name, origin, x, offsets, sizes, strides=None, dropped=()):
        strides = strides or [1] * len(offsets)
        y = x.values[window(offsets, sizes, strides)].squeeze(tuple(dropped))
        cases.add(name, origin, [x], [Tensor(x.element, y)], offsets=offsets, sizes=sizes, strides=strides, dropped=list(dropped))

    grid = sample("f32", 4, 5)
    add("spec example", "StableHLO spec, slice", Tensor("i64", [[0, 0, 0, 0], [0, 0, 1, 1], [0, 0, 1, 1]]), [1, 2], [2, 2])
    add("from the middle", "ONNX node test test_slice", grid, [1, 1], [2, 3])
    add("to the end", "ONNX node test test_slice_end_out_of_bounds", grid, [2, 0], [2, 5])
    add("the whole", "numpy slicing", grid, [0, 0], [4, 5])
    add("strides", "StableHLO interpreter test slice.mlir", grid, [0, 1], [2, 2], [2, 3])
    add("a stride that ends on the last", "numpy slicing", grid, [1, 0], [2, 3], [2, 2])
    add("one element", "numpy slicing", grid, [3, 4], [1, 1])
    add("a row", "MLIR tensor.extract_slice, rank-reducing", grid, [2, 0], [1, 5], None, [0])
    add("a column", "MLIR tensor.extract_slice, rank-reducing", grid, [0, 3], [4, 1], None, [1])
    add("an element of rank 0", "numpy indexing", grid, [1, 2], [1, 1], None, [0, 1])
    add("the first of two unit dims drops", "MLIR tensor.extract_slice, rank-reducing", sample("f32", 3, 3, 2), [1, 2, 0], [1, 1, 2], None, [0])
    add("the second of two unit dims drops", "MLIR tensor.extract_slice, rank-reducing", sample("f32", 3, 3, 2), [1, 2, 0], [1, 1, 2], None, [1])
    add("a middle dim drops, with strides", "numpy slicing", sample("f32", 4, 3, 5), [1, 2, 0], [2, 1, 2], [2, 1, 4], [1])
    add("nothing", "numpy slicing", grid, [1, 0], [0, 5])
    add("nothing, at the end", "numpy slicing", grid, [4, 0], [0, 5])
    add("nothing from nothing", "numpy slicing", sample("f32", 0, 2), [0, 0], [0, 2])
    add("rank 0", "numpy slicing", sample("f32"), [], [])
    for element in ELEMENTS:
        add(f"of {element}", "ONNX node test test_slice_default_axes", sample(element, 3, 4), [1, 0], [2, 2], [1, 3])
    return cases


def insert_slice():
    cases = Cases("insert_slice")

    def add(name, origin, source, base, offsets, strides=None, dropped=()):
        strides = strides or [1] * len(offsets)
        slab = np.expand_dims(source.values, tuple(dropped)) if dropped else source.values
        y = np.array(base.values)
        y[window(offsets, slab.shape, strides)] = slab
        cases.add(name, origin, [source, base], [Tensor(base.element, y)], offsets=offsets, strides=strides, dropped=list(dropped))

    def new(element, *shape):
        return Tensor(element, 50 + np.arange(int(np.prod(shape))).reshape(shape))

    grid = sample("f32", 4, 5)
    add("spec example", "StableHLO spec, dynamic_update_slice", Tensor("i32", np.ones((2, 1))),
        Tensor("i32", [[1, 1, 0, 0], [1, 1, 0, 0], [1, 1, 1, 1], [1, 1, 1, 1]]), [0, 2])
    add("into the middle", "numpy slice assignment", new("f32", 2, 3), grid, [1, 1])
    add("at the end", "numpy slice assignment", new("f32", 2, 2), grid, [2, 3])
    add("the whole", "numpy slice assignment", new("f32", 4, 5), grid, [0, 0])
    add("strides", "numpy slice assignment", new("f32", 2, 2), grid, [0, 1], [2, 3])
    add("a row", "MLIR tensor.insert_slice, rank-reducing", new("f32", 5), grid, [2, 0], None, [0])
    add("a column", "MLIR tensor.insert_slice, rank-reducing", new("f32", 4), grid, [0, 3], None, [1])
    add("every second of a column", "numpy slice assignment", new("f32", 2), grid, [1, 4], [2, 1], [1])
    add("one element of rank 0", "numpy item assignment", new("f32"), grid, [1, 2], None, [0, 1])
    add("the first of two unit dims drops", "MLIR tensor.insert_slice, rank-reducing", new("f32", 1, 2), sample("f32", 3, 3, 2), [1, 2, 0], None, [0])
    add("the second of two unit dims drops", "MLIR tensor.insert_slice, rank-reducing", new("f32", 1, 2), sample("f32", 3, 3, 2), [1, 2, 0], None, [1])
    add("nothing", "numpy slice assignment", new("f32", 0, 3), grid, [1, 1])
    add("nothing, at the end", "numpy slice assignment", new("f32", 0, 5), grid, [4, 0])
    add("rank 0", "numpy slice assignment", new("f32"), sample("f32"), [])
    for element in ELEMENTS:
        add(f"of {element}", "numpy slice assignment", new(element, 2, 2), sample(element, 3, 4), [1, 0], [1, 3])
    return cases


def concat():
    cases = Cases("concat")

    def add(name, origin, tensors, dim):
        cases.add(name, origin, tensors, [Tensor(tensors[0].element, np.concatenate([t.values for t in tensors], dim))], dim=dim)

    add("1d", "ONNX node test test_concat_1d_axis_0", [Tensor("f32", [1, 2]), Tensor("f32", [3, 4])], 0)
    for dim in range(2):
        add(f"2d, dim {dim}", f"ONNX node test test_concat_2d_axis_{dim}", [Tensor("f32", [[1, 2], [3, 4]]), Tensor("f32", [[5, 6], [7, 8]])], dim)
    for dim in range(3):
        shapes = [[2, 2, 2] for _ in range(3)]
        for extent, shape in enumerate(shapes):
            shape[dim] = extent + 1
        add(f"3d, dim {dim}, of three", f"ONNX node test test_concat_3d_axis_{dim}", [sample("f32", *s) for s in shapes], dim)
    add("spec example", "StableHLO spec, concatenate", [Tensor("i64", [[1, 2], [3, 4], [5, 6]]), Tensor("i64", [[7, 8]])], 0)
    add("one operand", "numpy.concatenate of one", [sample("f32", 2, 2)], 1)
    add("the same twice", "numpy.concatenate", [sample("f32", 3), sample("f32", 3)], 0)
    add("nothing first", "numpy.concatenate", [sample("f32", 0, 2), sample("f32", 2, 2)], 0)
    add("nothing between", "numpy.concatenate", [sample("f32", 1, 2), sample("f32", 0, 2), sample("f32", 2, 2)], 0)
    add("nothing but nothing", "numpy.concatenate", [sample("f32", 2, 0), sample("f32", 2, 0)], 1)
    add("of complex numbers", "numpy.concatenate", [Tensor("c64", [1j]), Tensor("c64", [2, 3])], 0)
    for element in ELEMENTS:
        add(f"of {element}", "numpy.concatenate", [sample(element, 2, 1), sample(element, 2, 3)], 1)
    return cases


def pad():
    cases = Cases("pad")

    def add(name, origin, x, low, high, value=0.0):
        y = np.pad(x.values, list(zip(low, high)), constant_values=value) if low else x.values
        cases.add(name, origin, [x], [Tensor(x.element, y)], low=low, high=high, value=value)

    add("both sides", "ONNX node test test_constant_pad", sample("f32", 2, 3), [1, 0], [1, 2], 1.5)
    add("low", "numpy.pad", sample("f32", 3), [2], [0], 7.0)
    add("high", "numpy.pad", sample("f32", 3), [0], [2], 7.0)
    add("spec example without interior", "StableHLO spec, pad", Tensor("i32", [[1, 2, 3], [4, 5, 6]]), [0, 1], [2, 1])
    add("no pad", "numpy.pad", sample("f32", 2, 2), [0, 0], [0, 0], 5.0)
    add("minus infinity", "a pooling window's border", sample("f32", 2), [1], [1], -INF)
    add("NaN", "numpy.pad", sample("f32", 2), [1], [1], NAN)
    add("three dims", "PyTorch torch.nn.functional.pad", sample("f32", 1, 2, 2), [0, 1, 2], [1, 0, 1], -1.0)
    add("around nothing", "numpy.pad on shape (0,)", sample("f32", 0), [1], [2], 3.0)
    add("beside nothing", "numpy.pad on shape (0, 2)", sample("f32", 0, 2), [0, 1], [0, 1], 3.0)
    add("rank 0", "numpy.pad of a scalar", sample("f32"), [], [], 3.0)
    add("unit dims", "numpy.pad on shape (1, 1)", sample("f32", 1, 1), [2, 0], [0, 2], 9.0)
    for element in ELEMENTS:
        add(f"of {element}", "numpy.pad", sample(element, 3), [1], [2], 1.0)
    add("least i8", "numpy.pad", sample("i8", 2), [1], [0], -128.0)
    return cases


def iota():
    cases = Cases("iota")

    def add(name, origin, shape, dim, element="i32"):
        y = np.broadcast_to(np.arange(shape[dim]).reshape([-1 if d == dim else 1 for d in range(len(shape))]), shape)
        cases.add(name, origin, [], [Tensor(element, y)], shape=list(shape), dim=dim, element=element)

    add("spec example, rows", "StableHLO spec, iota", (4, 5), 0)
    add("spec example, columns", "StableHLO spec, iota", (4, 5), 1)
    for dim in range(3):
        add(f"dim {dim} of three", "numpy.indices", (2, 3, 4), dim, "i64")
    for element in list(INTEGERS) + list(FLOATS):
        add(f"in {element}", "StableHLO interpreter test iota.mlir", (3, 4), 1, element)
    add("i8 wraps", "numpy.arange, cast to int8", (258,), 0, "i8")
    add("bf16 rounds to even", "numpy.arange, rounded to bfloat16", (262,), 0, "bf16")
    add("nothing along", "numpy.arange(0)", (0, 3), 0)
    add("nothing beside", "numpy.indices((3, 0))", (3, 0), 0)
    add("one", "numpy.arange(1)", (1,), 0)
    add("unit dims", "numpy.indices((1, 3, 1))", (1, 3, 1), 1, "f32")
    add("a vector of f16", "numpy.arange", (7,), 0, "f16")
    return cases


def fill():
    cases = Cases("fill")

    def add(name, origin, shape, element, value):
        cases.add(name, origin, [], [Tensor(element, np.full(shape, value))], shape=list(shape), element=element, value=float(value))

    add("ones", "ONNX node test test_constantofshape_float_ones", (4, 3, 2), "f32", 1)
    add("integer zeros", "ONNX node test test_constantofshape_int_zeros", (10,), "i32", 0)
    add("nothing", "ONNX node test test_constantofshape_int_shape_zero", (0,), "i32", 0)
    for element in ELEMENTS:
        add(f"of {element}", "numpy.full", (2, 2), element, 1)
    add("of complex numbers", "numpy.full", (2,), "c64", 3)
    for value, name in ((INF, "infinity"), (-INF, "minus infinity"), (NAN, "NaN"), (-0.0, "minus zero"), (2.0**-149, "least subnormal")):
        add(name, "numpy.full", (2,), "f32", value)
    add("greatest f16", "numpy.finfo(float16).max", (2,), "f16", 65504)
    add("least i8", "numpy.iinfo(int8).min", (3,), "i8", -128)
    add("2^53", "numpy.full on int64", (1,), "i64", 2**53)
    add("rank 0", "numpy.full(())", (), "f32", 2.5)
    return cases


def constant():
    cases = Cases("constant")

    def add(name, origin, x):
        cases.add(name, origin, [], [x], value=x.json())

    add("example", "ONNX node test test_constant", Tensor("f32", np.random.RandomState(0).randn(5, 5)))
    add("spec example", "StableHLO spec, constant", Tensor("i1", [True, False]))
    for element in ELEMENTS:
        add(f"of {element}", "StableHLO interpreter test constant.mlir", sample(element, 2, 3))
    add("of complex numbers", "StableHLO interpreter test constant.mlir", Tensor("c64", [1.5 - 2j, 0j]))
    add("wide integers", "numpy.array(int64)", Tensor("i64", [2**53 + 1, 2**63 - 1, -2**63]))
    add("ends of i8", "numpy.iinfo(int8)", Tensor("i8", [-128, 127]))
    add("infinities and NaN", "numpy.array", Tensor("f32", [INF, -INF, NAN]))
    add("f64 keeps its digits", "numpy.array", Tensor("f64", [0.1, 1 / 3, 1e300]))
    add("ends of f16", "numpy.finfo(float16)", Tensor("f16", [65504, 2.0**-24, 2.0**-14]))
    add("ends of bf16", "PyTorch torch.finfo(bfloat16)", Tensor("bf16", [3.38953139e38, 1.17549435e-38]))
    add("rank 0", "numpy.array(3)", Tensor("f32", 3))
    add("nothing", "numpy.zeros((2, 0))", Tensor("f32", np.zeros((2, 0))))
    add("unit dims", "numpy.array([[[7]]])", Tensor("i16", [[[7]]]))
    return cases


ALL = [extract_slice, insert_slice, concat, pad, iota, fill, constant]
