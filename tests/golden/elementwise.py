"""unary, binary, compare, select, cast."""

import math

import numpy as np

from builder import INF, INTEGERS, NAN, Cases, Tensor, real, unsigned, whole

LONG = np.longdouble
ERF = np.vectorize(math.erf, otypes=[float])
UNARY = {
    "exp": np.exp, "exp2": np.exp2, "expm1": np.expm1, "log": np.log, "log1p": np.log1p, "sqrt": np.sqrt,
    "rsqrt": lambda x: 1 / np.sqrt(x), "sin": np.sin, "cos": np.cos, "tanh": np.tanh, "erf": ERF,
    "floor": np.floor, "ceil": np.ceil, "round_even": np.rint, "abs": np.abs, "neg": np.negative,
    "sign": np.sign,
}


def unary():
    cases = Cases("unary")

    def add(name, origin, element, values, function, result=None, **more):
        x = Tensor(element, values)
        if result is None:
            result = Tensor(element, UNARY[function](x.values))
        cases.add(name, origin, [x], [result], function=function, **more)

    domain = {"log": (0.01, 50), "log1p": (-0.9, 50), "sqrt": (0, 50), "rsqrt": (0.01, 50)}
    for seed, function in enumerate(UNARY):
        low, high = domain.get(function, (-5, 5))
        add(f"{function} of f32", f"numpy.{function}", "f32", real(seed, 2, 3, low=low, high=high), function)
    for function in ("exp", "tanh", "erf", "sqrt"):
        add(f"{function} of f16", f"ONNX node test test_{function}", "f16", real(7, 5, low=0.1, high=4), function)
        add(f"{function} of bf16", f"PyTorch torch.{function}", "bf16", real(8, 5, low=0.1, high=4), function)
    for function in ("exp", "log", "sin", "cos"):
        add(f"{function} of f64", f"numpy.{function}", "f64", real(9, 4, low=0.1, high=3), function)
    half = [-2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 0.49999997, 8388609.0]
    add("halves round to even", "StableHLO interpreter test round_nearest_even.mlir", "f32", half, "round_even")
    add("floor goes to minus infinity", "ONNX node test test_floor_example", "f32", half, "floor")
    add("ceil goes to plus infinity", "ONNX node test test_ceil_example", "f32", half, "ceil")
    add("halves of f16 round to even", "numpy.rint", "f16", half[:6], "round_even")
    add("exp at the ends", "C17 F.10.3.1, as numpy.exp", "f32", [-INF, INF, 0.0, NAN], "exp")
    add("log at the ends", "C17 F.10.3.7, as numpy.log", "f32", [0.0, INF, 1.0, -1.0], "log",
        Tensor("f32", [-INF, INF, 0.0, NAN]))
    add("sqrt of exact squares", "numpy.sqrt", "f32", [0.0, 1.0, 4.0, 16777216.0, INF], "sqrt")
    add("neg of special values", "StableHLO interpreter test negate.mlir", "f32", [0.0, -0.0, INF, NAN, 3.0], "neg")
    add("abs of special values", "StableHLO interpreter test abs.mlir", "f32", [-0.0, -INF, NAN, -3.0], "abs")
    add("sign of special values", "StableHLO interpreter test sign.mlir", "f32", [-1.0, -0.0, 0.0, 1.0, INF, -INF, NAN], "sign")
    add("sign of f64", "numpy.sign", "f64", [-2.5, 0.0, 5e-300, -5e-300], "sign")
    add("sign of integers", "numpy.sign on int8", "i8", [-128, -1, 0, 1, 127], "sign")
    add("neg of the least integer wraps", "numpy.negative on int8", "i8", [-128, 127, 0, 1], "neg")
    add("neg of a wide integer", "numpy.negative on int64", "i64", [2**53 + 1, -2**63, -7], "neg")
    add("abs of integers", "numpy.abs on int16", "i16", [-32767, 32767, 0], "abs")
    for element, values in {"i8": [0, 1, -1, 127, -128], "i32": [0, 5, 2**31 - 1], "i64": [2**53 + 1]}.items():
        add(f"not of {element} flips every bit", "ONNX node test test_bitwise_not_2d", element, values, "not",
            Tensor(element, np.invert(np.array(values, INTEGERS[element]))))
    add("not of i1 is logical", "ONNX node test test_not_2d", "i1", [True, False], "not", Tensor("i1", [False, True]))
    z = [1 + 2j, -3 - 0.5j, 0j]
    add("real part", "StableHLO interpreter test real.mlir", "c64", z, "real", Tensor("f32", [1, -3, 0]))
    add("imaginary part", "StableHLO interpreter test imag.mlir", "c64", z, "imag", Tensor("f32", [2, -0.5, 0]))
    add("neg of complex", "numpy.negative on complex64", "c64", z, "neg", Tensor("c64", -np.array(z)))
    add("exp of nothing", "numpy.exp on shape (0, 3)", "f32", np.zeros((0, 3)), "exp")
    add("tanh of rank 0", "numpy.tanh on a scalar", "f32", 0.5, "tanh")
    return cases


