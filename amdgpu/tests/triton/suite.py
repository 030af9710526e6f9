"""Compiles the kernels in kernels/ with Triton, runs them with assay-emu and compares with numpy. Started by run.py.

Every case is run in each of MODES; what it gives may differ between them only if it depends on an order, as sums by atomics do."""

import argparse
import hashlib
import importlib
import json
import os
import pathlib
import re
import subprocess
import sys
import time
from unittest import mock

import ml_dtypes  # numpy knows bfloat16 and the 8-bit floats by name from here on
import numpy as np
import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

from case import ELEMENTS, Output

KERNELS = sorted(file.stem for file in (pathlib.Path(__file__).parent / "kernels").glob("*.py"))
WAVE = 64
MODES = [[], ["--schedule=7", "--threads=2"], ["--check=all", "--schedule=11"]]

# What long runs draw from: a value of None leaves Triton's own choice.
OPTIONS = {"num_warps": [None, 1, 2, 4, 8], "num_stages": [None, 1, 2, 3], "waves_per_eu": [None, 2], "enable_fp_fusion": [None, False]}
KNOBS = {"AMDGCN_USE_BUFFER_OPS": [None, "0"], "TRITON_HIP_USE_BLOCK_PINGPONG": [None, "0"],
         "TRITON_HIP_USE_IN_THREAD_TRANSPOSE": [None, "0"], "DISABLE_LLVM_OPT": [None, None, None, "1"]}
LDS_BYTES = 65536


def triton_type(argument):
    if isinstance(argument, int):
        return "i32" if -2**31 <= argument < 2**31 else "i64"
    return "fp32" if isinstance(argument, float) else "*" + ELEMENTS[buffer(argument).dtype.name]


def buffer(argument):
    return argument.before if isinstance(argument, Output) else argument


def compile_case(case, chip, folder):
    """The code object's path, the kernel's name, its dynamic LDS and its waves, specialized as a launch from Python would be."""
    names = case.kernel.arg_names
    signature, constants, attributes = {}, dict(case.constants), {}
    for i, (name, argument) in enumerate(zip(names, case.arguments)):
        if isinstance(argument, int) and argument == 1:
            constants[name] = 1
            continue
        signature[name] = triton_type(argument)
        if not isinstance(argument, (int, float)):
            attributes[(i,)] = [["tt.divisibility", 16], ["tt.pointer_range", 32]]
        elif isinstance(argument, int) and argument % 16 == 0:
            attributes[(i,)] = [["tt.divisibility", 16]]
    signature = {name: "constexpr" if name in constants else signature[name] for name in names}
    # A range of 32 bits is what buffer instructions are chosen by: with it off they are global ones.
    compiled = triton.compile(ASTSource(case.kernel, signature, constants, attributes), GPUTarget("hip", chip, WAVE), dict(case.options))
    code = compiled.asm["hsaco"]
    path = folder / "code" / f"{compiled.metadata.name}-{hashlib.sha256(code).hexdigest()[:12]}.hsaco"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(code)
    return path, compiled.metadata.name, compiled.metadata.shared, compiled.metadata.num_warps


def write_manifest(case, compiled, folder):
    """The launch as `assay-emu run` takes it, and the outputs with the files that they will be in."""
    code, name, lds, warps = compiled
    folder.mkdir(parents=True, exist_ok=True)
    arguments, outputs = [], []
    for i, argument in enumerate(case.arguments):
        if isinstance(argument, int):
            if argument != 1:  # that is a constant of the kernel
                arguments.append({triton_type(argument): argument})
        elif isinstance(argument, float):
            arguments.append({"f32": argument})
        else:
            values = buffer(argument)
            np.save(folder / f"{i}.npy", values.view(f"u{values.dtype.itemsize}"))
            arguments.append({"npy": f"{i}.npy"})
            if isinstance(argument, Output):
                arguments[-1]["out"] = f"{i}.out.npy"
                outputs.append((argument, folder / f"{i}.out.npy"))
    # Memory for all of a launch's scratch and for profiles, which no kernel here has.
    arguments += [{"null": True}, {"null": True}]
    manifest = {"code_object": str(code), "kernel": name, "grid": list(case.grid), "block": [warps * WAVE], "lds": lds, "arguments": arguments}
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=1))
    return outputs


