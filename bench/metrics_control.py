#!/usr/bin/env python3
"""Compares what can be counted of pairs of programs that a compiler should not tell apart: operands of sums, products, least and greatest swapped,
and ops spelled as generics in place of named ones. Where one of such a pair is better, a missed optimisation of `--watch` could be noise.

usage: metrics_control.py [--target T] [--profile P] [--seed S] [--count N] [--pairs N]"""
import argparse
import collections
import copy
import json
import pathlib
import sys
import tempfile

from common import ASSAY, generated, run

# What docs/missed-optimisations.md says of differences that count.
LEAST_BYTES, LEAST_SHARE = 4096, 1.2
METRICS = ("transposes", "relayouts", "dispatches", "bytes", "allocated")


def swapped(program):
    """Operands of what commutes in the other order; those that are written to stay."""
    changed = copy.deepcopy(program)
    for node in changed["nodes"]:
        if node["op"] == "binary" and node["attributes"]["function"] in ("add", "mul", "max", "min") and "destination" not in node:
            node["operands"].reverse()
    return changed


def generic(program):
    """Generics in place of named ops."""
    changed = copy.deepcopy(program)
    for node in changed["nodes"]:
        if node["op"] in ("binary", "unary", "contraction", "transpose", "broadcast", "reduce") and node["spelling"] == "named":
            node["spelling"] = "generic"
    return changed


def differs(metric, one, other):
    if metric not in ("bytes", "allocated"):
        return one != other
    return abs(one - other) > LEAST_BYTES and max(one, other) > LEAST_SHARE * min(one, other)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", default="iree@3.13.0:llvm-cpu:O2")
    parser.add_argument("--profile", default="contraction")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--pairs", type=int, default=227)
    options = parser.parse_args()
    measured, different = collections.Counter(), collections.Counter()
    with tempfile.TemporaryDirectory(prefix="assay-control-") as folder:
        folder = pathlib.Path(folder)
        (folder / "given").mkdir()
        for case in generated(folder / "given", options.count, options.seed, options.profile, form="json"):
            if sum(measured.values()) >= options.pairs:
                break
            given = json.loads(case.read_text())
            for how in (swapped, generic):
                other = given | {"program": how(given["program"])}
                if other == given:
                    continue
                path = folder / f"{case.stem}-{how.__name__}.json"
                path.write_text(json.dumps(other))
                checked = json.loads(run(ASSAY, "check", case, path, "--target", options.target, "--metrics", "--json", accepted=(0, 1, 3)))
                counts = [one.get("metrics") for one in checked]
                if not all(counts):
                    continue
                measured[how.__name__] += 1
                for metric in METRICS:
                    if all(metric in one for one in counts) and differs(metric, *(one[metric] for one in counts)):
                        different[metric] += 1
                        print(f"{case.name} {how.__name__} {metric}: {counts[0][metric]} and {counts[1][metric]}", flush=True)
    print(f"{options.target}: {sum(measured.values())} pairs, " + ", ".join(f"{count} {name}" for name, count in measured.items()))
    print("  different in " + ", ".join(f"{metric} {different[metric]}" for metric in METRICS))


if __name__ == "__main__":
    sys.exit(main())
