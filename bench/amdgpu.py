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


def speed(emu, manifest, *flags):
    """Millions of instructions a second by the clock and of CPU time."""
    done = subprocess.run([emu, "run", manifest, "--time", *flags], capture_output=True, text=True)
    found = re.search(r": ([0-9.]+) million a second, ([0-9.]+) a second of CPU time", done.stdout)
    if not found:
        raise SystemExit(f"{manifest} {' '.join(flags)}: {done.stdout}{done.stderr}")
    return float(found[1]), float(found[2])


def best(speeds):
    return max(clock for clock, _ in speeds), max(cpu for _, cpu in speeds)


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
    parser.add_argument("--runs", type=int, default=10, help="of each way, in turn; the best counts")
    arguments = parser.parse_args()
    emu = pathlib.Path(arguments.emu).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        launches = amdgpu_kernels.cases(iterations=1000000, n=512, rows=256)
        amdgpu_kernels.write_for_gfx942(folder, launches)
        print(f"{'kernel':10} {'million/s':>10} {'of CPU time':>12} {'2 threads':>10} {'all checks':>11}")
        for kernel in launches:
            manifest = folder / f"{kernel}.json"
            ways = ([], ["--threads=2"], ["--check=all"])
            # In turn, for the machine's speed changes.
            rounds = [[speed(emu, manifest, *flags) for flags in ways] for _ in range(arguments.runs)]
            (clock, cpu), (two, _), (_, checked) = map(best, zip(*rounds))
            print(f"{kernel:10} {clock:10.1f} {cpu:12.1f} {two / clock:9.2f}x {cpu / checked:10.2f}x")
        start = milliseconds([emu, "--help"])
        launch = milliseconds([emu, "run", folder / "fma_loop.json", "--budget=1"])
        print(f"process with its first launch: {launch:.0f} ms, of which start-up is {start:.0f} ms")


if __name__ == "__main__":
    main()
