#!/usr/bin/env python3
"""The harness's own share of a campaign's time: everything but the compiler and the compiled code."""
import argparse

from common import campaign

# At most so many percent, where the docs promise something.
GOALS = {"cpu:O0": 6.0, "cpu:O2": 2.5}


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--count", type=int, default=3000)
    arguments.add_argument("--target", default="cpu:O2")
    options = arguments.parse_args()
    summary = campaign("--target", options.target, "--count", options.count, "--seed", 1, "--jobs", 1, "--no-reduce")
    stages = summary["stageSeconds"]
    total = sum(stages.values())
    print(f"{options.target}: {summary['programs']} programs in {summary['seconds']:.1f} s")
    for stage, seconds in stages.items():
        print(f"  {stage:10} {100 * seconds / total:6.2f} %")
    own = total - stages["compile"] - stages["run"]
    goal = f"  (goal: at most {GOALS[options.target]} %)" if options.target in GOALS else ""
    print(f"harness share (generate + oracle + compare + other): {100 * own / total:.1f} %{goal}")


main()
