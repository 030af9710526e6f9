#!/usr/bin/env python3
"""What hip:O3 and a release of IREE make of the programs of bench/speed.py, counted on our own libamdhip64.so, which needs no GPU
(amdgpu/docs/amdhip.md): wave instructions that are executed, transactions of 128 bytes with global memory, and conflicts of LDS banks, summed over
all launches of one run. A ratio is how many times IREE's figure ours is. The results of both are held against the oracle.

    bench/hip_counters.py
    bench/hip_counters.py --cases gemm-512,softmax-1024x1024
"""
import argparse
import json
import os
import pathlib
import sys
import tempfile

from common import ASSAY, run
from speed import CASES

FIGURES = ("instructions", "global_transactions", "lds_conflicts")


def counted(case, target, file):
    """The sums over the launches of the first run; a check runs a case again under another order of waves."""
    os.environ["ASSAY_HIP_COUNTERS"] = str(file)
    said = json.loads(run(ASSAY, "check", case, "--target", target, "--json", accepted=(0, 1, 3)))
    for one in said:
        if one["verdict"] != "agree":
            print(f"{case.stem}: {one['target']}: {one['verdict']}: {one['detail']}", file=sys.stderr)
    launches = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    return {figure: sum(launch[figure] for launch in launches if launch["schedule"] == 0) for figure in FIGURES}


def ratio(ours, theirs):
    return f"{ours / theirs:.2f}" if theirs else "1.00" if ours == theirs else "-"


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--release", default="iree@3.13.0")
    arguments.add_argument("--cases", default=",".join(CASES))
    arguments = arguments.parse_args()
    print("| case | thousand instructions | IREE's | times | thousand transactions | IREE's | times | thousand conflicts | IREE's | times |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name in arguments.cases.split(","):
        if name not in CASES:
            sys.exit(f"there is no case {name}: {', '.join(CASES)}")
        with tempfile.TemporaryDirectory(prefix="assay-counters-") as folder:
            case = pathlib.Path(folder) / f"{name}.txt"
            case.write_text(CASES[name][0])
            ours, theirs = (counted(case, target, pathlib.Path(folder) / f"{place}.jsonl")
                            for place, target in enumerate(("hip:O3", f"{arguments.release}:hip:O3")))
        cells = (f"{ours[figure] / 1000:.1f} | {theirs[figure] / 1000:.1f} | {ratio(ours[figure], theirs[figure])}" for figure in FIGURES)
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


main()
