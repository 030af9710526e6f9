#!/usr/bin/env python3
"""What gates find: a compiler against itself, and with each of twelve faults built into the candidate.

    bench/gate.py --base iree@3.13.0 --seeds 20                     no fault: every new failure is a false alarm
    bench/gate.py --base iree@3.13.0 --seeds 3 --faults             which faults are reported, once, and none laid on the base
    bench/gate.py --base cpu:O0 --candidate cpu:O2 --count 2000     what a gate of two levels costs
"""
import argparse
import json
import pathlib
import tempfile

from common import ASSAY, TENSOR_FAULTS, children_cpu_seconds, median, run


def gate(options, seed, *flags):
    with tempfile.TemporaryDirectory(prefix="assay-bench-") as folder:
        folder = pathlib.Path(folder)
        before = children_cpu_seconds()
        run(ASSAY, "gate", "--base", options.base, "--candidate", options.candidate or options.base, "--even-if-equal", "--seed", seed,
            "--count", options.count, "--bases", folder / "bases", "-o", folder / "out", "--json", folder / "gate.json",
            *(("--minutes", options.minutes) if options.minutes else ()), *flags, accepted=(0, 1, 3))
        result = json.loads((folder / "gate.json").read_text())
        return result, children_cpu_seconds() - before


def say(what, seed, result, cpu):
    changes = [finding["change"] for finding in result["findings"] if not finding["sameCauseAs"]]
    print(f"| {what} | {seed} | {result['programs']} | {result['accepted']} | {changes.count('new')} | {changes.count('changed')} | "
          f"{changes.count('on_base')} | {changes.count('known')} | {result['end']} | {result['seconds']:.0f} | {cpu:.0f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", required=True)
    parser.add_argument("--candidate")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--faults", action="store_true")
    options = parser.parse_args()
    print("| what | seed | programs | accepted | new | changed | on the base | known | end | seconds | CPU seconds |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    reported = []
    for seed in range(options.first, options.first + options.seeds):
        found = 0
        for fault in TENSOR_FAULTS if options.faults else (None,):
            result, cpu = gate(options, seed, *(("--inject", fault) if fault else ()))
            say(fault or "no fault", seed, result, cpu)
            found += any(finding["change"] == "new" for finding in result["findings"])
        reported.append(found)
    print(f"\nmedian of gates with news, by seed: {median(reported)} of {len(TENSOR_FAULTS) if options.faults else 1}")


if __name__ == "__main__":
    main()