class Suite:
    def __init__(self, emu, folder, chip):
        self.emu, self.folder, self.chip = emu, folder, chip
        self.runs = self.instructions = 0
        self.failures = []

    def fail(self, title, mode, sentence):
        print(f"FAILED {title} {' '.join(mode)}\n  {sentence}", flush=True)
        self.failures.append(title)

    def run(self, title, case):
        if self.chip not in case.chips:
            return None
        folder = self.folder / "runs" / re.sub(r"\W+", "-", title)[:200]  # a file name has at most 255 bytes
        try:
            compiled = compile_case(case, self.chip, self.folder)
        except Exception as error:  # Triton's own are of many types
            return self.fail(title, [], f"does not compile: {type(error).__name__}: {str(error)[-400:]}")
        if compiled[2] > LDS_BYTES:  # as Triton's launcher would say; only drawn tiles are so large
            print(f"too large {title}", flush=True)
            return None
        outputs = write_manifest(case, compiled, folder)
        first = None
        for mode in MODES:
            self.runs += 1
            done = subprocess.run([self.emu, "run", folder / "manifest.json", *mode], capture_output=True, text=True)
            if done.returncode != 0:
                return self.fail(title, mode, f"{folder / 'manifest.json'}\n{done.stdout}{done.stderr}")
            results = [np.load(file).view(output.before.dtype) for output, file in outputs]
            for i, ((output, _), got) in enumerate(zip(outputs, results)):
                if sentence := output.complaint(got):
                    return self.fail(title, mode, f"{folder / 'manifest.json'}\n  output {i}: {sentence}")
            first = first or [got.tobytes() for got in results]
            if case.is_deterministic and first != [got.tobytes() for got in results]:
                return self.fail(title, mode, f"{folder / 'manifest.json'}\n  other bits than without {' '.join(mode)}")


def generator(*words):
    return np.random.default_rng(list(hashlib.sha256(repr(words).encode()).digest()))


def run_short(suite, kernels):
    for name in kernels:
        module = importlib.import_module(f"kernels.{name}")
        start = time.monotonic()
        for shape in module.SHAPES:
            suite.run(f"{name} {shape}", module.case(generator(name, shape), **shape))
        print(f"{name}: {len(module.SHAPES)} cases, {time.monotonic() - start:.1f} s", flush=True)


def run_long(suite, kernels, minutes, seed):
    end = time.monotonic() + 60 * minutes
    count = 0
    while time.monotonic() < end:
        rng = generator(seed, count)
        module = importlib.import_module(f"kernels.{rng.choice(kernels)}")
        shape = module.draw(rng)
        case = module.case(rng, **shape)
        drawn = {name: values[rng.integers(len(values))] for name, values in OPTIONS.items()}
        case.options = {name: value for name, value in drawn.items() if value is not None} | case.options
        knobs = {name: values[rng.integers(len(values))] for name, values in KNOBS.items()}
        knobs = {name: value for name, value in knobs.items() if value is not None}
        with mock.patch.dict(os.environ, knobs):
            suite.run(f"{count} {module.__name__} {shape} {case.options} {knobs}", case)
        count += 1
    print(f"{count} drawn cases")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("emu", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--only", default="", help="kernels whose names match")
    parser.add_argument("--chip", default="gfx942", choices=["gfx942", "gfx90a"])
    parser.add_argument("--minutes", type=float, default=0, help="draw shapes and compiler options for so long")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    os.environ["TRITON_DEFAULT_FP_FUSION"] = "1"  # as 3.9.0 would anyway, with a warning
    os.environ["TRITON_CACHE_DIR"] = str(arguments.folder / "cache")
    suite = Suite(arguments.emu.resolve(), arguments.folder.resolve(), arguments.chip)
    kernels = [name for name in KERNELS if re.search(arguments.only, name)]
    if arguments.minutes:
        run_long(suite, kernels, arguments.minutes, arguments.seed)
    else:
        run_short(suite, kernels)
    print(f"{suite.runs} runs, {len(suite.failures)} failed")
    return 1 if suite.failures or not suite.runs else 0


sys.exit(main())
