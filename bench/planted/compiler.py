#!/usr/bin/env python3
"""A compiler of linalg on tensors to a shared object, out of upstream's tools, in one pass of which a bug is planted.

    compiler.py INPUT.mlir OUTPUT.so [-O2] [--plant=BUG] [--without=PASS]... [--after=PASS]
    compiler.py --bugs                       the bugs, each with the profile of programs that meet it

Without -O2 the module is lowered as it is. With it PASSES run on its text one after the other, all of which are upstream's;
`simplify-ops` canonicalizes, and then does to the text what BUG says. --without leaves a pass out, and --after ends behind one and writes
the module as text. To whom calls it, the pass is no other than the rest.
"""
import pathlib
import re
import subprocess
import sys

LLVM = pathlib.Path("/usr/lib/llvm-22/lib")
# Half a clang's time for what it would link.
RUNTIME = [*map(str, LLVM.glob("clang/*/lib/linux/libclang_rt.builtins-x86_64.a")), "-L/usr/lib/x86_64-linux-gnu", "-lm", "-lc"]
PASSES = {
    "inline": "inline",
    "fold-subsets": "func.func(fold-tensor-subset-ops)",
    "fuse-elementwise": "func.func(linalg-fuse-elementwise-ops)",
    "simplify-ops": "canonicalize,cse",
    "hoist-invariants": "func.func(loop-invariant-code-motion)",
    "inline-scalars": "func.func(linalg-inline-scalar-operands)",
    "propagate-constants": "sccp,canonicalize",
}
WITH_BUG = "simplify-ops"
LOWERING = """func.func(llvm-request-c-wrappers),
    one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map
                       allow-return-allocs-from-loops=1},
    func.func(convert-linalg-to-loops), convert-scf-to-cf, memref-expand, expand-strided-metadata, lower-affine, arith-expand,
    convert-complex-to-standard, convert-math-to-llvm, convert-math-to-libm, convert-to-llvm, reconcile-unrealized-casts"""

# name: (profile, function from a Module to nothing)
BUGS = {}


def bug(name, profile="default"):
    def keep(function):
        BUGS[name] = (profile, function)
        return function
    return keep


class Module:
    """The lines of a module as mlir-opt prints it."""

    def __init__(self, text):
        self.lines, self.fresh = text.split("\n"), 0

    def text(self):
        return "\n".join(self.lines)

    def maker(self, at, value):
        """What makes a value that the line reads: its last definition above, without its name; empty for an argument."""
        name = re.escape(value.split("#")[0])
        for line in reversed(self.lines[:at]):
            if found := re.match(rf"\s*{name}(?::\d+)? = (.*)", line):
                return found[1]
            if re.match(rf"\s*(\^bb\d+)?\(.*{name}\b", line):
                return ""
        return ""

    def is_constant(self, at, value):
        return self.maker(at, value).startswith(("arith.constant", "complex.constant"))

    def number(self, at, value):
        """The text of a constant's value; empty if it is none."""
        found = re.match(r"arith.constant (\S+)", self.maker(at, value))
        return found[1] if found else ""

    def extents(self, at, value, shape):
        """The extents of what tensor.empty makes, a value for each that is dynamic; nothing if something else makes it."""
        found = re.match(r"tensor.empty\((.*?)\)", self.maker(at, value))
        dynamic = iter(found[1].split(", ")) if found else iter(())
        return [next(dynamic) if extent == "?" else extent for extent in shape] if found or "?" not in shape else None

    def constant(self, text, of_type):
        """A new constant, and the line that makes it."""
        self.fresh += 1
        return f"%p{self.fresh}", f"%p{self.fresh} = arith.constant {text} : {of_type}"

    def each(self, pattern, change):
        """Has change(at, match) say what a line that has the pattern is replaced by: a text for the match, a list of lines for
        the line, or nothing."""
        for at in reversed(range(len(self.lines))):
            line = self.lines[at]
            if not (match := re.search(pattern, line)):
                continue
            new = change(at, match)
            if isinstance(new, str):
                self.lines[at] = line[:match.start()] + new + line[match.end():]
            elif new:
                indent = line[:len(line) - len(line.lstrip())]
                self.lines[at:at + 1] = [indent + one for one in new]

    def rename(self, op, new, types=r"\S+"):
        """Makes an op another one, in a body by its type, and as all of a linalg.map or linalg.reduce by that of its first input."""
        self.each(rf"\b{op} (?=%.* : {types}$)", lambda at, match: f"{new} ")
        self.each(rf"\{{ {op} \}}(?= ins\([^:]*: tensor<(\d+x|\?x)*{types}[,>)])", lambda at, match: f"{{ {new} }}")