def truncating(a, b):
    quotient = [abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1) for x, y in zip(a.tolist(), b.tolist())]
    return np.array(quotient, dtype=object)


BINARY = {
    "add": np.add, "sub": np.subtract, "mul": np.multiply, "max": np.maximum, "min": np.minimum, "max_num": np.fmax,
    "min_num": np.fmin, "floor_div": np.floor_divide, "rem": np.fmod, "and": np.bitwise_and, "or": np.bitwise_or,
    "xor": np.bitwise_xor, "shl": np.left_shift, "shr": np.right_shift,
}


def binary():
    cases = Cases("binary")

    def add(name, origin, element, a, b, function, result=None, **more):
        x, y = Tensor(element, a), Tensor(element, b)
        if result is None and more.get("unsigned"):
            result = BINARY[function](unsigned(x), unsigned(y))
        elif result is None:
            result = x.values / y.values if function == "div" else BINARY[function](x.values, y.values)
        cases.add(name, origin, [x, y], [Tensor(element, result)], function=function, **more)

    for function in ("add", "sub", "mul", "div"):
        for element in ("f32", "f16", "bf16", "f64"):
            add(f"{function} of {element}", f"numpy.{function}", element, whole(1, 6), whole(2, 6, low=1), function)
        add(f"{function} of reals", f"ONNX node test test_{function}", "f32", real(3, 2, 3), real(4, 2, 3, low=1), function)
    a = np.array([7, -7, 7, -7, 0, -128, 127, -1])
    b = np.array([2, 2, -2, -2, 3, 3, -1, 5])
    add("division truncates", "StableHLO interpreter test divide.mlir", "i8", a, b, "div", truncating(a, b))
    add("division rounds to minus infinity", "numpy.floor_divide", "i8", a, b, "floor_div")
    add("the remainder has the sign of the dividend", "ONNX node test test_mod_int64_fmod", "i64", a, b, "rem")
    add("remainder of i8", "StableHLO interpreter test remainder.mlir", "i8", a, b, "rem")
    add("unsigned division", "StableHLO interpreter test divide.mlir, ui8", "i8", a, b, "div",
        unsigned(Tensor("i8", a)) // unsigned(Tensor("i8", b)), unsigned=True)
    add("unsigned remainder", "ONNX node test test_mod_uint8", "i8", a, b, "rem", unsigned=True)
    add("i64 is not computed in f64", "numpy.floor_divide on int64", "i64", [2**62 + 1, -2**62 - 1], [3, 3], "floor_div")
    for function in ("add", "sub", "mul"):
        add(f"{function} of i8 wraps", f"StableHLO interpreter test {function[:3]}, overflow", "i8", [127, -128, 100, -100],
            [1, -1, 100, 100], function)
        add(f"{function} of i64 wraps", f"numpy.{function} on int64", "i64", [2**63 - 1, -2**63, 2**53 + 1], [2, 3, 5],
            function)
    special_a, special_b = [1, NAN, 3, NAN, -INF, 5], [NAN, 2, 4, NAN, INF, -INF]
    add("max hands NaN on", "numpy.maximum", "f32", special_a, special_b, "max")
    add("min hands NaN on", "StableHLO interpreter test minimum.mlir", "f32", special_a, special_b, "min")
    add("max_num drops NaN", "IEEE 754-2008 maxNum, as numpy.fmax", "f32", special_a, special_b, "max_num")
    add("min_num drops NaN", "IEEE 754-2008 minNum, as numpy.fmin", "f16", special_a, special_b, "min_num")
    add("signed max", "numpy.maximum on int8", "i8", [-1, 5, -128], [1, -5, 127], "max")
    add("unsigned max", "numpy.maximum on uint8", "i8", [-1, 5, -128], [1, -5, 127], "max", unsigned=True)
    add("unsigned min", "numpy.minimum on uint16", "i16", [-1, 5, -32768], [1, -5, 32767], "min", unsigned=True)
    for function in ("and", "or", "xor"):
        add(f"{function} of i1", f"ONNX node test test_{function}2d", "i1", [0, 0, 1, 1], [0, 1, 0, 1], function)
        add(f"{function} of i32", f"ONNX node test test_bitwise_{function}_i32_2d", "i32", [12, -1, 0], [10, 7, -8], function)
    shift = np.array([0, 1, 7, 3])
    add("shl loses high bits", "StableHLO interpreter test shift_left.mlir", "i8", [1, -1, 1, 85], shift, "shl")
    add("shr keeps the sign", "StableHLO interpreter test shift_right_arithmetic.mlir", "i8", [-1, -128, -128, 85],
        shift, "shr")
    add("logical shr", "StableHLO interpreter test shift_right_logical.mlir", "i8", [-1, -128, -128, 85], shift, "shr",
        unsigned=True)
    add("shifts of i64", "numpy.left_shift", "i64", [1, 3, -5], [62, 63, 40], "shl")
    u, v = np.array([1 + 2j, 3 - 1j, -2j]), np.array([-1 + 1j, 2 + 2j, 4 + 0j])
    for function in ("add", "sub", "mul"):
        add(f"{function} of complex numbers", f"StableHLO spec, {function}, complex", "c64", u, v, function)
    x, y = Tensor("f32", [1, -2]), Tensor("f32", [0.5, 3])
    cases.add("a complex number from its parts", "StableHLO interpreter test complex.mlir", [x, y],
              [Tensor("c64", [1 + 0.5j, -2 + 3j])], function="complex")
    add("division by zero of floats", "IEEE 754, as numpy.divide", "f32", [1, -1, 0], [0, 0, 0], "div",
        [INF, -INF, NAN], open=True)
    add("products of f16 round to even", "numpy.multiply on float16", "f16", [2049 / 2048, 3.0], [1025 / 1024, 683.0], "mul")
    add("overflow of f16", "numpy.add on float16", "f16", [65504, 65504], [16, 8], "add")
    add("add of nothing", "numpy.add on shape (2, 0)", "f32", np.zeros((2, 0)), np.zeros((2, 0)), "add")
    add("add of rank 0", "numpy.add on scalars", "i32", 3, 4, "add")
    return cases


COMPARE = {"eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal, "gt": np.greater,
           "ge": np.greater_equal}


def compare():
    cases = Cases("compare")

    def add(name, origin, element, a, b, predicate, is_unsigned=False):
        x, y = Tensor(element, a), Tensor(element, b)
        pair = (unsigned(x), unsigned(y)) if is_unsigned else (x.values, y.values)
        cases.add(name, origin, [x, y], [Tensor("i1", COMPARE[predicate](*pair))], predicate=predicate, unsigned=is_unsigned)

    for predicate in COMPARE:
        add(f"{predicate} with NaN", "StableHLO interpreter test compare.mlir", "f32", [1, NAN, NAN, INF, -0.0, 2],
            [1, 1, NAN, INF, 0.0, 3], predicate)
        add(f"{predicate} of i8", f"numpy.{COMPARE[predicate].__name__}", "i8", [-1, 1, 0, -128], [1, -1, 0, 127], predicate)
        add(f"{predicate} of unsigned i8", f"numpy.{COMPARE[predicate].__name__} on uint8", "i8", [-1, 1, 0, -128],
            [1, -1, 0, 127], predicate, True)
    for element in ("f16", "bf16", "f64"):
        add(f"lt of {element}", "ONNX node test test_less", element, whole(1, 2, 3), whole(2, 2, 3), "lt")
    add("wide integers are not compared in f64", "numpy.less on int64", "i64", [2**53 + 1, 2**53], [2**53, 2**53 + 1], "lt")
    add("eq of i1", "StableHLO interpreter test compare.mlir, i1", "i1", [0, 0, 1, 1], [0, 1, 0, 1], "eq")
    add("ne of i1", "numpy.not_equal on bool", "i1", [0, 0, 1, 1], [0, 1, 0, 1], "ne")
    add("compare of nothing", "numpy.less on shape (0,)", "f32", np.zeros(0), np.zeros(0), "lt")
    return cases


def select():
    cases = Cases("select")

    def add(name, origin, element, condition, a, b):
        c, x, y = Tensor("i1", condition), Tensor(element, a), Tensor(element, b)
        cases.add(name, origin, [c, x, y], [Tensor(element, np.where(c.values, x.values, y.values))])

    for element in ("f64", "f32", "f16", "bf16", "i64", "i32", "i16", "i8"):
        add(f"of {element}", "ONNX node test test_where_example", element, [[1, 0], [1, 1]], [[1, 2], [3, 4]],
            [[9, 8], [7, 6]])
        add(f"random of {element}", "numpy.where", element, whole(1, 3, 4, low=0, high=1), whole(2, 3, 4), whole(3, 3, 4))
    add("of i1", "StableHLO interpreter test select.mlir", "i1", [1, 0, 1, 0], [1, 1, 0, 0], [0, 0, 1, 1])
    add("of complex numbers", "numpy.where on complex64", "c64", [1, 0], [1 + 1j, 2], [3, 4 - 1j])
    add("the side not taken may be NaN", "numpy.where", "f32", [1, 0], [1, NAN], [NAN, 2])
    add("a NaN that is taken", "numpy.where", "f32", [1, 0], [NAN, 1], [2, INF])
    add("of rank 0", "numpy.where on scalars", "f32", True, 1, 2)
    add("of nothing", "numpy.where on shape (3, 0)", "f32", np.zeros((3, 0)), np.zeros((3, 0)), np.zeros((3, 0)))
    add("unit dims", "numpy.where on shape (1, 1)", "i64", [[0]], [[2**53 + 1]], [[2**53 - 1]])
    return cases


def cast():
    cases = Cases("cast")

    def add(name, origin, element, values, to, result=None, **more):
        x = Tensor(element, values)
        cases.add(name, origin, [x], [Tensor(to, x.values if result is None else result)], to=to, **more)

    onnx = "ONNX node test test_cast_{}_to_{}"
    ties = [2049, 2051, 2050, -2049, 65504, 65519.9, 65520, 1e-7, 6e-8, 2.0**-25, 3 * 2.0**-25]
    add("f32 to f16 rounds to even", onnx.format("FLOAT", "FLOAT16"), "f32", ties, "f16")
    add("f64 to f16 rounds once", onnx.format("DOUBLE", "FLOAT16"), "f64", [1 + 2.0**-11, 1 + 3 * 2.0**-11, 2049, 65519], "f16")
    add("f64 to f32 rounds to even", onnx.format("DOUBLE", "FLOAT"), "f64", [1 + 2.0**-24, 1 + 3 * 2.0**-24, 1e39, 0.1], "f32")
    add("f32 to bf16 rounds to even", onnx.format("FLOAT", "BFLOAT16"), "f32", [257, 259, 1.00390625, 3.3895e38, 0.1], "bf16")
    add("f64 to bf16", "StableHLO interpreter test convert.mlir", "f64", [257, 259, 0.1, -1.5], "bf16")
    add("f16 to bf16", "PyTorch Tensor.to(bfloat16)", "f16", [257, 259, 65504, 0.1], "bf16")
    add("bf16 to f16", "PyTorch Tensor.to(float16)", "bf16", [256, 0.1, 1e5, 1e-6], "f16")
    add("f16 to f32 is exact", onnx.format("FLOAT16", "FLOAT"), "f16", [0.1, 65504, 6e-8, INF, NAN], "f32")
    add("bf16 to f32 is exact", onnx.format("BFLOAT16", "FLOAT"), "bf16", [0.1, 1e38, -INF], "f32")
    down = [1.9, -1.9, -0.5, 0.5, 2147483000.0, -2147483648.0]
    add("float to integer truncates", "StableHLO interpreter test convert.mlir", "f32", down, "i32")
    add("f64 to i64", "numpy.ndarray.astype", "f64", [2.0**53, -1.5, 9.2e18], "i64", [2**53, -1, 9200000000000000000])
    add("the edges of i8", "numpy.ndarray.astype", "f32", [127.9, -128.9, -0.99], "i8", [127, -128, 0])
    add("the edges of unsigned i8", "numpy.ndarray.astype(uint8)", "f32", [255.9, 128, 0.7], "i8", [255, 128, 0], unsigned=True)
    add("f16 to i16", "numpy.ndarray.astype", "f16", [32752, -32768, 1.5], "i16")
    add("to i1 is not equal to zero", "StableHLO spec, convert to i1", "f32", [0.0, -0.0, 0.5, -3, INF], "i1", [0, 0, 1, 1, 1])
    add("NaN to i1 is true", "PyTorch Tensor.to(bool), numpy.ndarray.astype(bool)", "f32", [NAN, 0], "i1", [1, 0])
    add("an even integer to i1 is true", "StableHLO spec, convert to i1", "i8", [0, 1, 2, -128], "i1", [0, 1, 1, 1])
    for to in ("f32", "bf16", "i8", "i64"):
        add(f"i1 to {to} is 0 or 1", "StableHLO spec, convert from i1", "i1", [0, 1], to, [0, 1])
    add("i8 to i32 extends by sign", "numpy.ndarray.astype", "i8", [-1, 127, -128], "i32")
    add("i8 to i32 extends by zero", "numpy.ndarray.astype from uint8", "i8", [-1, 127, -128], "i32", [255, 127, 128], unsigned=True)
    add("i64 to i8 wraps", "numpy.ndarray.astype", "i64", [255, 128, -129, 2**40 + 5], "i8")
    add("i32 to i16 wraps", "numpy.ndarray.astype", "i32", [32768, 65535, -32769], "i16")
    add("i32 to f32 rounds to even", "numpy.ndarray.astype", "i32", [2**24 + 1, 2**24 + 3, -(2**24) - 1], "f32")
    add("i64 to f64 rounds to even", "numpy.ndarray.astype", "i64", [2**53 + 1, 2**53 + 3, -2**63], "f64")
    add("i64 to f32 rounds once", "numpy.ndarray.astype", "i64", [2**60 + 2**36 + 1, 2**24 + 1], "f32")
    add("unsigned i8 to f32", "numpy.ndarray.astype from uint8", "i8", [-1, 5], "f32", [255, 5], unsigned=True)
    add("unsigned i64 to f64", "numpy.ndarray.astype from uint64", "i64", [-1, 5], "f64", [2.0**64, 5], unsigned=True)
    add("i32 to f16 overflows", "numpy.ndarray.astype", "i32", [65504, 65520, -70000, 2049], "f16")
    add("i16 to bf16 rounds to even", "StableHLO interpreter test convert.mlir", "i16", [257, 259, -257], "bf16")
    add("cast of nothing", "numpy.ndarray.astype on shape (0, 2)", "f32", np.zeros((0, 2)), "i8")
    return cases


ALL = [unary, binary, compare, select, cast]
