"""topk, sort."""

import numpy as np

from builder import INF, Cases, Tensor, real, whole


def ranking(values, dim, descending):
    """Stable: equal elements keep their order."""
    if not descending:
        return np.argsort(values, axis=dim, kind="stable")
    flipped = np.argsort(np.flip(values, dim), axis=dim, kind="stable")
    return np.flip(values.shape[dim] - 1 - flipped, dim)


def topk():
    cases = Cases("topk")

    def add(name, origin, element, values, dim, k, largest=True, index="i64", contracts=(), in_order=True):
        x = Tensor(element, values)
        places = np.take(ranking(x.values, dim, largest), range(k), axis=dim)
        best = np.take_along_axis(x.values, places, dim)
        cases.add(name, origin, [x], [Tensor(element, best), Tensor(index, places)], contracts=contracts, dim=dim, k=k,
                  largest=largest, sorted=in_order, index_type=index)

    grid = np.arange(12).reshape(3, 4)
    add("largest", "ONNX node test test_top_k", "f32", grid, 1, 3)
    add("smallest", "ONNX node test test_top_k_smallest", "f32", [[0, 1, 2, 3], [4, 5, 6, 7], [11, 10, 9, 8]], 1, 3, False)
    add("same values", "ONNX node test test_top_k_same_values", "i64", [0, 0, 0, 0], 0, 3)
    add("same values, 2d", "ONNX node test test_top_k_same_values_2d", "i64", [[0, 0, 0, 0], [1, 1, 1, 1], [2, 2, 1, 1]], 1, 3)
    add("lowest index first", "CHLO top_k", "f32", [[1, 2, 2, 1, 2]], 1, 4, contracts=["lowest_index_first"])
    add("lowest index first, smallest", "CHLO top_k of the negation", "i32", [[1, 2, 2, 1, 2]], 1, 4, False, contracts=["lowest_index_first"])
    add("a tie across the cut", "PyTorch torch.topk", "f32", [5, 3, 3, 3, 1], 0, 2)
    add("first dim", "PyTorch torch.topk(dim=0)", "f32", grid, 0, 2)
    add("middle dim", "PyTorch torch.topk(dim=1)", "f32", whole(1, 2, 5, 3, low=-50, high=50), 1, 2)
    add("all of them", "PyTorch torch.topk(k=n)", "f32", whole(2, 2, 6, low=-50, high=50), 1, 6)
    add("none of them", "PyTorch torch.topk(k=0)", "f32", grid, 1, 0)
    add("one", "PyTorch torch.topk(k=1)", "f32", grid, 1, 1, False)
    add("one of one", "PyTorch torch.topk", "f32", [[4]], 1, 1)
    add("no lines", "PyTorch torch.topk on shape (0, 4)", "f32", np.zeros((0, 4)), 1, 2)
    add("none of an empty line", "PyTorch torch.topk on shape (2, 0)", "f32", np.zeros((2, 0)), 1, 0)
    add("any order", "PyTorch torch.topk(sorted=False)", "f32", grid, 1, 3, in_order=False)
    add("any order with ties", "PyTorch torch.topk(sorted=False)", "i32", [[1, 2, 2, 1, 2]], 1, 4, in_order=False)
    add("infinities", "PyTorch torch.topk", "f32", [-INF, 0, INF, 3], 0, 3)
    add("wide integers", "numpy.argsort on int64", "i64", [2**53, 2**53 + 1, 2**53 - 1], 0, 2)
    add("i8 at its ends", "numpy.argsort on int8", "i8", [127, -128, 0, -1], 0, 4, False, "i8")
    for element in ("f16", "bf16", "f64", "i32", "i16"):
        add(f"of {element}", "PyTorch torch.topk", element, whole(3, 2, 7, low=-100, high=100), 1, 3, index="i32")
    add("reals", "PyTorch torch.topk", "f32", real(4, 3, 5), 1, 2)
    return cases


def sort():
    cases = Cases("sort")

    def add(name, origin, operands, dim, descending=False, stable=False):
        tensors = [Tensor(element, values) for element, values in operands]
        places = ranking(tensors[0].values, dim, descending)
        cases.add(name, origin, tensors, [Tensor(t.element, np.take_along_axis(t.values, places, dim)) for t in tensors],
                  contracts=["stable_sort"] if stable else [], dim=dim, descending=descending, stable=stable)

    key = [[3, 1, 2, 5], [9, 7, 8, 0]]
    carried = np.arange(8).reshape(2, 4)
    add("ascending", "StableHLO spec, sort", [("f32", key)], 1)
    add("descending", "StableHLO interpreter test sort.mlir", [("f32", key)], 1, True)
    add("first dim", "numpy.sort(axis=0)", [("f32", key)], 0)
    add("first dim, descending", "numpy.sort(axis=0), flipped", [("i32", key)], 0, True)
    add("middle dim", "numpy.sort(axis=1)", [("f32", real(1, 2, 4, 3))], 1)
    add("an operand carried along", "StableHLO spec, sort of two operands", [("i64", key), ("i64", carried)], 1)
    add("an operand carried along, descending", "StableHLO interpreter test sort.mlir", [("f32", key), ("i32", carried)], 1, True)
    add("two operands carried along", "StableHLO spec, sort", [("f32", key), ("i8", carried), ("f64", -carried)], 1, True)
    add("a truth value carried along", "StableHLO spec, sort", [("f32", key), ("i1", carried % 2)], 1)
    add("a complex number carried along", "StableHLO spec, sort", [("f32", key), ("c64", carried * 1j)], 1)
    ties = [[2, 1, 2, 1, 3], [0, 0, 0, 0, 0]]
    place = np.tile(np.arange(5), (2, 1))
    add("equal keys", "numpy.sort", [("f32", ties)], 1)
    add("equal keys carry in some order", "numpy.argsort(kind='stable')", [("f32", ties), ("i32", place)], 1)
    add("equal keys carry in some order, descending", "numpy.argsort(kind='stable')", [("i16", ties), ("i32", place)], 1, True)
    add("stable", "PyTorch torch.sort(stable=True)", [("f32", ties), ("i64", place)], 1, False, True)
    add("stable and descending", "PyTorch torch.sort(stable=True, descending=True)", [("f32", ties), ("i64", place)], 1, True, True)
    for element in ("f16", "bf16", "f64", "i64", "i8"):
        add(f"of {element}", "numpy.sort", [(element, whole(2, 3, 6, low=-100, high=100))], 1)
    add("wide integers", "numpy.sort on int64", [("i64", [2**53 + 1, 2**53, -2**63, 2**63 - 1])], 0)
    add("infinities", "numpy.sort", [("f32", [INF, 0, -INF, 3])], 0)
    add("no lines", "numpy.sort on shape (0, 3)", [("f32", np.zeros((0, 3)))], 1)
    add("empty lines", "numpy.sort on shape (3, 0)", [("f32", np.zeros((3, 0))), ("i32", np.zeros((3, 0)))], 1)
    add("one element", "numpy.sort on shape (2, 1)", [("f32", [[1], [0]])], 1)
    return cases


ALL = [topk, sort]
