"""scatter, scatter_nd, gather, gather_nd, one_hot."""

import numpy as np

from builder import Cases, Tensor, real, whole

AT = {"add": np.add, "min": np.minimum, "max": np.maximum}


def at(y, place, values, combine):
    if combine == "overwrite":
        y[place] = values
    else:
        AT[combine].at(y, place, values)


def scatter():
    cases = Cases("scatter")

    def add(name, origin, element, base, indices, updates, dim, combine="overwrite", index="i64", unique=False,
            contracts=(), open=False):
        x, i, u = Tensor(element, base), Tensor(index, indices), Tensor(element, updates)
        y = np.array(x.values)
        kept = np.ones(i.values.shape, bool) if not contracts else (i.values >= 0) & (i.values < y.shape[dim])
        place = list(np.indices(i.values.shape))
        place[dim] = i.values
        at(y, tuple(p[kept].astype(int) for p in place), u.values[kept], combine)
        cases.add(name, origin, [x, i, u], [Tensor(element, y)], dim=dim, combine=combine, unique=unique,
                  contracts=contracts, open=open)

    rows, few, new = np.zeros((3, 3)), [[1, 0, 2], [0, 2, 1]], [[1.0, 1.1, 1.2], [2.0, 2.1, 2.2]]
    line = [[1.0, 2.0, 3.0, 4.0, 5.0]]
    add("first dim", "ONNX node test test_scatter_elements_without_axis", "f32", rows, few, new, 0)
    add("last dim", "ONNX node test test_scatter_elements_with_axis", "f32", line, [[1, 3]], [[1.1, 2.1]], 1)
    add("adding to one place", "ONNX node test test_scatter_elements_with_duplicate_indices", "f32", line, [[1, 1]],
        [[1.1, 2.1]], 1, "add")
    add("the greater stays", "ONNX node test test_scatter_elements_with_reduction_max", "f32", line, [[1, 1]], [[1.1, 2.1]], 1, "max")
    add("the smaller stays", "ONNX node test test_scatter_elements_with_reduction_min", "f32", line, [[1, 1]], [[1.1, 2.1]], 1, "min")
    add("scatter_add", "PyTorch Tensor.scatter_add_", "f32", rows, [[0, 1, 2], [0, 0, 2]], np.ones((2, 3)), 0, "add")
    add("fewer columns than the base", "PyTorch Tensor.scatter_", "f32", np.zeros((3, 5)), [[0, 1, 2, 0]],
        np.arange(1, 5).reshape(1, 4), 0)
    add("declared unique", "PyTorch Tensor.scatter_", "i32", np.zeros((2, 4)), [[3, 0], [1, 2]], [[1, 2], [3, 4]], 1, unique=True)
    add("equal updates meet", "PyTorch Tensor.scatter_", "f32", line, [[2, 2]], [[7, 7]], 1)
    add("i8 wraps", "numpy.add.at on int8", "i8", [100, 0], [0, 0], [100, 100], 0, "add")
    add("wide integers", "numpy.maximum.at on int64", "i64", [2**53, 0], [0, 1], [2**53 + 1, -5], 0, "max")
    add("truth values", "numpy.put_along_axis", "i1", [0, 0, 1], [2, 0], [0, 1], 0)
    add("complex numbers", "numpy.put_along_axis", "c64", [1j, 2], [1], [3 - 1j], 0)
    for element in ("f16", "bf16", "f64", "i16"):
        add(f"adding in {element}", "PyTorch Tensor.scatter_add_", element, whole(1, 2, 3), [[0, 0, 2], [1, 1, 1]],
            whole(2, 2, 3), 1, "add", "i32")
    add("adding reals", "PyTorch Tensor.scatter_add_", "f32", real(1, 4), [0, 0, 0, 3], real(2, 4), 0, "add")
    add("no updates", "PyTorch Tensor.scatter_", "f32", line, np.zeros((1, 0)), np.zeros((1, 0)), 1)
    add("an empty base", "PyTorch Tensor.scatter_", "f32", np.zeros((0, 3)), np.zeros((0, 2)), np.zeros((0, 2)), 1)
    add("unit dims", "PyTorch Tensor.scatter_", "f32", [[3]], [[0]], [[4]], 0)
    add("more updates than places", "PyTorch Tensor.scatter_add_", "i32", [0, 0], [0, 1, 1, 0, 1], [1, 2, 3, 4, 5], 0, "add")
    add("skipped", "StableHLO spec, scatter out of bounds", "f32", [1, 2, 3], [0, 3, -1], [7, 8, 9], 0, contracts=["skipped_scatter"])
    add("middle dim", "PyTorch Tensor.scatter_", "f32", np.zeros((2, 3, 2)), [[[2, 0]], [[1, 1]]], [[[1, 2]], [[3, 4]]], 1)
    return cases