def shape_of(text):
    """The extents in "?x3xf32"."""
    return re.findall(r"(\d+|\?)x", text)


def numbers(text):
    return [int(word) for word in text.split(", ")] if text else []


def listed(values):
    return ", ".join(map(str, values))


def renamed(name, op, new, types=r"\S+", profile="default"):
    """A bug that makes an op another one."""
    bug(name, profile)(lambda m: m.rename(op, new, types))


def rewritten(name, pattern, template, profile="default"):
    """A bug that makes of what has the pattern what the template says, as of a line several; @ is a number of their own."""
    def change(at, match):
        lines = match.expand(template).split("\n")
        return [line.replace("@", str(at)) for line in lines] if len(lines) > 1 else lines[0]
    bug(name, profile)(lambda m: m.each(pattern, change))


# Operands and ops.

@bug("difference-swapped")
def _(m):
    def swap(at, match):
        if not m.is_constant(at, match[1]) and not m.is_constant(at, match[2]):
            return f"arith.subi {match[2]}, {match[1]} : {match[3]}"
    m.each(r"arith.subi (\S+), (\S+) : (i\d+)$", swap)


@bug("difference-of-element-swapped")
def _(m):
    def swap(at, match):
        if m.maker(at, match[2]).startswith("tensor.extract "):
            return f"arith.subf {match[2]}, {match[1]} :"
    m.each(r"arith.subf (\S+), (\S+) :", swap)


renamed("maximum-loses-nan", "arith.maximumf", "arith.maxnumf", "(f32|f64)", "special")
rewritten("minimum-by-compare", r"(%\S+) = arith.minimumf (\S+), (\S+) : (\S+)$",
          r"%less@ = arith.cmpf olt, \2, \3 : \4\n\1 = arith.select %less@, \2, \3 : \4", "special")
rewritten("less-becomes-at-most", r"arith.cmpi (sl|sg)t, (?=\S+, \S+ : i\d+$)", r"arith.cmpi \1e, ")


@bug("choice-by-float-swapped")
def _(m):
    def swap(at, match):
        if m.maker(at, match[1]).startswith("arith.cmpf "):
            return f"arith.select {match[1]}, {match[3]}, {match[2]} :"
    m.each(r"arith.select (\S+), (\S+), (\S+) :", swap)


renamed("maximum-unsigned", "arith.maxsi", "arith.maxui", "(i8|i16|i32)")
rewritten("copysign-swapped", r"math.copysign (\S+), (\S+) :", r"math.copysign \2, \1 :")
renamed("floor-division-truncates", "arith.floordivsi", "arith.divsi")
renamed("floor-truncates", "math.floor", "math.trunc")
renamed("shift-fills-with-zeros", "arith.shrsi", "arith.shrui")


@bug("abs-by-unsigned-maximum")
def _(m):
    def change(at, match):
        zero, made = m.constant(0, match[3])
        return [made, f"%minus{at} = arith.subi {zero}, {match[2]} : {match[3]}",
                f"{match[1]} = arith.maxui {match[2]}, %minus{at} : {match[3]}"]
    m.each(r"(%\S+) = math.absi (\S+) : (\S+)$", change)


