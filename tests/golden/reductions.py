"""reduce, arg_reduce, scan."""

import numpy as np

from builder import INF, NAN, Cases, Tensor, real, unsigned, whole

UFUNC = {"sum": np.add, "product": np.multiply, "max": np.maximum, "min": np.minimum, "and": np.bitwise_and,
         "or": np.bitwise_or}


def widened(tensor, is_unsigned):
    if tensor.element in ("i8", "i16", "i32"):
        return (unsigned(tensor) if is_unsigned else tensor.values).astype(np.int64)
    return unsigned(tensor) if is_unsigned else tensor.values


def identity(function, element, is_unsigned):
    """What a reduction over nothing gives, and numpy has no initial value for."""
    bits = 1 if element == "i1" else int(element[-2:].strip("i"))
    least, greatest = (0, 2**bits - 1) if is_unsigned else (-2**(bits - 1), 2**(bits - 1) - 1)
    if element.startswith(("f", "b")):
        least, greatest = -INF, INF
    return {"sum": 0, "product": 1, "max": least, "min": greatest, "and": -1, "or": 0}[function]


def reduce():
    cases = Cases("reduce")

    def add(name, origin, element, values, function, dims, result=None, destination=None, is_unsigned=False):
        x = Tensor(element, values)
        y = UFUNC[function].reduce(widened(x, is_unsigned), axis=tuple(dims), **(
            {} if all(x.values.shape[d] for d in dims) else {"initial": identity(function, element, is_unsigned)}))
        if destination is not None:
            destination = Tensor(result or element, destination)
            y = UFUNC[function](y, destination.values)
        cases.add(name, origin, [x], [Tensor(result or element, y)], destination, function=function, dims=dims,
                  result=result or element, unsigned=is_unsigned)

    cube = whole(1, 2, 3, 2)
    for function, onnx in {"sum": "sum", "product": "prod", "max": "max", "min": "min"}.items():
        add(f"{function} over one dim", f"ONNX node test test_reduce_{onnx}_do_not_keepdims_example", "f32", cube, function, [1])
        add(f"{function} over all dims", f"ONNX node test test_reduce_{onnx}_default_axes_keepdims_example", "f32", cube, function, [0, 1, 2])
        add(f"{function} over outer dims of i32", f"numpy.{UFUNC[function].__name__}.reduce", "i32", cube, function, [0, 2])
        add(f"{function} over nothing", f"ONNX node test test_reduce_{onnx}_empty_set", "f32", np.zeros((2, 0, 3)), function, [1])
        add(f"{function} of reals", f"ONNX node test test_reduce_{onnx}_do_not_keepdims_random", "f32", real(2, 4, 5), function, [0])
        add(f"{function} of f16 into f32", "StableHLO spec, reduce", "f16", real(3, 3, 4), function, [1], "f32")
        add(f"{function} of bf16", "StableHLO interpreter test reduce.mlir", "bf16", whole(4, 3, 2, low=1, high=3), function, [0])
        add(f"{function} starts from the destination", "StableHLO spec, reduce with init_values", "f32", cube, function, [2],
            destination=whole(5, 2, 3))
    add("max hands NaN on", "ONNX ReduceMax, numpy.amax", "f32", [[1, NAN], [2, 3]], "max", [1])
    add("min over no i8", "numpy.minimum.reduce with initial", "i8", np.zeros((2, 0)), "min", [1])
    add("unsigned max", "numpy.amax on uint8", "i8", [[-1, 5], [3, 4]], "max", [1], is_unsigned=True)
    add("unsigned min", "numpy.amin on uint8", "i8", [[-1, 5], [-3, -4]], "min", [1], is_unsigned=True)
    add("unsigned min over nothing", "numpy.minimum.reduce with initial", "i16", np.zeros((0, 2)), "min", [0], is_unsigned=True)
    add("i8 summed in i32", "numpy.sum(dtype=int32)", "i8", [[127, 127], [-128, -128]], "sum", [1], "i32")
    add("unsigned i8 summed in i32", "numpy.sum on uint8", "i8", [[-1, -1], [3, -128]], "sum", [1], "i32", is_unsigned=True)
    add("i8 wraps", "numpy.sum(dtype=int8)", "i8", [[127, 127], [-128, -128]], "sum", [1])
    add("products of i64 wrap", "numpy.prod on int64", "i64", [[2**33, 2**31 + 1, 3]], "product", [1])
    add("and of i1", "ONNX node test test_reduce_min_bool_inputs", "i1", [[1, 1], [1, 0], [0, 0]], "and", [1])
    add("or of i1", "ONNX node test test_reduce_max_bool_inputs", "i1", [[1, 1], [1, 0], [0, 0]], "or", [1])
    add("and of i8", "numpy.bitwise_and.reduce", "i8", [[-1, 12], [10, 6]], "and", [1])
    add("or of i8", "numpy.bitwise_or.reduce", "i8", [[-1, 12], [10, 5]], "or", [1])
    add("and over nothing", "numpy.all of nothing", "i1", np.zeros((2, 0)), "and", [1])
    add("unit dims", "numpy.sum on shape (1, 3, 1)", "f32", whole(6, 1, 3, 1), "sum", [0, 2])
    return cases