def scatter_nd():
    cases = Cases("scatter_nd")

    def add(name, origin, element, base, indices, updates, combine="overwrite", index="i64", unique=False, contracts=()):
        x, i, u = Tensor(element, base), Tensor(index, indices), Tensor(element, updates)
        y, depth = np.array(x.values), i.shape[-1]
        rows = i.values.reshape(int(np.prod(i.shape[:-1])), depth)
        windows = u.values.reshape([len(rows)] + list(y.shape[depth:]))
        for row, window in zip(rows, windows):
            if contracts and not all(0 <= r < e for r, e in zip(row, y.shape)):
                continue
            place = tuple(int(r) for r in row)
            y[place] = window if combine == "overwrite" else AT[combine](y[place], window)
        cases.add(name, origin, [x, i, u], [Tensor(element, y)], depth=depth, combine=combine, unique=unique, contracts=contracts)

    line = [1, 2, 3, 4, 5, 6, 7, 8]
    cube, blocks = whole(1, 4, 2, 2), whole(2, 2, 2, 2)
    add("elements", "ONNX ScatterND, example 1", "f32", line, [[4], [3], [1], [7]], [9, 10, 11, 12])
    add("blocks", "ONNX node test test_scatternd", "f32", cube, [[0], [2]], blocks, unique=True)
    for combine in ("add", "min", "max"):
        add(f"{combine} of blocks that meet", f"ONNX node test test_scatternd_{combine}", "f32", cube, [[0], [0]], blocks, combine)
        add(f"{combine} of elements that meet", "ONNX node test test_scatternd_max_with_element_indices", "i32",
            [[1, 2], [3, 4]], [[0, 1], [0, 1], [1, 0]], [5, -6, 7], combine)
    add("rows by two indices", "ONNX ScatterND", "f32", np.zeros((2, 3, 2)), [[1, 2], [0, 0]], [[1, 2], [3, 4]])
    add("elements by full depth", "ONNX ScatterND", "f32", np.zeros((2, 2)), [[1, 0], [0, 1]], [5, 6])
    add("two batch dims", "TensorFlow tensor_scatter_nd_update", "f32", np.zeros(6), [[[0], [2]], [[4], [5]]], [[1, 2], [3, 4]])
    add("no batch dim", "TensorFlow tensor_scatter_nd_update", "f32", np.zeros((3, 2)), [1], [7, 8])
    add("i8 wraps", "numpy.add.at on int8", "i8", [100, 0], [[0], [0]], [100, 100], "add")
    add("wide integers", "numpy.minimum.at on int64", "i64", [2**53 + 1], [[0]], [2**53], "min")
    add("equal updates meet", "StableHLO spec, scatter", "f32", line, [[2], [2]], [7, 7])
    add("truth values", "numpy indexing", "i1", [[0, 1], [1, 1]], [[1]], [[0, 0]])
    add("complex numbers", "numpy indexing", "c64", [1j, 2], [[1]], [3 - 1j])
    for element in ("f16", "bf16", "f64", "i16"):
        add(f"adding in {element}", "StableHLO interpreter test scatter.mlir", element, whole(3, 3, 2), [[0], [0], [2]],
            whole(4, 3, 2), "add", "i32")
    add("no updates", "ONNX ScatterND", "f32", line, np.zeros((0, 1)), np.zeros(0))
    add("empty windows", "ONNX ScatterND", "f32", np.zeros((3, 0)), [[1], [1]], np.zeros((2, 0)))
    add("skipped", "StableHLO spec, scatter out of bounds", "f32", [1, 2, 3], [[0], [3], [-1]], [7, 8, 9], contracts=["skipped_scatter"])
    add("adding reals", "StableHLO spec, scatter", "f32", real(1, 2, 2), [[0], [0], [0]], real(2, 3, 2), "add")
    return cases


