#!/usr/bin/env python3
"""Speed of the AMDGPU machine: wave64 instructions a second on three kernels, with bounds checks as always, on one thread
by the clock and by CPU time; how much faster two threads are, and two processes that have nothing in common, which is
what the host can give; how much slower all checks are in CPU time; and how long a first launch takes. Speeds are the
best of all runs, ratios the median of those within each round. bench/amdgpu.py [--emu build/release/bin/assay-emu]:
needs clang-22."""

import argparse
import pathlib
import re
import statistics
import subprocess
import tempfile
import time

import amdgpu_kernels


def start(emu, manifest, *flags):
    return subprocess.Popen([emu, "run", manifest, "--time", *flags], stdout=subprocess.PIPE, text=True)


def speed(run):
    """Millions of instructions a second by the clock and of CPU time."""
    out = run.communicate()[0]
    found = re.search(r": ([0-9.]+) million a second, ([0-9.]+) a second of CPU time", out)
    if not found:
        raise SystemExit(f"{' '.join(map(str, run.args))}: {out}")
    return float(found[1]), float(found[2])


def measure(emu, manifest):
    """One round: the host's speed changes from one to the next."""
    clock, cpu = speed(start(emu, manifest))
    threads, _ = speed(start(emu, manifest, "--threads=2"))
    pair = [start(emu, manifest) for _ in range(2)]
    processes = 2 * min(speed(run)[0] for run in pair)  # Threads as well are done when the slower one is.
    _, checked = speed(start(emu, manifest, "--check=all"))
    return clock, cpu, threads / clock, processes / clock, cpu / checked


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
    parser.add_argument("--runs", type=int, default=10, help="rounds of all ways")
    arguments = parser.parse_args()
    emu = pathlib.Path(arguments.emu).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        launches = amdgpu_kernels.cases(iterations=250000, n=1024, rows=4096)
        amdgpu_kernels.write_for_gfx942(folder, launches)
        print(f"{'kernel':10} {'million/s':>10} {'of CPU time':>12} {'2 threads':>10} {'2 processes':>12} {'all checks':>11}")
        for kernel in launches:
            rounds = [measure(emu, folder / f"{kernel}.json") for _ in range(arguments.runs)]
            clock, cpu, threads, processes, checks = zip(*rounds)
            threads, processes, checks = map(statistics.median, (threads, processes, checks))
            print(f"{kernel:10} {max(clock):10.1f} {max(cpu):12.1f} {threads:9.2f}x {processes:11.2f}x {checks:10.2f}x")
        startup = milliseconds([emu, "--help"])
        launch = milliseconds([emu, "run", folder / "fma_loop.json", "--budget=1"])
        print(f"process with its first launch: {launch:.0f} ms, of which start-up is {startup:.0f} ms")


if __name__ == "__main__":
    main()
