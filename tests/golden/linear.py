"""contraction, attention, softmax."""

import numpy as np

from builder import INF, Cases, Tensor, real, unsigned, whole


def contraction():
    cases = Cases("contraction")

    def add(name, origin, a, b, lhs, rhs, out, result="f32", destination=None, is_unsigned=False):
        wide = [t.values if t.element.startswith(("f", "b")) else
                (unsigned(t) if is_unsigned else t.values).astype(np.int64) for t in (a, b)]
        values = np.einsum(wide[0], lhs, wide[1], rhs, out)
        if destination:
            values = values + destination.values
        cases.add(name, origin, [a, b], [Tensor(result, values)], destination, lhs=lhs, rhs=rhs, out=out, result=result,
                  unsigned=is_unsigned)

    def f(element, seed, *shape):
        return Tensor(element, whole(seed, *shape, low=-3, high=3))

    add("matmul", "ONNX node test test_matmul_2d", f("f32", 1, 3, 4), f("f32", 2, 4, 3), [0, 2], [2, 1], [0, 1])
    add("lhs transposed", "numpy.matmul with .T", f("f32", 1, 4, 3), f("f32", 2, 4, 3), [2, 0], [2, 1], [0, 1])
    add("rhs transposed", "numpy.matmul with .T", f("f32", 1, 2, 5), f("f32", 2, 3, 5), [0, 2], [1, 2], [0, 1])
    add("both transposed", "numpy.matmul with .T", f("f32", 1, 5, 2), f("f32", 2, 3, 5), [2, 0], [1, 2], [0, 1])
    add("result transposed", "numpy.einsum('ij,jk->ki')", f("f32", 1, 2, 3), f("f32", 2, 3, 4), [0, 2], [2, 1], [1, 0])
    add("batch", "ONNX node test test_einsum_batch_matmul", f("f32", 1, 2, 3, 4), f("f32", 2, 2, 4, 3), [0, 1, 3],
        [0, 3, 2], [0, 1, 2])
    add("two batch dims", "ONNX node test test_matmul_4d", f("f32", 1, 1, 2, 3, 2), f("f32", 2, 1, 2, 2, 3),
        [0, 1, 2, 4], [0, 1, 4, 3], [0, 1, 2, 3])
    add("batch in the middle", "StableHLO spec, dot_general", f("f32", 1, 3, 2, 4), f("f32", 2, 4, 3, 2), [1, 0, 3],
        [3, 1, 2], [1, 0, 2])
    add("matrix times vector", "ONNX node test test_matmul_4d_1d", f("f32", 1, 3, 4), f("f32", 2, 4), [0, 1], [1], [0])
    add("vector times matrix", "ONNX node test test_matmul_1d_3d", f("f32", 1, 4), f("f32", 2, 4, 3), [1], [1, 0], [0])
    add("dot", "ONNX node test test_matmul_1d_1d", f("f32", 1, 5), f("f32", 2, 5), [0], [0], [])
    add("outer product", "numpy.outer", f("f32", 1, 3), f("f32", 2, 4), [0], [1], [0, 1])
    add("two dims summed", "numpy.tensordot with two axes", f("f32", 1, 2, 3, 2), f("f32", 2, 3, 2, 2), [0, 2, 3],
        [2, 3, 1], [0, 1])
    add("a dim of one operand only is summed", "numpy.einsum('ij,k->ik')", f("f32", 1, 2, 3), f("f32", 2, 2),
        [0, 2], [1], [0, 1])
    add("elementwise", "numpy.einsum('ij,ij->ij')", f("f32", 1, 2, 3), f("f32", 2, 2, 3), [0, 1], [0, 1], [0, 1])
    add("starts from the destination", "linalg.matmul, which adds to outs", f("f32", 1, 2, 3), f("f32", 2, 3, 2),
        [0, 2], [2, 1], [0, 1], destination=f("f32", 3, 2, 2))
    add("a sum over nothing is zero", "numpy.matmul on shapes (2, 0) and (0, 3)", f("f32", 1, 2, 0), f("f32", 2, 0, 3),
        [0, 2], [2, 1], [0, 1])
    add("a sum over nothing keeps the destination", "linalg.matmul, which adds to outs", f("f32", 1, 2, 0),
        f("f32", 2, 0, 2), [0, 2], [2, 1], [0, 1], destination=f("f32", 3, 2, 2))
    add("no rows", "numpy.matmul on shapes (0, 3) and (3, 2)", f("f32", 1, 0, 3), f("f32", 2, 3, 2), [0, 2], [2, 1], [0, 1])
    add("unit dims", "numpy.matmul on shape (1, 1)", f("f32", 1, 1, 1), f("f32", 2, 1, 1), [0, 2], [2, 1], [0, 1])
    i8 = lambda seed, *shape: Tensor("i8", whole(seed, *shape, low=-128, high=127))
    add("i8 into i32", "ONNX MatMulInteger without zero points", i8(1, 3, 4), i8(2, 4, 2), [0, 2], [2, 1], [0, 1], "i32")
    add("unsigned i8 into i32", "ONNX node test test_matmulinteger", i8(1, 3, 4), i8(2, 4, 2), [0, 2], [2, 1], [0, 1],
        "i32", is_unsigned=True)
    add("i8 wraps in i8", "numpy.matmul on int8", i8(1, 3, 4), i8(2, 4, 2), [0, 2], [2, 1], [0, 1], "i8")
    add("i64 is not computed in f64", "numpy.matmul on int64", Tensor("i64", [[2**40 + 1, 3]]),
        Tensor("i64", [[2**13 + 1], [5]]), [0, 2], [2, 1], [0, 1], "i64")
    for element, result in (("f16", "f32"), ("bf16", "f32"), ("f16", "f16"), ("bf16", "bf16"), ("f64", "f64")):
        add(f"{element} into {result}", "numpy.matmul", f(element, 1, 2, 5), f(element, 2, 5, 2), [0, 2], [2, 1], [0, 1], result)
    for element, result in (("f32", "f32"), ("f16", "f32"), ("bf16", "f32")):
        add(f"reals, {element} into {result}", "ONNX node test test_matmul_2d", Tensor(element, real(1, 3, 7)),
            Tensor(element, real(2, 7, 2)), [0, 2], [2, 1], [0, 1], result)
    return cases