def gather():
    cases = Cases("gather")

    def add(name, origin, element, values, indices, dim, index="i64", contracts=()):
        x, i = Tensor(element, values), Tensor(index, indices)
        place = list(np.indices(i.values.shape))
        place[dim] = np.clip(i.values, 0, max(x.values.shape[dim] - 1, 0)) if contracts else i.values
        y = x.values[tuple(p.astype(int) for p in place)]
        cases.add(name, origin, [x, i], [Tensor(element, y)], dim=dim, contracts=contracts)

    add("last dim", "ONNX node test test_gather_elements_0", "f32", [[1, 2], [3, 4]], [[0, 0], [1, 0]], 1)
    add("first dim", "ONNX node test test_gather_elements_1", "f32", np.arange(1, 10).reshape(3, 3), [[1, 2, 0], [2, 0, 0]], 0, "i32")
    add("example", "PyTorch torch.gather", "i64", [[1, 2], [3, 4]], [[0, 0], [1, 0]], 1)
    for dim in range(3):
        add(f"dim {dim}", "numpy.take_along_axis", "f32", whole(1, 2, 3, 4), whole(2, 2, 3, 4, low=0, high=1), dim)
    add("fewer rows than x", "PyTorch torch.gather", "f32", whole(3, 4, 3), [[2, 0]], 1)
    add("more than x along the dim", "PyTorch torch.gather", "f32", whole(4, 2, 3), [[2, 0, 1, 1, 2], [0, 0, 0, 0, 1]], 1)
    add("the same element many times", "numpy.take_along_axis", "f32", [5, 6], [1, 1, 1, 1], 0)
    for element in ("f64", "f16", "bf16", "i64", "i32", "i16", "i8"):
        add(f"of {element}", "numpy.take_along_axis", element, whole(5, 2, 4), [[3, 0], [1, 1]], 1, "i32")
    add("of i1", "numpy.take_along_axis", "i1", [1, 0, 1], [1, 2, 0, 0], 0)
    add("of complex numbers", "numpy.take_along_axis", "c64", [1j, 2 + 1j], [1, 0], 0)
    add("indices of i8", "numpy.take_along_axis", "f32", [5, 6, 7], [2, 0], 0, "i8")
    add("wide integers", "numpy.take_along_axis", "i64", [2**53 + 1, 2**63 - 1], [1, 0], 0)
    add("no indices", "PyTorch torch.gather", "f32", [[1, 2]], np.zeros((1, 0)), 1)
    add("nothing out of nothing", "PyTorch torch.gather", "f32", np.zeros((2, 0)), np.zeros((2, 0)), 1)
    add("unit dims", "PyTorch torch.gather", "f32", [[[4]]], [[[0]]], 1)
    add("clamped", "StableHLO spec, gather clamps start indices", "f32", [5, 6, 7], [-1, 3, 100, 1], 0, contracts=["clamped_gather"])
    return cases


