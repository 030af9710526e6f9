#!/usr/bin/env python3
"""The AMDGPU machine against oclgrind, on the same OpenCL kernels and sizes, on one thread: with bounds checks, which both
always make, and with checks for data races and uninitialised values as well. An instruction is one of LLVM's IR for
oclgrind, counted by itself, and one of gfx942's for a work-item here. Start and compilation are not counted.
bench/against_oclgrind.py [--emu build/release/bin/assay-emu]: needs clang-22 and oclgrind."""

import argparse
import pathlib
import re
import shutil
import subprocess
import tempfile

import amdgpu_kernels
from common import children_cpu_seconds

LANES = 64


def simulation(kernel, case):
    """What oclgrind-kernel is given: sizes, then each argument with its contents."""
    lines = ["k.cl", kernel, f"{case.groups * case.items} 1 1", f"{case.items} 1 1", ""]
    for value in case.arguments:
        if isinstance(value, str):
            lines.append(f"<size={4 * case.buffers[value]} fill=0.5 float>")
        else:
            lines += [f"<size=4 {'float' if isinstance(value, float) else 'int'}>", str(value)]
    return "\n".join(lines) + "\n"


def cpu_seconds(command, folder):
    before = children_cpu_seconds()
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    seconds = children_cpu_seconds() - before
    # oclgrind ends with 0 whatever it finds.
    if done.returncode != 0 or "ERROR" in done.stderr.upper():
        raise SystemExit(f"{' '.join(map(str, command))}: {done.stdout}{done.stderr}")
    return seconds, done.stdout


class Oclgrind:
    def __init__(self, folder, launches, runs):
        self.folder, self.runs = folder, runs
        (folder / "k.cl").write_text(amdgpu_kernels.FOR_OPENCL + amdgpu_kernels.KERNELS)
        for kernel, case in launches.items():
            (folder / f"{kernel}.sim").write_text(simulation(kernel, case))
        nothing = amdgpu_kernels.Case(1, 1, {"v": 1}, ["v", 0.5, 1.0, 0])
        (folder / "nothing.sim").write_text(simulation("fma_loop", nothing))

    def seconds(self, kernel, *flags):
        def best(name):
            command = ["oclgrind-kernel", "--num-threads", "1", *flags, f"{name}.sim"]
            return min(cpu_seconds(command, self.folder)[0] for _ in range(self.runs))
        return best(kernel) - best("nothing")

    def instructions(self, kernel):
        _, text = cpu_seconds(["oclgrind-kernel", "--inst-counts", f"{kernel}.sim"], self.folder)
        return sum(int(count) for count in re.findall(r"^ +([0-9]+) - ", text.replace(",", ""), re.MULTILINE))


def ours(emu, folder, kernel, runs, *flags):
    """CPU seconds, and instructions of waves."""
    best = float("inf")
    for _ in range(runs):
        _, text = cpu_seconds([emu, "run", f"{kernel}.json", "--time", *flags], folder)
        found = re.search(r"([0-9]+) wave instructions .* ([0-9.]+) a second of CPU time", text)
        count = int(found[1])
        best = min(best, count / (float(found[2]) * 1e6))
    return best, count


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--emu", default="build/release/bin/assay-emu")
    parser.add_argument("--runs", type=int, default=3, help="the best of so many times")
    arguments = parser.parse_args()
    if not shutil.which("oclgrind-kernel"):
        raise SystemExit("there is no oclgrind-kernel: install Debian's package oclgrind")
    emu = pathlib.Path(arguments.emu).resolve()
    launches = amdgpu_kernels.cases(iterations=5000, n=128, rows=16)
    checks = {"bounds": ([], []),
              "races, uninitialised": (["--data-races", "--uninitialized"], ["--check=races,uninitialised"])}
    print(f"{'kernel':10} {'checks':22} {'oclgrind':>10} {'assay':>9} {'times':>7} {'per instruction':>16}")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for side in ("theirs", "ours"):
            (folder / side).mkdir()
        oclgrind = Oclgrind(folder / "theirs", launches, arguments.runs)
        amdgpu_kernels.write_for_gfx942(folder / "ours", launches)
        for kernel in launches:
            their_count = oclgrind.instructions(kernel)
            for what, (their_flags, our_flags) in checks.items():
                theirs = oclgrind.seconds(kernel, *their_flags)
                mine, waves = ours(emu, folder / "ours", kernel, arguments.runs, *our_flags)
                per_instruction = theirs / their_count / (mine / (waves * LANES))
                print(f"{kernel:10} {what:22} {theirs:8.2f} s {mine * 1000:6.1f} ms {theirs / mine:6.0f}x"
                      f" {per_instruction:15.0f}x", flush=True)


if __name__ == "__main__":
    main()
