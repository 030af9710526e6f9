#!/usr/bin/env python3
"""How soon each injected fault is found, how often it shows, and how small its case becomes.

The faults of tensors, or with --target hip:O1 those of kernels. One line a fault: programs of the default profile until the first finding; of those that hold its op, the share whose
results it changes (goal: at most 10 %); checks and seconds of the reduction; ops and largest extent of its case.
"""
import argparse
import json
import pathlib
import re
import tempfile

from common import ASSAY, BIN, ROOT, first_find, run

def faults(target):
    """The names in the one list of faults that the target can have: of kernels, or of tensors."""
    macro = "ASSAY_KERNEL_FAULT" if target.startswith("hip:") else "ASSAY_FAULT"
    return re.findall(rf'^{macro}\(\w+, "([^"]+)"', (ROOT / "compiler/faults/Faults.def").read_text(), re.MULTILINE)


def shares(fault, options):
    """The share column of fault_find_bench."""
    lines = run(BIN / "fault_find_bench", options.target, options.programs, options.seed, fault).splitlines()
    return lines[-1].split()[-2] + " %"


def reduction(folder, case, fault, options):
    """The numbers that `assay reduce` writes."""
    numbers = folder / "reduction.json"
    run(ASSAY, "reduce", case, "--target", options.target, "--inject", fault, "-o", folder / "reduced.mlir", "--json",
        numbers)
    return json.loads(numbers.read_text())


def line(fault, options):
    share = shares(fault, options)
    with tempfile.TemporaryDirectory(prefix="assay-bench-") as folder:
        found = first_find(pathlib.Path(folder), fault, options.target, options.seed)
        if not found:
            return f"{fault:<52} {'-':>6} {share:>8}"
        small = reduction(pathlib.Path(folder), found[1]["case"], fault, options)
    return (f"{fault:<52} {found[0]:>6} {share:>8} {small['checks']:>7} {small['seconds']:>8.1f} "
            f"{small['opsBefore']:>4} to {small['ops']} {small['largestExtent']:>7}")


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--target", default="cpu:O0")
    arguments.add_argument("--programs", type=int, default=2000, help="looked at for the share")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("fault", nargs="*")
    options = arguments.parse_args()
    print(f"{'fault':<52} {'found':>6} {'changed':>8} {'checks':>7} {'seconds':>8} {'ops':>9} {'extent':>7}")
    for fault in options.fault or faults(options.target):
        print(line(fault, options), flush=True)


main()
