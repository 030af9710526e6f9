#!/usr/bin/env python3
"""Programs per second in a campaign against two tools spawned for each of the same programs.

The tools are assay-opt, which is mlir-opt with our passes, so that both sides run the same pipeline, and mlir-runner,
which compiles the module and calls an empty function: it prepares no inputs and checks nothing, which is in its favour.
One process at a time on both sides.
"""
import argparse
import subprocess
import tempfile
import time

from common import BIN, ROOT, campaign, generated

LLVM_LIBRARIES = "/usr/lib/llvm-22/lib"
LIBRARIES = ",".join([f"{LLVM_LIBRARIES}/libmlir_runner_utils.so", f"{LLVM_LIBRARIES}/libmlir_c_runner_utils.so",
                      str(ROOT / "build/release/lib/libassay_lit_runtime.so")])


def with_empty_entry(text):
    """The module with a function that does nothing, in front of its closing brace."""
    end = text.rstrip().rfind("}")
    return text[:end] + "  func.func @nothing() { return }\n}\n"


def spawn(path, level):
    """Whether both tools accepted the module."""
    opt = subprocess.Popen([str(BIN / "assay-opt"), str(path), f"--assay-cpu-pipeline=level={level}"],
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    runner = subprocess.run(["/usr/lib/llvm-22/bin/mlir-runner", f"-{level}", "-e", "nothing",
                             "-entry-point-result=void", f"-shared-libs={LIBRARIES}"],
                            stdin=opt.stdout, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    opt.stdout.close()
    return opt.wait() == 0 and runner.returncode == 0


def ratio(level, count, profile):
    with tempfile.TemporaryDirectory() as folder:
        paths = generated(folder, count, profile=profile)
        for path in paths:
            path.write_text(with_empty_entry(path.read_text()))
        begin = time.monotonic()
        accepted = sum(spawn(path, level) for path in paths)
        tools = count / (time.monotonic() - begin)
    summary = campaign("--target", f"cpu:{level}", "--count", count, "--seed", 1, "--jobs", 1, "--no-reduce",
                       "--profile", profile)
    ours = summary["programs"] / summary["seconds"]
    print(f"cpu:{level}, profile {profile}: {ours:.1f} programs/s against {tools:.1f} spawned "
          f"({accepted} of {count} accepted by the tools): {ours / tools:.1f} times")


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--count", type=int, default=128)
    options = arguments.parse_args()
    for profile in ("default", "small"):
        for level in ("O0", "O2"):
            ratio(level, options.count, profile)


main()
