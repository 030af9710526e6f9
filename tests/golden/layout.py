"""transpose, broadcast, expand, collapse, reverse, dim_cast."""

import itertools

import numpy as np

from builder import Cases, Tensor, real, whole

ELEMENTS = ("f64", "f32", "f16", "bf16", "i64", "i32", "i16", "i8", "i1")


def sample(element, *shape):
    """Numbers that tell places apart, as far as the type can."""
    return Tensor(element, np.arange(int(np.prod(shape))).reshape(shape) % (2 if element == "i1" else 100))


def transpose():
    cases = Cases("transpose")

    def add(name, origin, x, permutation):
        cases.add(name, origin, [x], [Tensor(x.element, np.transpose(x.values, permutation))], permutation=list(permutation))

    for i, permutation in enumerate(itertools.permutations(range(3))):
        add(f"by {permutation}", f"ONNX node test test_transpose_all_permutations_{i}", sample("f32", 2, 3, 4), permutation)
    for element in ELEMENTS:
        add(f"of {element}", "numpy.transpose", sample(element, 2, 3), (1, 0))
    add("of complex numbers", "numpy.transpose", Tensor("c64", [[1j, 2, 3], [4, 5j, 6]]), (1, 0))
    add("four dims, not its own inverse", "StableHLO interpreter test transpose.mlir", sample("i32", 2, 3, 2, 2), (3, 0, 1, 2))
    add("four dims", "numpy.transpose", sample("f32", 2, 1, 3, 2), (2, 3, 1, 0))
    add("five dims", "PyTorch torch.permute", sample("f32", 2, 1, 2, 1, 3), (4, 2, 0, 3, 1))
    add("rank 0", "numpy.transpose of a scalar", sample("f32"), ())
    add("rank 1", "numpy.transpose of a vector", sample("f32", 4), (0,))
    add("nothing", "numpy.transpose on shape (0, 3)", sample("f32", 0, 3), (1, 0))
    add("unit dims", "numpy.transpose on shape (1, 5, 1)", sample("f32", 1, 5, 1), (2, 0, 1))
    return cases


def broadcast():
    cases = Cases("broadcast")

    def add(name, origin, x, shape, added):
        y = np.broadcast_to(np.expand_dims(x.values, tuple(added)), shape)
        cases.add(name, origin, [x], [Tensor(x.element, y)], shape=list(shape), added=list(added))

    add("new outer dim", "StableHLO interpreter test broadcast_in_dim.mlir", sample("f32", 3), (2, 3), [0])
    add("new inner dim", "linalg.broadcast, first example", sample("f32", 3), (3, 2), [1])
    add("new dim between", "numpy.broadcast_to", sample("f32", 2, 2), (2, 3, 2), [1])
    add("dims on both sides", "numpy.broadcast_to", sample("i32", 3), (2, 3, 2), [0, 2])
    add("a scalar", "ONNX node test test_expand_dim_changed", sample("f32"), (2, 3), [0, 1])
    add("a unit dim is not stretched", "linalg.broadcast", sample("f32", 1, 2), (1, 3, 2), [1])
    add("no new dim", "numpy.broadcast_to the same shape", sample("f32", 2, 3), (2, 3), [])
    add("a scalar to rank 0", "numpy.broadcast_to ()", sample("f32"), (), [])
    add("no copies", "numpy.broadcast_to (0, 3)", sample("f32", 3), (0, 3), [0])
    add("copies of nothing", "numpy.broadcast_to (2, 0)", sample("f32", 0), (2, 0), [0])
    add("one copy", "numpy.broadcast_to (1, 3)", sample("f32", 3), (1, 3), [0])
    for element in ELEMENTS:
        add(f"of {element}", "numpy.broadcast_to", sample(element, 4), (2, 4), [0])
    add("of complex numbers", "numpy.broadcast_to", Tensor("c64", [1j, 2]), (2, 2), [1])
    add("three new dims", "numpy.broadcast_to", sample("f32", 2), (2, 2, 3, 2), [0, 1, 2])
    return cases