@bug("ceil-by-floor")
def _(m):
    def change(at, match):
        one, made = m.constant("1.0", match[3])
        return [made, f"%below{at} = math.floor {match[2]} : {match[3]}", f"{match[1]} = arith.addf %below{at}, {one} : {match[3]}"]
    m.each(r"(%\S+) = math.ceil (\S+) : (\S+)$", change)


renamed("complex-negation-conjugates", "complex.neg", "complex.conj", profile="complex")


# Types.

rewritten("sign-extension-lost", r"arith.extsi (?=\S+ : i8 to)", "arith.extui ")
rewritten("truncation-by-way-of-i8", r"(%\S+) = arith.trunci (\S+) : i64 to (i16|i32)$",
          r"%narrow@ = arith.trunci \2 : i64 to i8\n\1 = arith.extsi %narrow@ : i8 to \3")
rewritten("conversion-unsigned", r"arith.sitofp (?=\S+ : (i8|i16|i32) to)", "arith.uitofp ")
rewritten("half-rounded-twice", r"(%\S+) = arith.truncf (\S+) : (f32|f64) to f16$",
          r"%short@ = arith.truncf \2 : \3 to bf16\n%wide@ = arith.extf %short@ : bf16 to f32\n"
          r"\1 = arith.truncf %wide@ : f32 to f16")


@bug("contraction-sign-of-operands", "contraction")
def _(m):
    unsigned = "{cast = #linalg.type_fn<cast_unsigned>} "

    def change(at, match):
        line = match[0]
        return line.replace(unsigned, "") if unsigned in line else line.replace("ins(", unsigned + "ins(", 1)
    m.each(r"linalg.(contract|matmul|batch_matmul|vecmat|matvec) .*ins\(.*xi(8|16|32)>.*outs\(.*$", change)


# Constants and initial values.

@bug("extreme-from-zero", "reduction")
def _(m):
    def change(at, match):
        fill = re.match(r"linalg.fill ins\((\S+) : (\S+)\) outs\((\S+) : (.*)\) -> (.*)", m.maker(at, match[1]))
        if not fill or not re.match(r"0x[7F]", m.number(at, fill[1])):
            return None
        zero, made = m.constant("0.0", fill[2])
        return [made, f"%start{at} = linalg.fill ins({zero} : {fill[2]}) outs({fill[3]} : {fill[4]}) -> {fill[5]}",
                m.lines[at].strip().replace(f"outs({match[1]} ", f"outs(%start{at} ")]
    m.each(r"linalg.reduce \{ arith.m(?:ax|in)imumf \} .* outs\((\S+) ", change)


@bug("infinity-becomes-largest", "special")
def _(m):
    largest = {"0xFF800000 : f32": "0xFF7FFFFF : f32", "0x7F800000 : f32": "0x7F7FFFFF : f32",
               "0xFFF0000000000000 : f64": "0xFFEFFFFFFFFFFFFF : f64", "0x7FF0000000000000 : f64": "0x7FEFFFFFFFFFFFFF : f64"}
    m.each(r"arith.constant (0x\S+ : f\d+)$", lambda at, match: f"arith.constant {largest.get(match[1], match[1])}")


@bug("fills-merged", "reduction")
def _(m):
    seen = {}
    for at, line in enumerate(m.lines):
        if "func.func" in line:
            seen = {}
        if found := re.match(r"(    %\S+) = linalg.fill ins\((\S+) : (\S+)\) outs\((\S+ : .*)\) ->", line):
            first = seen.setdefault(found[4], found[2])
            m.lines[at] = line.replace(f"ins({found[2]} ", f"ins({first} ")


