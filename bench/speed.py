#!/usr/bin/env python3
"""How long what compilers make of a few programs takes to run, on one thread and for the same processor: cpu:O3 beside a release of IREE and
cpu:O0. All take turns, so that what else the machine does meets them alike; a figure is the median of the turns, in CPU milliseconds of a call
without compiling it, and a ratio is one of medians. The results of both are held against the oracle first.

    bench/speed.py
    bench/speed.py --cases gemm-512,softmax --turns 3 --no-check
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

from against_iree import tools
from common import ASSAY, BIN, median, run

GEMM = """assay 1
d0 {kind}
d1 {kind}
d2 {kind}
%0 = argument f32[d0,d2]
%1 = argument f32[d2,d1]
%2 = contraction(%0, %1) {{lhs=[0,2], rhs=[2,1], out=[0,1]}}
return %2
run d0={size} d1={size} d2={size}
  %0 = uniform {{seed=7, low=-1, high=1}}
  %1 = uniform {{seed=8, low=-1, high=1}}
"""

TRANSPOSED = """assay 1
%0 = argument f32[512,512]
%1 = argument f32[512,512]
%2 = transpose(%0) {permutation=[1,0]}
%3 = contraction(%2, %1) {lhs=[0,2], rhs=[2,1], out=[0,1]}
return %3
run
  %0 = uniform {seed=7, low=-1, high=1}
  %1 = uniform {seed=8, low=-1, high=1}
"""

CONV = """assay 1
%0 = argument f32[{x}]
%1 = argument f32[{kernel}]
%2 = conv(%0, %1) {{layout={layout}, sizes=[56,56], strides=[1,1], dilations=[1,1], low=[0,0], high=[0,0]}}
return %2
run
  %0 = uniform {{seed=7, low=-1, high=1}}
  %1 = uniform {{seed=8, low=-1, high=1}}
"""

TOPK = """assay 1
%0 = argument f32[64,4096]
%1, %2 = topk(%0) {dim=1, k=16}
return %1, %2
run
  %0 = uniform {seed=7, low=-1, high=1}
"""

ATTENTION = """assay 1
%0 = argument f32[1,8,512,64]
%1 = argument f32[1,8,512,64]
%2 = argument f32[1,8,512,64]
%3 = attention(%0, %1, %2) {scale=0.125}
return %3
run
  %0 = uniform {seed=7, low=-1, high=1}
  %1 = uniform {seed=8, low=-1, high=1}
  %2 = uniform {seed=9, low=-1, high=1}
"""

SOFTMAX = """assay 1
%0 = argument f32[1024,1024]
%1 = softmax(%0) {dim=1}
return %1
run
  %0 = uniform {seed=7, low=-4, high=4}
"""

LAYERNORM = """assay 1
%0 = argument f32[1024,1024]
%1 = reduce(%0) {dims=[1]}
%2 = fill() {shape=[1024], element=f32, value=0.0009765625}
%3 = binary(%1, %2) {function=mul}
%4 = broadcast(%3) {shape=[1024,1024], added=[1]}
%5 = binary(%0, %4) {function=sub}
%6 = binary(%5, %5) {function=mul}
%7 = reduce(%6) {dims=[1]}
%8 = binary(%7, %2) {function=mul}
%9 = fill() {shape=[1024], element=f32, value=7.62939453125e-06}
%10 = binary(%8, %9) {function=add}
%11 = unary(%10) {function=rsqrt}
%12 = broadcast(%11) {shape=[1024,1024], added=[1]}
%13 = binary(%5, %12) {function=mul}
return %13
run
  %0 = uniform {seed=7, low=-4, high=4}