def arg_reduce():
    cases = Cases("arg_reduce")

    def add(name, origin, element, values, dim, minimum=False, index="i64", first=True):
        x = Tensor(element, values)
        place = (np.argmin if minimum else np.argmax)(x.values, axis=dim)
        value = np.take_along_axis(x.values, np.expand_dims(place, dim), dim).squeeze(dim)
        cases.add(name, origin, [x], [Tensor(element, value), Tensor(index, place)], minimum=minimum, dim=dim,
                  first_index=first, index_type=index)

    example = [[2, 1, 3, 10], [3, 4, 5, 6]]
    for minimum, word in ((False, "max"), (True, "min")):
        add(f"arg{word} over the first dim", f"ONNX node test test_arg{word}_default_axis_example", "f32", example, 0, minimum)
        add(f"arg{word} over the last dim", f"ONNX node test test_arg{word}_no_keepdims_example", "f32", example, 1, minimum)
        for dim in range(3):
            add(f"arg{word} over dim {dim}", f"ONNX node test test_arg{word}_no_keepdims_random", "f32", real(1, 2, 3, 4), dim, minimum)
        add(f"arg{word} takes the first of equals", f"numpy.arg{word}", "f32", [[1, 3, 3, 1, 1]], 1, minimum)
        add(f"arg{word} of any of equals", f"numpy.arg{word}", "i32", [[1, 3, 3, 1, 1]], 1, minimum, first=False)
        add(f"arg{word} of all equal", f"numpy.arg{word}", "i8", np.full((2, 3), 7), 1, minimum, "i32")
        for element in ("f16", "bf16", "f64", "i64", "i16"):
            add(f"arg{word} of {element}", f"PyTorch torch.{word}(dim)", element, whole(2, 3, 4), 1, minimum, "i32")
        add(f"arg{word} of one element", f"numpy.arg{word}", "f32", [[5], [6]], 1, minimum)
        add(f"arg{word} of infinities", f"numpy.arg{word}", "f32", [[-INF, INF, 0], [-INF, -INF, -INF]], 1, minimum)
    add("wide integers are not compared in f64", "numpy.argmax on int64", "i64", [2**53, 2**53 + 1, 2**53], 0)
    add("i8 at its ends", "numpy.argmin on int8", "i8", [127, -128, 0, -128], 0, True, "i8")
    add("no lines", "numpy.argmax on shape (0, 3)", "f32", np.zeros((0, 3)), 1)
    return cases


def scan():
    cases = Cases("scan")

    def add(name, origin, element, values, dim, function="sum", inclusive=True, reverse=False, result=None, destination=None):
        x = Tensor(element, values)
        result = result or element
        ordered = np.flip(widened(x, False), dim) if reverse else widened(x, False)
        start = Tensor(result, np.full(np.delete(ordered.shape, dim), identity(function, result, False))
                       if destination is None else destination)
        along = np.concatenate([np.expand_dims(start.values, dim), ordered], dim)
        y = UFUNC[function].accumulate(along, axis=dim)
        y = np.take(y, range(1, y.shape[dim]) if inclusive else range(y.shape[dim] - 1), axis=dim)
        cases.add(name, origin, [x], [Tensor(result, np.flip(y, dim) if reverse else y)],
                  None if destination is None else start, function=function, dim=dim, inclusive=inclusive,
                  reverse=reverse, result=result)

    line, square = [1, 2, 3, 4, 5], [[1, 2, 3], [4, 5, 6]]
    for function, word in (("sum", "cumsum"), ("product", "cumprod")):
        onnx = f"ONNX node test test_{word}_"
        add(f"{function}", onnx + "1d", "f64", line, 0, function)
        add(f"{function}, exclusive", onnx + "1d_exclusive", "f64", line, 0, function, False)
        add(f"{function}, exclusive, i32", onnx + "1d_int32_exclusive", "i32", line, 0, function, False)
        add(f"{function}, reverse", onnx + "1d_reverse", "f64", line, 0, function, True, True)
        add(f"{function}, reverse exclusive", onnx + "1d_reverse_exclusive", "f64", line, 0, function, False, True)
        add(f"{function} down", onnx + "2d_axis_0", "f32", square, 0, function)
        add(f"{function} across", onnx + "2d_axis_1", "f32", square, 1, function)
        add(f"{function} of reals", f"numpy.{word}", "f32", real(1, 2, 6), 1, function)
        add(f"{function} starts from the destination", "ONNX node test test_scan_sum", "f32", square, 1, function, destination=[10, 2])
        add(f"{function}, exclusive, starts from the destination", "ONNX node test test_scan_sum", "f32", square, 0, function, False,
            destination=[10, 2, 3])
    add("running max", "numpy.maximum.accumulate", "f32", [[3, 1, 4, 1, 5]], 1, "max")
    add("running min", "PyTorch torch.cummin", "i32", [[3, 1, 4, 1, 0]], 1, "min")
    add("running max, exclusive", "numpy.maximum.accumulate", "f32", [[3, 1, 4]], 1, "max", False)
    add("running min of i8, exclusive, from the end", "numpy.minimum.accumulate", "i8", [[3, 1, 4]], 1, "min", False, True)
    add("i8 into i32", "numpy.cumsum(dtype=int32)", "i8", [127, 127, -128], 0, result="i32")
    add("i8 wraps", "numpy.cumsum(dtype=int8)", "i8", [127, 127, -128], 0)
    add("f16 into f32", "PyTorch torch.cumsum(dtype=float32)", "f16", real(2, 6), 0, result="f32")
    add("bf16", "PyTorch torch.cumsum", "bf16", whole(3, 6), 0)
    add("middle dim", "numpy.cumsum on shape (2, 3, 2)", "f32", whole(4, 2, 3, 2), 1)
    add("empty lines", "numpy.cumsum on shape (2, 0)", "f32", np.zeros((2, 0)), 1)
    add("one element, exclusive", "numpy.cumsum", "f32", [[7]], 1, inclusive=False)
    return cases


ALL = [reduce, arg_reduce, scan]