@bug("pad-value-lost", "slicing")
def _(m):
    def change(at, match):
        if "tensor.pad" not in "".join(m.lines[max(0, at - 2):at]) or m.number(at, match[1]) in ("", "0", "0.000000e+00", "false"):
            return None
        zero, made = m.constant({"f": "0.0", "b": "0.0"}.get(match[2][0], "0"), match[2])
        return [made, f"tensor.yield {zero} : {match[2]}"]
    m.each(r"tensor.yield (\S+) : ([a-z]+\d+)$", change)


# Shapes and places.

rewritten("pad-sides-swapped", r" low\[(.*?)\] high\[(.*?)\] \{", r" low[\2] high[\1] {", "slicing")


@bug("slice-stride-lost", "slicing")
def _(m):
    def change(at, match):
        strides = ["1" if size != "1" else stride for size, stride in zip(match[2].split(", "), match[3].split(", "))]
        return f"{match[1]}[{match[2]}] [{listed(strides)}] :"
    m.each(r"(tensor.extract_slice [^\[]*\[.*?\] )\[(.*?)\] \[(.*?)\] :", change)


@bug("insert-offset-dropped", "slicing")
def _(m):
    def change(at, match):
        offsets = match[2].split(", ")
        if len(offsets) > 1:
            return f"{match[1]}[{listed([*offsets[:-1], 0])}]"
    m.each(r"(tensor.insert_slice \S+ into [^\[]*)\[(.*?)\]", change)


@bug("insert-counts-as-overwritten", "slicing")
def _(m):
    def change(at, match):
        below = re.match(r"tensor.insert_slice \S+ into (\S+?)\[.*?\] (\[.*?\] \[.*?\]) : (\S+) into", m.maker(at, match[2]))
        if below and below[2] == match[4] and below[3] == match[5]:
            return f"{match[1]}{below[1]}{match[3]}{match[4]} : {match[5]} into"
    m.each(r"(tensor.insert_slice \S+ into )(\S+?)(\[.*?\] )(\[.*?\] \[.*?\]) : (\S+) into", change)


@bug("square-transpose-elided", "layout")
def _(m):
    def change(at, match):
        shape, order = m.extents(at, match[1], shape_of(match[2])), numbers(match[4])
        # What comes out has at each place the extent that went in there, as order says.
        if shape and all(shape[order[dim]] == shape[dim] for dim in range(len(order))):
            return f"outs({match[1]} : tensor<{match[2]}>{match[3]}permutation = [{listed(range(len(order)))}]"
    m.each(r"outs\((\S+) : tensor<(.*?)>(\) )permutation = \[(.*?)\]", change)


@bug("broadcast-of-square", "layout")
def _(m):
    def change(at, match):
        dims = numbers(match[4])
        shape = m.extents(at, match[1], shape_of(match[2]))
        for dim in dims:
            for other in range(len(shape or ())):
                if other not in dims and shape[other] == shape[dim] != "1":
                    swapped = sorted(other if one == dim else one for one in dims)
                    left = [shape[one] for one in range(len(shape)) if one not in dims]
                    if left == [shape[one] for one in range(len(shape)) if one not in swapped]:
                        return f"outs({match[1]} : tensor<{match[2]}>{match[3]}dimensions = [{listed(swapped)}]"
        return None
    m.each(r"linalg.broadcast .*?outs\((\S+) : tensor<(.*?)>(\) )dimensions = \[(.*?)\]",
           lambda at, match: (new := change(at, match)) and match[0][:match[0].index("outs(")] + new)


@bug("reduction-of-square", "reduction")
def _(m):
    def change(at, match):
        shape, dims = shape_of(match[1]), numbers(match[3])
        if len(dims) == 1 and "?" not in shape:
            for other in range(len(shape)):
                if other != dims[0] and shape[other] == shape[dims[0]] != "1" and abs(other - dims[0]) == 1:
                    return f"ins({match[0].split('ins(')[1].split('dimensions')[0]}dimensions = [{other}]"
        return None
    m.each(r"ins\(\S+ : tensor<(\S+?)>\) outs\((.*)\) dimensions = \[(.*?)\]", lambda at, match: change(at, match) if
           "linalg.reduce" in m.lines[at] else None)