def gather_nd():
    cases = Cases("gather_nd")

    def add(name, origin, element, values, indices, index="i64", contracts=()):
        x, i = Tensor(element, values), Tensor(index, indices)
        depth = i.shape[-1]
        place = [i.values[..., d].astype(int) for d in range(depth)]
        if contracts:
            place = [np.clip(p, 0, x.shape[d] - 1) for d, p in enumerate(place)]
        cases.add(name, origin, [x, i], [Tensor(element, x.values[tuple(place)])], depth=depth, contracts=contracts)

    cube = [[[0, 1], [2, 3]], [[4, 5], [6, 7]]]
    add("elements", "ONNX node test test_gathernd_example_int32", "i32", [[0, 1], [2, 3]], [[0, 0], [1, 1]])
    add("rows", "ONNX node test test_gathernd_example_float32", "f32", cube, [[[0, 1]], [[1, 0]]])
    add("blocks", "ONNX GatherND, example 2", "f32", cube, [[1], [0]])
    add("rows by one index", "TensorFlow tf.gather_nd", "f32", [[1, 2], [3, 4]], [[1], [0], [1]])
    add("elements by full depth", "TensorFlow tf.gather_nd", "f32", cube, [[0, 0, 1], [1, 0, 1]])
    add("no batch dim", "numpy indexing", "f32", cube, [1, 0])
    add("two batch dims", "TensorFlow tf.gather_nd", "f32", [[1, 2], [3, 4]], [[[0], [1]], [[1], [1]]])
    add("an embedding", "PyTorch torch.nn.Embedding", "f32", whole(1, 5, 3), whole(2, 2, 4, 1, low=0))
    for element in ("f64", "f16", "bf16", "i64", "i32", "i16", "i8"):
        add(f"of {element}", "numpy indexing", element, whole(3, 3, 4), [[2, 3], [0, 0], [1, 2]], "i32")
    add("of i1", "numpy indexing", "i1", [[1, 0], [0, 1]], [[1], [1]])
    add("of complex numbers", "numpy indexing", "c64", [1j, 2 + 1j], [[1], [0]])
    add("indices of i8", "numpy indexing", "f32", [5, 6, 7], [[2], [0]], "i8")
    add("wide integers", "numpy indexing", "i64", [2**53 + 1, 2**63 - 1], [[1], [0]])
    add("no indices", "ONNX GatherND", "f32", [[1, 2]], np.zeros((0, 1)))
    add("empty windows", "ONNX GatherND", "f32", np.zeros((3, 0)), [[1], [2]])
    add("unit dims", "numpy indexing", "f32", [[[4]]], [[0, 0]])
    add("clamped", "StableHLO interpreter test gather.mlir", "f32", [[5, 6, 7], [8, 9, 10]], [[-1, 1], [5, 5], [0, 0]],
        contracts=["clamped_gather"])
    return cases


def one_hot():
    cases = Cases("one_hot")

    def add(name, origin, indices, dim, depth, element="f32", on=1.0, off=0.0, index="i64"):
        i = Tensor(index, indices)
        where = np.expand_dims(i.values, dim) == np.arange(depth).reshape([-1 if d == dim else 1 for d in range(len(i.shape) + 1)])
        cases.add(name, origin, [i], [Tensor(element, np.where(where, on, off))], dim=dim, depth=depth, element=element, on=on, off=off)

    add("last dim", "ONNX node test test_onehot_without_axis", [0, 7, 8], 1, 12, "i32", 5.0, 2.0)
    add("inner dim", "ONNX node test test_onehot_with_axis", [[1, 9], [2, 4]], 1, 10, on=3.0, off=1.0)
    add("inner dim from the end", "ONNX node test test_onehot_with_negative_axis", [[1, 9], [2, 4]], 1, 10, on=3.0, off=1.0, index="i32")
    add("classes", "PyTorch torch.nn.functional.one_hot", [0, 1, 2, 0, 1], 1, 3, "i64")
    add("classes of a matrix", "PyTorch torch.nn.functional.one_hot", [[0, 1], [2, 0], [1, 2]], 2, 3, "i64")
    for dim in range(3):
        add(f"new dim {dim}", "TensorFlow tf.one_hot(axis)", [[0, 2], [1, 1], [2, 0]], dim, 3)
    for element in ("f64", "f16", "bf16", "i16", "i8"):
        add(f"in {element}", "TensorFlow tf.one_hot(dtype)", [1, 0], 1, 2, element, 7.0, -3.0)
    add("in i1", "TensorFlow tf.one_hot(dtype=bool)", [1, 0], 1, 2, "i1")
    add("on and off swapped", "TensorFlow tf.one_hot(on_value, off_value)", [1, 0], 0, 3, on=0.0, off=1.0)
    add("on is infinite", "TensorFlow tf.one_hot(on_value)", [1, 0], 0, 3, on=float("inf"))
    add("off is infinite", "an attention mask", [1, 0], 0, 3, on=0.0, off=float("-inf"))
    add("rank 0", "TensorFlow tf.one_hot of a scalar", 2, 0, 4)
    add("depth 1", "TensorFlow tf.one_hot", [0, 0], 1, 1)
    add("no indices", "TensorFlow tf.one_hot", np.zeros((0, 2)), 1, 3)
    add("no depth and no indices", "TensorFlow tf.one_hot(depth=0)", np.zeros(0), 0, 0)
    add("indices of i8", "ONNX OneHot", [100, 0], 1, 101, "i8", index="i8")
    return cases


ALL = [scatter, scatter_nd, gather, gather_nd, one_hot]