def softmaxed(x, axis):
    with np.errstate(all="ignore"):
        e = np.exp(x - x.max(axis=axis, keepdims=True))
        return e / e.sum(axis=axis, keepdims=True)


def attention():
    cases = Cases("attention")

    def add(name, origin, element, q, k, v, mask=None, open=False, **more):
        q, k, v = (Tensor(element, x) for x in (q, k, v))
        scores = np.matmul(q.values, np.swapaxes(heads(k.values, more), -1, -2)) * np.longdouble(more.get("scale", 1.0))
        operands = [q, k, v]
        if mask is not None:
            boolean = mask.dtype == bool
            operands.append(Tensor("i1" if boolean else element, mask))
            scores = np.where(mask, scores, -INF) if boolean else scores + operands[3].values
            more["mask"] = "boolean" if boolean else "additive"
        if more.get("causal"):
            m, n = scores.shape[-2:]
            scores = np.where(np.arange(n)[None, :] <= np.arange(m)[:, None], scores, -INF)
        result = np.matmul(softmaxed(scores, -1), heads(v.values, more))
        cases.add(name, origin, operands, [Tensor(element, result)], open=open, **more)

    def heads(x, more):
        return np.repeat(x, more.get("group", 1), axis=-3) if more.get("group", 1) > 1 else x

    def qkv(*batch, m=3, n=4, k=2, d=3, kv=None):
        return real(1, *batch, m, k), real(2, *(kv or batch), n, k), real(3, *(kv or batch), n, d)

    torch = "PyTorch scaled_dot_product_attention"
    add("no batch dim", torch, "f32", *qkv())
    add("one batch dim", "ONNX node test test_attention_3d", "f32", *qkv(2))
    add("two batch dims", "ONNX node test test_attention_4d", "f32", *qkv(2, 2))
    add("three batch dims", torch, "f32", *qkv(1, 2, 2))
    add("scaled", "ONNX node test test_attention_4d_scaled", "f32", *qkv(2), scale=0.5)
    add("negative scale", torch, "f32", *qkv(2), scale=-1.25)
    add("causal", "ONNX node test test_attention_4d_causal", "f32", *qkv(2, m=4), causal=True)
    add("causal, fewer queries", torch + ", tril aligned top-left", "f32", *qkv(m=2, n=5), causal=True)
    add("causal, more queries", torch + ", tril aligned top-left", "f32", *qkv(m=5, n=2), causal=True)
    add("grouped heads", "ONNX node test test_attention_4d_gqa", "f32", *qkv(1, 4, kv=(1, 2)), group=2)
    add("one head for all", "PyTorch scaled_dot_product_attention, enable_gqa", "f32", *qkv(3, kv=(1,)), group=3)
    add("grouped and causal", "ONNX node test test_attention_4d_gqa_causal", "f32", *qkv(4, m=3, n=3, kv=(2,)), group=2, causal=True)
    add("additive mask", "ONNX node test test_attention_4d_attn_mask", "f32", *qkv(2), mask=real(4, 2, 3, 4))
    holes = np.where(whole(5, 2, 3, 4, low=0, high=2) > 0, 0.0, -INF)
    holes[..., 0] = 0
    add("mask of minus infinity", "ONNX node test test_attention_4d_attn_mask", "f32", *qkv(2), mask=holes)
    add("boolean mask", "ONNX node test test_attention_4d_attn_mask_bool", "f32", *qkv(2), mask=holes == 0)
    add("mask and causal", "ONNX node test test_attention_4d_attn_mask_4d_causal", "f32", *qkv(2), mask=real(6, 2, 3, 4), causal=True)
    blind = np.ones((3, 4), dtype=bool)
    blind[1] = False
    add("a row without keys", "PyTorch softmax over -inf only", "f32", *qkv(), mask=blind, open=True)
    add("one key", torch, "f32", *qkv(n=1))
    add("head dim 1", torch, "f32", *qkv(k=1, d=1))
    add("no features", torch, "f32", *qkv(k=0))
    add("no value columns", torch, "f32", *qkv(d=0))
    add("no heads", torch, "f32", *qkv(0))
    add("no queries", torch, "f32", *qkv(m=0))
    add("f16", "ONNX node test test_attention_4d_fp16", "f16", *qkv(2))
    add("bf16", torch, "bf16", *qkv(2))
    add("f64", torch, "f64", *qkv(2))
    add("four equal keys", torch, "f32", np.zeros((2, 2)), whole(2, 4, 2), whole(3, 4, 3))
    return cases


