#!/usr/bin/env python3
"""assay reduce against mlir-reduce and cvise, on the same failing programs written as linalg.

Each is the first program of the default profile that an injected fault breaks, as the module of its lit case, with the
assay dialect lowered to upstream's. mlir-reduce and cvise are given a script: a module is interesting if the compiler with
the fault makes it print something else than the compiler without, while that prints the same at two levels, so that
undefined values do not count. A line a tool: how often it tried a module, seconds, ops and bytes of the module that is left.
"""
import argparse
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time

from common import ASSAY, BIN, LLVM, RUNNER_LIBRARIES, first_find, run

# Their ops are upstream's, so that mlir-reduce can read what they break.
FAULTS = ("reduction-tail-skipped", "pad-high-uses-low", "slice-drops-wrong-unit-dim")

INTERESTING = """#!/bin/bash
module=${{1:-case.mlir}}
echo >>{runs}
output() {{
  timeout 20 {opt} "$module" "--assay-cpu-pipeline=$1" 2>/dev/null |
    timeout 20 {runner} -e main -entry-point-result=void -shared-libs={libraries} 2>/dev/null |
    sed 's/ base@ = [^ ]*//'
  [ "${{PIPESTATUS[*]}}" = "0 0 0" ] || echo failed
}}
right=$(output level=O0)
case $right in "" | *failed) exit {no} ;; esac
[ "$right" = "$(output level=O1)" ] || exit {no}
wrong=$(output "level=O0 inject={fault}")
case $wrong in "" | *failed | "$right") exit {no} ;; esac
exit {yes}
"""


def module_of(lit):
    """The module of a lit case, on upstream's dialects."""
    return run(BIN / "assay-opt", "--lower-assay", lit)


def ops_of(path):
    """Ops of a module, but for functions and what ends their blocks."""
    text = run(BIN / "assay-opt", "--allow-unregistered-dialect", "--mlir-print-op-generic", path)
    names = re.findall(r'"([a-z_]+\.[\w.]+)"\(', text)
    return sum(1 for name in names if not name.endswith((".yield", ".return", ".func", ".module")))


def limited(command, folder, seconds):
    """Runs a tool in `folder`, stopped with all that it started when the time is over; returns the seconds it took."""
    begun = time.monotonic()
    tool = subprocess.Popen(list(map(str, command)), cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                            start_new_session=True)
    try:
        tool.wait(seconds)
    except subprocess.TimeoutExpired:
        os.killpg(tool.pid, signal.SIGKILL)
        tool.wait()
    return time.monotonic() - begun


def line(name, tries, seconds, path):
    text = pathlib.Path(path).read_text()
    print(f"  {name:<12} {tries:>6} {seconds:>8.1f} {ops_of(path):>6} {len(text):>8}", flush=True)


def script(folder, fault, interesting):
    """The script for a tool that takes exit code `interesting` for a yes, and the file that counts its runs."""
    runs, path = folder / "runs", folder / "interesting.sh"
    runs.write_text("")
    path.write_text(INTERESTING.format(opt=BIN / "assay-opt", runner=LLVM / "bin/mlir-runner", runs=runs, fault=fault,
                                       libraries=RUNNER_LIBRARIES, yes=interesting, no=1 - interesting))
    path.chmod(0o755)
    return path, runs


def with_mlir_reduce(module, fault, limit):
    with tempfile.TemporaryDirectory(prefix="assay-bench-") as folder:
        folder = pathlib.Path(folder)
        case, left = folder / "case.mlir", folder / "left.mlir"
        case.write_text(module)
        path, runs = script(folder, fault, 1)
        seconds = limited([LLVM / "bin/mlir-reduce", case, f"-reduction-tree=traversal-mode=0 test={path}", "-o", left],
                          folder, limit)
        # It writes nothing before it is through.
        line("mlir-reduce", len(runs.read_text()), seconds, left if left.exists() and left.stat().st_size else case)


def with_cvise(module, fault, limit):
    with tempfile.TemporaryDirectory(prefix="assay-bench-") as folder:
        folder = pathlib.Path(folder)
        (folder / "case.mlir").write_text(module)
        path, runs = script(folder, fault, 0)
        seconds = limited(["cvise", "--not-c", "--n", "1", "--timeout", "60", path, "case.mlir"], folder, limit)
        line("cvise", len(runs.read_text()), seconds, folder / "case.mlir")


def with_assay(case, fault, target, folder):
    numbers, lit, left = folder / "reduction.json", folder / "reduced.mlir", folder / "left.mlir"
    run(ASSAY, "reduce", case, "--target", target, "--inject", fault, "--jobs", 1, "-o", lit, "--json", numbers)
    reduction = json.loads(numbers.read_text())
    left.write_text(module_of(lit))
    line("assay reduce", reduction["checks"], reduction["seconds"], left)


def compare(fault, options):
    with tempfile.TemporaryDirectory(prefix="assay-bench-") as folder:
        folder = pathlib.Path(folder)
        found = first_find(folder, fault, "cpu:O0", options.seed)
        if not found:
            raise SystemExit(f"{fault} is not found with seed {options.seed}: try another --seed")
        start = folder / "start.mlir"
        start.write_text(module_of(found[1]["lit"]))
        print(f"{fault}: {ops_of(start)} ops, {start.stat().st_size} bytes")
        print(f"  {'':<12} {'tries':>6} {'seconds':>8} {'ops':>6} {'bytes':>8}")
        with_mlir_reduce(start.read_text(), fault, options.seconds)
        with_cvise(start.read_text(), fault, options.seconds)
        with_assay(found[1]["case"], fault, "cpu:O0", folder)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--seconds", type=float, default=120, help="limit for each tool")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("fault", nargs="*", default=FAULTS)
    options = arguments.parse_args()
    for fault in options.fault:
        compare(fault, options)


main()
