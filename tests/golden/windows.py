"""conv, reduce_window."""

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from builder import INF, NAN, Cases, Tensor, real, unsigned, whole


def windows_of(x, axes, window, strides, dilations):
    """numpy's sliding windows along `axes`, of which some are left out; their elements are the last axes."""
    reach = [(w - 1) * d + 1 for w, d in zip(window, dilations)]
    if any(r > x.shape[a] for a, r in zip(axes, reach)):
        sizes = [n if a not in axes else 0 for a, n in enumerate(x.shape)]
        return np.zeros(sizes + list(window), dtype=x.dtype)
    views = sliding_window_view(x, reach, axis=tuple(axes))
    apart = [slice(None)] * x.ndim
    for axis, stride in zip(axes, strides):
        apart[axis] = slice(None, None, stride)
    return views[tuple(apart + [slice(None, None, d) for d in dilations])]


def wide(tensor, is_unsigned):
    if tensor.element.startswith("i"):
        return (unsigned(tensor) if is_unsigned else tensor.values).astype(np.int64)
    return tensor.values


def around(rank, axes, low, high):
    pads = [(0, 0)] * rank
    for axis, before, behind in zip(axes, low, high):
        pads[axis] = (before, behind)
    return pads


def conv():
    cases = Cases("conv")

    def add(name, origin, x, kernel, strides=None, dilations=None, low=None, high=None, groups=1, layout="channels_first",
            result="f32", destination=None, is_unsigned=False, kernel_unsigned=None, published=None):
        spatial = x.values.ndim - 2
        strides, dilations = strides or [1] * spatial, dilations or [1] * spatial
        low, high = low or [0] * spatial, high or [0] * spatial
        a = wide(x, is_unsigned)
        k = wide(kernel, is_unsigned if kernel_unsigned is None else kernel_unsigned)
        if layout == "channels_last":
            a, k = np.moveaxis(a, -1, 1), np.moveaxis(k, (-1, -2), (0, 1))
        axes = list(range(2, 2 + spatial))
        held = windows_of(np.pad(a, around(a.ndim, axes, low, high)), axes, k.shape[2:], strides, dilations)
        held = held.reshape(a.shape[0], groups, k.shape[1], *held.shape[2:])
        k = k.reshape(groups, k.shape[0] // groups, *k.shape[1:])
        y = np.einsum(held, [0, 1, 2, *range(10, 10 + spatial), *range(20, 20 + spatial)],
                      k, [1, 3, 2, *range(20, 20 + spatial)], [0, 1, 3, *range(10, 10 + spatial)])
        y = y.reshape(y.shape[0], -1 if y.size else groups * y.shape[2], *y.shape[3:])
        if published is not None:
            assert np.array_equal(y, published), (name, y)
        sizes = list(y.shape[2:])
        if layout == "channels_last":
            y = np.moveaxis(y, 1, -1)
        if destination:
            y = y + destination.values
        more = {} if kernel_unsigned is None else {"kernel_unsigned": kernel_unsigned}
        cases.add(name, origin, [x, kernel], [Tensor(result, y)], destination, layout=layout, sizes=sizes, strides=strides,
                  dilations=dilations, low=low, high=high, groups=groups, result=result, unsigned=is_unsigned, **more)

    def f(seed, *shape, element="f32"):
        return Tensor(element, whole(seed, *shape, low=-3, high=3))

    square = Tensor("f32", np.arange(25).reshape(1, 1, 5, 5))
    tall = Tensor("f32", np.arange(35).reshape(1, 1, 7, 5))
    ones = Tensor("f32", np.ones((1, 1, 3, 3)))
    onnx = "ONNX operator Conv, example "
    add("padded", onnx + "conv_with_padding", square, ones, low=[1, 1], high=[1, 1], published=[[[
        [12, 21, 27, 33, 24], [33, 54, 63, 72, 51], [63, 99, 108, 117, 81], [93, 144, 153, 162, 111], [72, 111, 117, 123, 84]]]])
    add("not padded", onnx + "conv_without_padding", square, ones, published=[[[[54, 63, 72], [99, 108, 117], [144, 153, 162]]]])
    add("strides, padded", onnx + "conv_with_strides_padding", tall, ones, [2, 2], low=[1, 1], high=[1, 1],
        published=[[[[12, 27, 24], [63, 108, 81], [123, 198, 141], [112, 177, 124]]]])
    add("strides, not padded", onnx + "conv_with_strides_no_padding", tall, ones, [2, 2],
        published=[[[[54, 72], [144, 162], [234, 252]]]])
    add("strides, padded along one dim", onnx + "conv_with_strides_and_asymmetric_padding", tall, ones, [2, 2], low=[1, 0],
        high=[1, 0], published=[[[[21, 33], [99, 117], [189, 207], [171, 183]]]])
    torch = "PyTorch torch.nn.functional.conv"
    add("one spatial dim", torch + "1d", f(1, 2, 3, 7), f(2, 4, 3, 3))
    add("two spatial dims", torch + "2d", f(1, 2, 3, 4, 5), f(2, 2, 3, 2, 3))
    add("one dim, dilated", torch + "1d, dilation=2", f(1, 1, 2, 7), f(2, 2, 2, 3), dilations=[2])
    add("two dims, dilated in unlike steps", torch + "2d, dilation=(1, 3)", f(1, 1, 2, 4, 8), f(2, 2, 2, 2, 3), dilations=[1, 3])
    add("unlike strides", torch + "2d, stride=(3, 2)", f(1, 1, 2, 7, 6), f(2, 2, 2, 2, 2), [3, 2])
    add("a stride beyond the window", torch + "1d, stride=4", f(1, 1, 1, 9), f(2, 1, 1, 2), [4])
    add("two groups", torch + "2d, groups=2", f(1, 1, 4, 3, 3), f(2, 6, 2, 2, 2), groups=2)
    add("three groups of one spatial dim", torch + "1d, groups=3", f(1, 2, 6, 5), f(2, 3, 2, 3), groups=3)
    add("depthwise", torch + "2d, groups=in_channels", f(1, 1, 3, 4, 4), f(2, 3, 1, 2, 2), groups=3)
    add("depthwise, two filters for each channel", torch + "2d, groups=in_channels", f(1, 1, 3, 4, 4), f(2, 6, 1, 2, 2), groups=3)
    last = dict(layout="channels_last")
    add("channels last, one dim", "MLIR linalg.conv_1d_nwc_wcf", f(1, 2, 7, 3), f(2, 3, 3, 4), **last)
    add("channels last, two dims", "TensorFlow tf.nn.conv2d, NHWC and HWIO", f(1, 2, 4, 5, 3), f(2, 2, 3, 3, 2), [1, 2], **last)
    add("channels last, padded", "TensorFlow tf.nn.conv2d, padding SAME", f(1, 1, 4, 4, 2), f(2, 2, 2, 2, 2), high=[1, 1], **last)
    add("channels last, groups", "StableHLO spec, convolution, feature_group_count", f(1, 1, 4, 4, 4), f(2, 2, 2, 2, 6), groups=2, **last)
    add("channels last, depthwise", "TensorFlow tf.nn.depthwise_conv2d", f(1, 1, 4, 4, 3), f(2, 2, 2, 1, 6), groups=3, **last)
    add("spec example", "StableHLO spec, convolution", Tensor("i64", [[[[1], [2], [5], [6]], [[3], [4], [7], [8]], [[10], [11], [14], [15]],
        [[12], [13], [16], [17]]]]), Tensor("i64", np.ones((3, 3, 1, 1))), [4, 4], [1, 1], result="i64", **last)
    add("a window larger than what it lies in", "StableHLO spec, convolution, is_empty_window", f(1, 2, 1, 2), f(2, 3, 1, 3))
    add("the padding alone", torch + "1d on an extent of 0", f(1, 1, 1, 0), f(2, 1, 1, 2), low=[1], high=[2])
    add("no batch", torch + "1d", f(1, 0, 2, 4), f(2, 3, 2, 2))
    add("no channel", torch + "1d", f(1, 1, 0, 4), f(2, 2, 0, 2))
    add("no filter", torch + "1d", f(1, 1, 2, 4), f(2, 0, 2, 2))
    add("unit dims", torch + "2d on shape (1, 1, 1, 1)", f(1, 1, 1, 1, 1), f(2, 1, 1, 1, 1))
    add("starts from the destination", "MLIR linalg.conv_2d_nchw_fchw, which adds to outs", f(1, 1, 2, 3, 3), f(2, 2, 2, 2, 2),
        destination=f(3, 1, 2, 2, 2))
    i8 = lambda seed, *shape: Tensor("i8", whole(seed, *shape, low=-128, high=127))
    add("i8 into i32", "ONNX operator ConvInteger without zero points", i8(1, 1, 2, 4, 4), i8(2, 2, 2, 3, 3), result="i32")
    add("unsigned i8 into i32", "ONNX operator ConvInteger on uint8", i8(1, 1, 2, 6), i8(2, 2, 2, 3), result="i32", is_unsigned=True)
    add("u8 with an s8 kernel", "ONNX operator ConvInteger, x uint8 and w int8", i8(1, 1, 2, 6), i8(2, 2, 2, 3), result="i32",
        is_unsigned=True, kernel_unsigned=False)
    add("i8 wraps in i8", "numpy.convolve on int8", i8(1, 1, 1, 6), i8(2, 1, 1, 3), result="i8")
    for element, result in (("f16", "f32"), ("bf16", "f32"), ("f16", "f16"), ("bf16", "bf16"), ("f64", "f64")):
        add(f"{element} into {result}", torch + "1d", f(1, 1, 2, 5, element=element), f(2, 2, 2, 3, element=element), result=result)
    for element, result in (("f32", "f32"), ("f16", "f32"), ("bf16", "f32")):
        add(f"reals, {element} into {result}", torch + "2d", Tensor(element, real(1, 1, 2, 4, 4)), Tensor(element, real(2, 2, 2, 3, 3)),
            low=[1, 1], high=[1, 1], result=result)
    return cases


EXTREME = {"max": np.max, "min": np.min, "sum": np.sum}


def identity(function, element, is_unsigned):
    if function == "sum":
        return 0
    if not element.startswith("i"):
        return -INF if function == "max" else INF
    bits = int(element[1:])
    least, greatest = (0, 2**bits - 1) if is_unsigned else (-2**(bits - 1), 2**(bits - 1) - 1)
    return least if function == "max" else greatest


def reduce_window():
    cases = Cases("reduce_window")

    def add(name, origin, x, function, window, strides=None, dilations=None, low=None, high=None, result=None, destination=None,
            is_unsigned=False, published=None):
        rank = x.values.ndim
        result = result or x.element
        strides, dilations = strides or [1] * rank, dilations or [1] * rank
        low, high = low or [0] * rank, high or [0] * rank
        a = wide(x, is_unsigned and result != x.element or is_unsigned and function != "sum")
        a = np.pad(a, list(zip(low, high)), constant_values=identity(function, result, is_unsigned)) if rank else a
        held = windows_of(a, list(range(rank)), window, strides, dilations) if rank else a
        y = EXTREME[function](held, axis=tuple(range(rank, 2 * rank))) if rank else a
        if published is not None:
            assert np.array_equal(y, published), (name, y)
        sizes = list(y.shape)
        if destination:
            both = np.stack([y, wide(destination, is_unsigned)])
            y = EXTREME[function](both, axis=0)
        cases.add(name, origin, [x], [Tensor(result, y)], destination, function=function, window=list(window), sizes=sizes,
                  strides=strides, dilations=dilations, low=low, high=high, result=result, unsigned=is_unsigned)

    square = Tensor("f32", np.arange(1, 26).reshape(1, 1, 5, 5))
    onnx = "ONNX operator "
    add("padded", onnx + "MaxPool, example maxpool_2d_precomputed_pads", square, "max", [1, 1, 5, 5], low=[0, 0, 2, 2], high=[0, 0, 2, 2],
        published=[[[[13, 14, 15, 15, 15], [18, 19, 20, 20, 20], [23, 24, 25, 25, 25], [23, 24, 25, 25, 25], [23, 24, 25, 25, 25]]]])
    add("strides", onnx + "MaxPool, example maxpool_2d_precomputed_strides", square, "max", [1, 1, 2, 2], [1, 1, 2, 2],
        published=[[[[7, 9], [17, 19]]]])
    add("dilated", onnx + "MaxPool, example maxpool_2d_dilations", Tensor("f32", np.arange(1, 17).reshape(1, 1, 4, 4)), "max", [1, 1, 2, 2],
        dilations=[1, 1, 2, 2], published=[[[[11, 12], [15, 16]]]])
    torch = "PyTorch torch.nn.functional."
    for function, name in (("max", "max_pool"), ("min", "max_pool of what is negated"), ("sum", "avg_pool, divisor_override=1")):
        for spatial in (1, 2, 3):
            x = Tensor("f32", whole(spatial, 2, 2, *[6, 5, 4][:spatial]))
            add(f"{function}, {spatial} dims behind channels", torch + name, x, function, [1, 1] + [2] * spatial, [1, 1] + [2] * spatial)
        add(f"{function}, channels last", f"MLIR linalg.pooling_nhwc_{function}", Tensor("f32", whole(5, 1, 5, 4, 2)), function, [1, 3, 2, 1])
        add(f"{function} of f16", "StableHLO spec, reduce_window", Tensor("f16", whole(6, 3, 4)), function, [2, 2])
        add(f"{function} of bf16 into f32", "StableHLO spec, reduce_window", Tensor("bf16", whole(7, 3, 4)), function, [2, 2], result="f32")
        add(f"{function} of reals", torch + name, Tensor("f32", real(8, 4, 5)), function, [3, 2], [1, 2])
        add(f"{function} starts from the destination", f"MLIR linalg.pooling_nwc_{function}", Tensor("f32", whole(9, 1, 4, 2)), function,
            [1, 2, 1], destination=Tensor("f32", whole(10, 1, 3, 2)))
        add(f"{function} of i8, padded, in i32", "StableHLO spec, reduce_window", Tensor("i8", whole(11, 4, low=-128, high=127)), function, [2],
            low=[1], high=[1], result="i32")
        add(f"{function} of unsigned i8, padded, in i16", "StableHLO spec, reduce_window", Tensor("i8", whole(12, 4, low=-128, high=127)),
            function, [2], low=[1], high=[1], result="i16", is_unsigned=True)
        add(f"{function} of nothing but padding", "StableHLO spec, reduce_window", Tensor("f32", [1, 2]), function, [2], [2], high=[4])
        add(f"{function} of no element", "StableHLO spec, reduce_window", Tensor("i32", np.zeros((0,))), function, [2], low=[1], high=[2])
    add("spec example", "StableHLO spec, reduce_window", Tensor("i64", [[1, 2], [3, 4], [5, 6]]), "sum", [2, 1], [4, 1], [3, 1], [2, 0], [1, 0])
    add("a window larger than what it lies in", "StableHLO spec, reduce_window, is_empty_window", Tensor("f32", [1, 2]), "max", [3])
    add("a stride beyond the window", torch + "max_pool1d, stride=4", Tensor("f32", whole(13, 1, 1, 9)), "max", [1, 1, 2], [1, 1, 4])
    add("NaN wins", "PyTorch max_pool1d, which hands NaN on", Tensor("f32", [1, NAN, 3, 4]), "max", [2])
    add("i8 wraps", "numpy.sum(dtype=int8)", Tensor("i8", [127, 127, -128, -128]), "sum", [2])
    add("unsigned max", "numpy.amax on uint8", Tensor("i8", [-1, 5, 3, 4]), "max", [2], is_unsigned=True)
    add("f64 max", "numpy.amax", Tensor("f64", whole(14, 3, 3)), "max", [2, 2])
    add("i64 is not computed in f64", "numpy.sum on int64", Tensor("i64", [2**53, 1, 2**53, 1]), "sum", [2])
    add("rank 0", "StableHLO spec, reduce_window", Tensor("f32", 3), "sum", [])
    add("unit dims", "numpy.amax on shape (1, 1)", Tensor("f32", [[7]]), "max", [1, 1])
    return cases


ALL = [conv, reduce_window]