def softmax():
    cases = Cases("softmax")

    def add(name, origin, element, values, dim, open=False):
        x = Tensor(element, values)
        result = softmaxed(x.values, dim) if x.values.shape[dim] else x.values
        cases.add(name, origin, [x], [Tensor(element, result)], dim=dim, open=open)

    cube = real(1, 2, 3, 4)
    for dim in range(3):
        add(f"axis {dim}", f"ONNX node test test_softmax_axis_{dim}", "f32", np.abs(cube), dim)
        add(f"axis {dim} of f16", "PyTorch torch.nn.functional.softmax", "f16", cube, dim)
        add(f"axis {dim} of bf16", "PyTorch torch.nn.functional.softmax", "bf16", cube, dim)
    add("example", "ONNX node test test_softmax_example", "f32", [[-1, 0, 1]], 1)
    add("large numbers", "ONNX node test test_softmax_large_number", "f32", [[0, 1, 2, 3], [10000, 10001, 10002, 10003]], 1)
    add("f64", "PyTorch torch.nn.functional.softmax", "f64", cube, 2)
    add("all equal", "scipy.special.softmax", "f32", np.full((2, 4), 3.0), 1)
    add("one element", "scipy.special.softmax", "f32", [[5], [-7]], 1)
    add("vector", "scipy.special.softmax", "f32", real(2, 7), 0)
    add("minus infinity among numbers", "PyTorch softmax of masked scores", "f32", [[0, -INF, 1], [-INF, 2, -INF]], 1)
    add("minus infinity only", "PyTorch softmax of masked scores", "f32", [[-INF, -INF], [0, 0]], 1, open=True)
    add("no lines", "scipy.special.softmax on shape (0, 3)", "f32", np.zeros((0, 3)), 1)
    add("empty lines", "numpy.exp on shape (2, 0)", "f32", np.zeros((2, 0)), 1)
    add("far apart", "scipy.special.softmax", "f32", [[0, -200, 3]], 1)
    add("far apart in f16", "scipy.special.softmax", "f16", [[60000, -60000, 59000]], 1)
    return cases


ALL = [contraction, attention, softmax]
