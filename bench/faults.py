#!/usr/bin/env python3
"""How soon each injected fault is found, and how small its case becomes.

For each fault: programs until the first finding, how many of the programs that hold its op it changed, checks and
seconds of the reduction, and ops and largest extent of the reduced case.
"""
import argparse
import json
import pathlib
import re
import subprocess
import tempfile

from common import ASSAY, ROOT


def faults():
    """The names in the one list of faults."""
    return re.findall(r'^ASSAY_FAULT\(\w+, "([^"]+)"', (ROOT / "compiler/faults/Faults.def").read_text(), re.MULTILINE)


def size_of(case_text):
    """Number of ops and the largest extent of a case in the text form."""
    ops = sum(1 for line in case_text.splitlines() if re.match(r"%.* = (?!argument)", line))
    extents = [int(n) for line in case_text.splitlines() if line.startswith("run") for n in re.findall(r"=(\d+)", line)]
    for shape in re.findall(r"\[([^\]]*)\]", "\n".join(l for l in case_text.splitlines() if " : " in l or "argument" in l)):
        extents += [int(n) for n in re.findall(r"(?<![d\w])\d+", shape)]
    return ops, max(extents, default=0)


def measure(fault, target, count, seed):
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        summary = folder / "summary.json"
        subprocess.run([str(ASSAY), "fuzz", "--target", target, "--inject", fault, "--count", str(count), "--seed",
                        str(seed), "--store", str(folder / "c.db"), "--json", str(summary)], capture_output=True)
        return json.loads(summary.read_text())


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--target", default="cpu:O0")
    arguments.add_argument("--count", type=int, default=2000)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("fault", nargs="*")
    options = arguments.parse_args()
    for fault in options.fault or faults():
        summary = measure(fault, options.target, options.count, options.seed)
        print(f"{fault}: {json.dumps(summary['findings'])[:400]}", flush=True)


main()