@bug("iota-along-other-dim", "sorting")
def _(m):
    def change(at, match):
        if "arith.index_cast" in m.lines[at + 1] and re.search(rf"{match[1]} :", m.lines[at + 1]):
            return f"{match[1]} = linalg.index {int(match[2]) - 1} :"
    m.each(r"(%\S+) = linalg.index ([1-9]) :", change)


@bug("element-of-square-transposed", "indexing")
def _(m):
    def change(at, match):
        words, shape = match[2].split(", "), shape_of(match[3])
        if len(shape) > 1 and shape[-1] == shape[-2] not in ("?", "1"):
            return f"tensor.extract {match[1]}[{listed([*words[:-2], words[-1], words[-2]])}] : tensor<{match[3]}>"
    m.each(r"tensor.extract (\S+)\[(.*?)\] : tensor<(\S+)>", change)


# Loops.

@bug("loop-one-short")
def _(m):
    def change(at, match):
        end = m.number(at, match[3])
        if m.number(at, match[4]) != "1" or m.number(at, match[2]) != "0" or not end or int(end) < 3:
            return None
        less, made = m.constant(int(end) - 1, "index")
        return [made, m.lines[at].strip().replace(f" to {match[3]} step", f" to {less} step")]
    m.each(r"scf.for (%\S+) = (\S+) to (\S+) step (\S+) ", change)


rewritten("carried-values-swapped", r"scf.yield (\S+), (\S+) : (tensor<\S+>), \3$", r"scf.yield \2, \1 : \3, \3", "sorting")


def planted(name, text):
    """The text with the bug applied to it."""
    module = Module(text)
    BUGS[name][1](module)
    return module.text()


def run(*commands, text):
    """Pipes text through programs; what the last one prints. Ends as the first that does not end well."""
    started = []
    for words in commands:
        started.append(subprocess.Popen(words, stdin=started[-1].stdout if started else subprocess.PIPE, stdout=subprocess.PIPE, text=True))
    for one in started[:-1]:
        one.stdout.close()
    with started[0].stdin as pipe:
        pipe.write(text)
    printed = started[-1].stdout.read()
    for code in [one.wait() for one in started]:
        if code:
            sys.exit(code if code > 0 else 128 - code)
    return printed


def optimizer(passes):
    return ["mlir-opt-22", "--pass-pipeline=builtin.module(" + ",".join(passes) + ")"]


def main(source, output, *flags):
    values = {key: [flag.split("=", 1)[1] for flag in flags if flag.startswith(f"--{key}=")] for key in ("plant", "without", "after")}
    names = list(PASSES) if "-O2" in flags else []
    if values["after"]:
        names = names[:names.index(values["after"][0]) + 1]
    names = [name for name in names if name not in values["without"]]
    with open(source) as file:
        text = file.read()
    passes = []
    for name in names:
        passes.append(PASSES[name])
        if name == WITH_BUG and values["plant"]:
            text, passes = planted(values["plant"][0], run(optimizer(passes), text=text)), []
    if values["after"]:
        with open(output, "w") as file:
            file.write(run(optimizer(passes), text=text))
        return
    run(optimizer([*passes, LOWERING]), ["mlir-translate-22", "--mlir-to-llvmir"],
        ["llc-22", "-O0", "-filetype=obj", "-relocation-model=pic", "-o", f"{output}.o"], text=text)
    run(["ld.lld-22", "-shared", "-o", output, f"{output}.o", f"-L{LLVM}", f"-rpath={LLVM}", "-lmlir_c_runner_utils", *RUNTIME], text="")


if __name__ == "__main__":
    if sys.argv[1:] == ["--bugs"]:
        for name, (profile, _) in BUGS.items():
            print(name, profile)
    else:
        main(*sys.argv[1:])