def expand():
    cases = Cases("expand")

    def add(name, origin, x, groups, units=0):
        shape = [extent for group in groups for extent in group] or [1] * units
        cases.add(name, origin, [x], [Tensor(x.element, x.values.reshape(shape))], groups=groups, units=units)

    add("one dim into two", "MLIR tensor.expand_shape", sample("f32", 6), [[2, 3]])
    add("the last of two", "ONNX node test test_reshape_extended_dims", sample("f32", 2, 6), [[2], [3, 2]])
    add("the first of two", "numpy.reshape", sample("f32", 6, 2), [[3, 2], [2]])
    add("both", "numpy.reshape", sample("i32", 4, 6), [[2, 2], [3, 2]])
    add("into three", "numpy.reshape", sample("f32", 12), [[2, 3, 2]])
    add("a unit dim in front", "numpy.expand_dims", sample("f32", 5), [[1, 5]])
    add("a unit dim behind", "numpy.expand_dims", sample("f32", 5), [[5, 1]])
    add("unit dims everywhere", "ONNX node test test_unsqueeze_three_axes", sample("f32", 2, 3), [[1, 2, 1], [3, 1]])
    add("a unit dim into unit dims", "numpy.reshape", sample("f32", 1), [[1, 1, 1]])
    add("rank 0 into rank 0", "numpy.reshape ()", sample("f32"), [])
    add("rank 0 into a unit dim", "numpy.reshape (1,)", sample("f32"), [], 1)
    add("rank 0 into unit dims", "numpy.reshape (1, 1, 1)", sample("i64"), [], 3)
    add("nothing", "numpy.reshape on shape (0,)", sample("f32", 0), [[0, 3]])
    add("nothing, zero behind", "numpy.reshape on shape (0, 2)", sample("f32", 0, 2), [[2, 0], [2]])
    add("unchanged", "numpy.reshape the same shape", sample("f32", 2, 3), [[2], [3]])
    for element in ELEMENTS:
        add(f"of {element}", "numpy.reshape", sample(element, 4, 2), [[2, 2], [2]])
    return cases


def collapse():
    cases = Cases("collapse")

    def add(name, origin, x, groups):
        shape = [int(np.prod([x.shape[d] for d in group])) for group in groups]
        cases.add(name, origin, [x], [Tensor(x.element, x.values.reshape(shape))], groups=groups)

    add("two dims into one", "MLIR tensor.collapse_shape", sample("f32", 2, 3), [[0, 1]])
    add("the last two", "ONNX node test test_flatten_axis1", sample("f32", 2, 3, 2), [[0], [1, 2]])
    add("the first two", "ONNX node test test_flatten_axis2", sample("f32", 2, 3, 2), [[0, 1], [2]])
    add("all of four", "numpy.ravel", sample("f32", 2, 1, 3, 2), [[0, 1, 2, 3]])
    add("two pairs", "numpy.reshape", sample("i32", 2, 3, 2, 2), [[0, 1], [2, 3]])
    add("a unit dim in front", "ONNX node test test_squeeze", sample("f32", 1, 5), [[0, 1]])
    add("a unit dim behind", "numpy.squeeze", sample("f32", 5, 1), [[0, 1]])
    add("unit dims between", "numpy.squeeze", sample("f32", 2, 1, 1, 3), [[0, 1, 2], [3]])
    add("a unit dim to rank 0", "numpy.reshape ()", sample("f32", 1), [])
    add("unit dims to rank 0", "numpy.reshape ()", sample("f32", 1, 1, 1), [])
    add("rank 0 to rank 0", "numpy.reshape ()", sample("i64"), [])
    add("nothing", "numpy.reshape on shape (0, 3)", sample("f32", 0, 3), [[0, 1]])
    add("nothing beside something", "numpy.reshape on shape (2, 0, 3)", sample("f32", 2, 0, 3), [[0], [1, 2]])
    add("unchanged", "numpy.reshape the same shape", sample("f32", 2, 3), [[0], [1]])
    for element in ELEMENTS:
        add(f"of {element}", "numpy.reshape", sample(element, 2, 2, 2), [[0, 1], [2]])
    return cases


def reverse():
    cases = Cases("reverse")

    def add(name, origin, x, dims):
        cases.add(name, origin, [x], [Tensor(x.element, np.flip(x.values, tuple(dims)))], dims=dims)

    add("spec example", "StableHLO spec, reverse", Tensor("i32", [[1, 2], [3, 4], [5, 6]]), [1])
    for dims in ([0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2], []):
        add(f"dims {dims}", "numpy.flip", sample("f32", 2, 3, 2), dims)
    for element in ELEMENTS:
        add(f"of {element}", "StableHLO interpreter test reverse.mlir", sample(element, 5), [0])
    add("of complex numbers", "numpy.flip", Tensor("c64", [1j, 2, 3]), [0])
    add("nothing", "numpy.flip on shape (0, 2)", sample("f32", 0, 2), [0])
    add("unit dim", "numpy.flip on shape (1, 3)", sample("f32", 1, 3), [0])
    add("even extent", "PyTorch torch.flip", sample("f32", 4), [0])
    return cases


def dim_cast():
    cases = Cases("dim_cast")

    def add(name, x, dims):
        cases.add(name, "MLIR tensor.cast, which changes no element", [x], [x], dims=dims)

    for element in ELEMENTS:
        add(f"of {element}", sample(element, 2, 3), [0])
        add(f"of {element}, both dims", sample(element, 2, 3), [0, 1])
    add("no dims", sample("f32", 3), [])
    add("rank 0", sample("f32"), [])
    add("nothing", sample("f32", 0, 2), [1])
    add("unit dims", sample("f32", 1, 1), [0])
    return cases


ALL = [transpose, broadcast, expand, collapse, reverse, dim_cast]
