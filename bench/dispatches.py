#!/usr/bin/env python3
"""Holds what dispatches make of default programs against the reference, and prints how much of it is known to be a value of the program.

usage: dispatches.py [--targets T...] [--seed S] [--count N]"""
import argparse
import collections
import json
import sys
import tempfile

from common import ASSAY, generated, run


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--targets", nargs="*", default=["cpu:O1", "cpu:O2", "cpu:O3", "hip:O1"])
    parser.add_argument("--seed", type=int, default=71)
    parser.add_argument("--count", type=int, default=200)
    options = parser.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory(prefix="assay-dispatches-") as folder:
        cases = generated(folder, options.count, options.seed, form="json")
        for target in options.targets:
            checked = json.loads(run(ASSAY, "check", *cases, "--target", target, "--trace-dispatches", "--json", accepted=(0, 1, 3)))
            made = [one for case in checked for one in case.get("dispatches", [])]
            known = [one for one in made if "value" in one]
            wrong += sum(not one["right"] for one in known)
            unknown = collections.Counter(one["dispatch"].rpartition("_")[0] for one in made if "value" not in one)
            print(f"{target}: {len(made)} results of dispatches, {len(known) / max(len(made), 1):.1%} known to be a value of the program, "
                  f"{sum(not one['right'] for one in known)} of these wrong")
            print("  of the others most are of " + ", ".join(f"{name} ({count})" for name, count in unknown.most_common(4)), flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
