"""Builds test cases with expected values. Numbers are numpy arrays; a Tensor adds assay's element type."""

import json

import numpy as np

INTEGERS = {"i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64}
UNSIGNED = {"i8": np.uint8, "i16": np.uint16, "i32": np.uint32, "i64": np.uint64}
# significand bits with the implicit one, least and greatest exponent
FLOATS = {"f64": (53, -1022, 1023), "f32": (24, -126, 127), "f16": (11, -14, 15), "bf16": (8, -126, 127)}
NAN, INF = float("nan"), float("inf")

# The first spelling of ops that have no "named" one.
SPELLINGS = {"compare": "generic", "cast": "generic", "arg_reduce": "generic", "iota": "generic",
             "reverse": "extract"}
DEFAULTS = {
    "binary": {"unsigned": False},
    "compare": {"unsigned": False},
    "cast": {"unsigned": False},
    "contraction": {"result": "f32", "unsigned": False},
    "attention": {"scale": 1.0, "mask": "none", "causal": False, "group": 1},
    "reduce": {"unsigned": False},
    "arg_reduce": {"minimum": False, "first_index": True, "index_type": "i64"},
    "scan": {"function": "sum", "inclusive": True, "reverse": False},
    "topk": {"largest": True, "sorted": True, "index_type": "i64"},
    "sort": {"descending": False, "stable": False},
    "scatter": {"combine": "overwrite", "unique": False},
    "scatter_nd": {"combine": "overwrite", "unique": False},
    "one_hot": {"element": "f32", "on": 1.0, "off": 0.0},
    "expand": {"units": 0},
    "extract_slice": {"dropped": []},
    "insert_slice": {"dropped": []},
}


def rounded(element, values):
    """Rounds to nearest even in a float type, in one step from long double."""
    digits, least, greatest = FLOATS[element]
    values = np.asarray(values, dtype=np.longdouble)
    with np.errstate(all="ignore"):
        exponent = np.frexp(np.where(np.isfinite(values), values, 0))[1] - 1
        unit = np.ldexp(np.longdouble(1), np.maximum(exponent, least) - (digits - 1))
        result = np.where(np.isfinite(values) & (values != 0), np.rint(values / unit) * unit, values)
        limit = np.ldexp(np.longdouble(1), greatest + 1)
        return np.where(np.abs(result) >= limit, np.copysign(np.longdouble(INF), result), result)


class Tensor:
    """Values with an element type; integers wrap, floats are rounded to nearest even."""

    def __init__(self, element, values):
        self.element = element
        if element in FLOATS:
            self.values = rounded(element, values)
        elif element in INTEGERS:
            self.values = np.asarray(values).astype(INTEGERS[element])
        elif element == "i1":
            self.values = np.asarray(values).astype(bool)
        else:
            self.values = np.asarray(values).astype(np.complex64)

    @property
    def shape(self):
        return list(self.values.shape)

    def type(self):
        return f"{self.element}[{','.join(map(str, self.shape))}]"

    def json(self):
        data = []
        for value in self.values.reshape(-1):
            if self.element == "c64":
                data += [number(value.real), number(value.imag)]
            elif self.element in FLOATS:
                data.append(number(value))
            else:
                data.append(int(value))
        return {"element": self.element, "shape": self.shape, "data": data}


def number(value):
    value = float(value)
    if np.isnan(value):
        return "nan"
    if np.isinf(value):
        return "inf" if value > 0 else "-inf"
    return value


def unsigned(tensor):
    """The bits of an integer tensor read as unsigned."""
    return tensor.values.astype(UNSIGNED[tensor.element])


def real(seed, *shape, low=-2, high=2):
    """Uniform multiples of 2^-8, to keep the files small."""
    return np.rint(np.random.RandomState(seed).uniform(low, high, shape) * 256) / 256


def whole(seed, *shape, low=-4, high=4):
    return np.random.RandomState(seed).randint(low, high + 1, shape)


class Cases:
    """The cases of one op."""

    def __init__(self, op):
        self.op = op
        self.items = []

    def add(self, name, origin, operands, expected, destination=None, contracts=(), open=False, **attributes):
        """One op on `operands` must give the Tensors `expected`. open: the reference may leave elements
        undecided."""
        arguments = operands + ([destination] if destination else [])
        node = {"op": self.op, "operands": list(range(len(operands)))}
        if destination:
            node["destination"] = len(operands)
        node["spelling"] = SPELLINGS.get(self.op, "named")
        attributes = {**DEFAULTS.get(self.op, {}), **attributes}
        node["attributes"] = {k: number(v) if isinstance(v, float) else v for k, v in attributes.items()}
        returns = [len(arguments) + i for i in range(len(expected))]
        case = {
            "schema": 1,
            "program": {"symbols": 0, "arguments": [a.type() for a in arguments], "nodes": [node],
                        "returns": returns, "groups": []},
            "specialization": [],
            "contracts": list(contracts),
            "runs": [{"bindings": [], "inputs": [a.json() for a in arguments]}],
        }
        item = {"name": name, "origin": origin}
        if open:
            item["open"] = True
        self.items.append({**item, "case": case, "expected": [e.json() for e in expected]})

    def write(self, folder):
        names = [item["name"] for item in self.items]
        assert len(names) >= 20, f"{self.op} has only {len(names)} cases"
        assert len(set(names)) == len(names), f"{self.op} has two cases of one name"
        lines = ",\n".join(json.dumps(item, separators=(",", ":"), allow_nan=False) for item in self.items)
        (folder / f"{self.op}.json").write_text(f"[\n{lines}\n]\n")
