#!/usr/bin/env python3
"""Speed of the AMDGPU machine: wave64 instructions a second on three kernels, with bounds checks as always, on one thread
by the clock and by CPU time; how much faster two threads are, how much slower all checks are in CPU time, and how long a
first launch takes. bench/amdgpu.py [--emu build/release/bin/assay-emu]: needs clang-22."""

import argparse
import pathlib
import re
import subprocess
import tempfile
import time

import amdgpu_kernels


def speed(emu, manifest, runs, *flags):
    """Millions of instructions a second by the clock and of CPU time, the best of each."""
    clock = cpu = 0
    for _ in range(runs):
        done = subprocess.run([emu, "run", manifest, "--time", *flags], capture_output=True, text=True)
        found = re.search(r": ([0-9.]+) million a second, ([0-9.]+) a second of CPU time", done.stdout)
        if not found:
            raise SystemExit(f"{manifest} {' '.join(flags)}: {done.stdout}{done.stderr}")
        clock, cpu = max(clock, float(found[1])), max(cpu, float(found[2]))
    return clock, cpu


def milliseconds(command, runs=10):
    """By the clock, the best of all runs."""
    best = float("inf")
    for _ in range(runs):
        begin = time.monotonic()
        subprocess.run(command, capture_output=True)
        best = min(best, time.monotonic() - begin)
    return best * 1000


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--emu", default="build/release/bin/assay-emu")
    parser.add_argument("--runs", type=int, default=3, help="the best of so many counts")
    arguments = parser.parse_args()
    emu = pathlib.Path(arguments.emu).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        launches = amdgpu_kernels.cases(iterations=1000000, n=512, rows=256)
        amdgpu_kernels.write_for_gfx942(folder, launches)
        print(f"{'kernel':10} {'million/s':>10} {'of CPU time':>12} {'2 threads':>10} {'all checks':>11}")
        for kernel in launches:
            manifest = folder / f"{kernel}.json"
            clock, cpu = speed(emu, manifest, arguments.runs)
            two, _ = speed(emu, manifest, arguments.runs, "--threads=2")
            _, checked = speed(emu, manifest, arguments.runs, "--check=all")
            print(f"{kernel:10} {clock:10.1f} {cpu:12.1f} {two / clock:9.2f}x {cpu / checked:10.2f}x")
        start = milliseconds([emu, "--help"])
        launch = milliseconds([emu, "run", folder / "fma_loop.json", "--budget=1"])
        print(f"process with its first launch: {launch:.0f} ms, of which start-up is {start:.0f} ms")


if __name__ == "__main__":
    main()