"""

# The program; how many times IREE's time cpu:O3 may take at most; how many times as fast as cpu:O0 it is to be.
CASES = {
    "gemm-512": (GEMM.format(kind="static", size=512), 1.5, 40),
    "gemm-509": (GEMM.format(kind="static", size=509), 1.5, None),
    "gemm-dynamic-512": (GEMM.format(kind="dynamic", size=512), 1.5, None),
    "transpose-gemm-512": (TRANSPOSED, 1.5, None),
    "conv-3x3-channels-last": (CONV.format(x="1,58,58,64", kernel="3,3,64,64", layout="channels_last"), 1.0, None),
    "conv-3x3-channels-first": (CONV.format(x="1,64,58,58", kernel="64,64,3,3", layout="channels_first"), 1.0, None),
    "topk-64x4096": (TOPK, 1.0, None),
    "attention-1x8x512x64": (ATTENTION, 1.0, 40),
    "softmax-1024x1024": (SOFTMAX, 2.5, None),
    "layernorm-1024x1024": (LAYERNORM, 2.5, None),
}


class Ours:
    """What cpu:LEVEL compiles."""

    def __init__(self, case, level, seconds, inputs):
        self.command = [BIN / "speed_bench", case, level, seconds, inputs]

    def milliseconds(self):
        return float(run(*self.command))


class Iree:
    """What a release of IREE compiles, with the flags of its target here, run by iree-benchmark-module on the inputs that are in the folder."""

    def __init__(self, case, release, seconds, inputs):
        paths = tools(ASSAY, release)
        module, code = inputs / "module.mlir", inputs / "module.vmfb"
        module.write_text(run(ASSAY, "gen", case, "--format", "iree"))
        run(paths["iree-compile"], module, "-o", code, "--iree-hal-target-backends=llvm-cpu", "--iree-input-demote-f64-to-f32=false",
            "--iree-opt-level=O3", "--iree-llvmcpu-target-cpu=x86-64-v3")
        self.command = [pathlib.Path(paths["iree-run-module"]).with_name("iree-benchmark-module"), f"--module={code}", "--function=main",
                        "--device=local-sync", "--benchmark_format=json", f"--benchmark_min_time={seconds}s",
                        *(f"--input={argument}" for argument in self.arguments(case, inputs))]

    @staticmethod
    def arguments(case, inputs):
        """The arguments of the run, as the tool takes them. All extents can be seen from their shapes."""
        extents = {}
        for line in case.read_text().splitlines():
            if line.startswith("run"):
                extents = dict(word.split("=") for word in line.split()[1:])
        for line in case.read_text().splitlines():
            if " = argument " in line:
                element, shape = line.split(" = argument ")[1].rstrip("]").split("[")
                place = line[1:line.index(" ")]
                yield "x".join([*(extents.get(extent, extent) for extent in shape.split(",")), element]) + f"=@{inputs / f'in{place}.bin'}"

    def milliseconds(self):
        said = json.loads(run(*self.command))["benchmarks"][0]
        return said["cpu_time"] * {"ns": 1e-6, "us": 1e-3, "ms": 1, "s": 1e3}[said["time_unit"]]


def measured(case, arguments, folder):
    """Medians of cpu:O3, of IREE, and of one call of cpu:O0."""
    inputs = folder / "inputs"
    inputs.mkdir()
    ours = Ours(case, "O3", arguments.seconds, inputs)
    ours.milliseconds()  # writes the inputs
    iree = Iree(case, arguments.release, arguments.seconds, inputs)
    times = [(ours.milliseconds(), iree.milliseconds()) for _ in range(arguments.turns)]
    return (*(median([turn[side] for turn in times]) for side in (0, 1)), Ours(case, "O0", 0, inputs).milliseconds())


def disagreements(case, release):
    """What the oracle has against the results of both."""
    said = json.loads(run(ASSAY, "check", case, "--target", f"cpu:O3,{release}:llvm-cpu:O3", "--json", accepted=(0, 1, 3)))
    return [f"{one['target']}: {one['verdict']}: {one['detail']}" for one in said if one["verdict"] != "agree"]


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--release", default="iree@3.13.0")
    arguments.add_argument("--cases", default=",".join(CASES))
    arguments.add_argument("--turns", default=9, type=int)
    arguments.add_argument("--seconds", default=0.2, type=float, help="how long each takes its turn")
    arguments.add_argument("--no-check", action="store_true", help="do not hold the results against the oracle")
    arguments = arguments.parse_args()
    print(f"| case | cpu:O3, ms | {arguments.release}:llvm-cpu:O3, ms | times | goal | cpu:O0, ms | times as fast | goal |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name in arguments.cases.split(","):
        text, at_most, at_least = CASES.get(name) or sys.exit(f"there is no case {name}: {', '.join(CASES)}")
        with tempfile.TemporaryDirectory(prefix="assay-speed-") as folder:
            case = pathlib.Path(folder) / f"{name}.txt"
            case.write_text(text)
            for line in [] if arguments.no_check else disagreements(case, arguments.release):
                print(f"{name}: {line}", file=sys.stderr)
            ours, iree, plain = measured(case, arguments, pathlib.Path(folder))
        print(f"| {name} | {ours:.2f} | {iree:.2f} | {ours / iree:.2f} | {at_most} | {plain:.0f} | {plain / ours:.0f} | {at_least or ''} |", flush=True)


if __name__ == "__main__":
    main()
