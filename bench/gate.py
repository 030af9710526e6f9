#!/usr/bin/env python3
"""What gates find: a compiler against itself, and with each of twelve faults built into the candidate.

    bench/gate.py --base iree@3.13.0 --seeds 20                     no fault: every new failure is a false alarm
    bench/gate.py --base iree@3.13.0 --seeds 3 --faults             which faults are reported, once, and none laid on the base
    bench/gate.py --base cpu:O0 --candidate cpu:O2 --count 2000     what a gate of two levels costs
    --only-changed      with --faults: of those programs only the ones of which our own compiler says that the fault changes
                        a result (fault_find_bench). The others are the same to base and candidate, a module for one compiler
    --keep DIR          the gates' JSON; what is there is not done again

A gate's report counts findings of one cause once. With --faults, a fault is *reported* if something is new, and *once* if that is one cause.
"""
import argparse
import contextlib
import json
import os
import pathlib
import re
import tempfile

from common import ASSAY, BIN, TENSOR_FAULTS, children_cpu_seconds, median, run


def changed_programs(fault, seed, count, folder):
    """The indices of those whose results the fault changes."""
    kept = folder / f"{fault}-{seed}-{count}.find"
    if not kept.exists():
        kept.write_text(run(BIN / "fault_find_bench", "cpu:O0", count, count, seed, fault))
    return re.search(rf"^{fault} .* %    ([\d ]*)$", kept.read_text(), re.MULTILINE)[1].split()


def gate(options, seed, fault, kept):
    """The gate's JSON, with the CPU seconds that it took and the programs that were drawn."""
    name = kept / f"{options.base}-{options.candidate or ''}-{fault or 'none'}-{seed}-{options.count}{'-changed' if options.only_changed else ''}.json"
    if name.exists():
        return json.loads(name.read_text())
    program, count = ASSAY, options.count
    if fault and options.only_changed:
        listed = kept / f"{fault}-{seed}-{count}.programs"
        changed = changed_programs(fault, seed, count, kept)
        listed.write_text(" ".join(changed))
        os.environ["ASSAY_PROGRAMS"] = str(listed)
        program, count = BIN / "listed_programs", len(changed)
        if not count:
            return {"drawn": 0}
    with tempfile.TemporaryDirectory(prefix="assay-bench-") as folder:
        folder = pathlib.Path(folder)
        before = children_cpu_seconds()
        run(program, "gate", "--base", options.base, "--candidate", options.candidate or options.base, "--even-if-equal", "--seed", seed,
            "--count", count, "--bases", folder / "bases", "-o", folder / "out", "--json", folder / "gate.json",
            *(("--minutes", options.minutes) if options.minutes else ()), *(("--inject", fault) if fault else ()),
            *(("--no-corpus",) if options.no_corpus else ()), accepted=(0, 1, 3))
        result = json.loads((folder / "gate.json").read_text())
    result["cpu"] = children_cpu_seconds() - before
    result["drawn"] = count
    name.write_text(json.dumps(result))
    return result


def causes_of(result):
    """By what became of it, how many causes; findings of one cause are one."""
    changes = [finding["change"] for finding in result.get("findings", []) if not finding["sameCauseAs"]]
    return {change: changes.count(change) for change in ("new", "changed", "on_base", "known")}


def row(what, seed, result):
    if not result["drawn"]:
        return f"| {what} | {seed} | 0 | | | | | | | | |"
    counts = " | ".join(map(str, causes_of(result).values()))
    return (f"| {what} | {seed} | {result['drawn']} | {result['accepted']} | {counts} | {result['end']} | {result['seconds']:.0f} | "
            f"{result['cpu']:.0f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", required=True)
    parser.add_argument("--candidate")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--faults", action="store_true")
    parser.add_argument("--only-changed", action="store_true")
    parser.add_argument("--no-corpus", action="store_true", help="random programs alone")
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    print("| what | seed | programs | accepted | new | changed | on the base | known | end | seconds | CPU seconds |")
    print("| --- " * 11 + "|")
    reported, once, laid_elsewhere = [], [], 0
    with tempfile.TemporaryDirectory(prefix="assay-bench-") if not options.keep else contextlib.nullcontext(options.keep) as kept:
        kept = pathlib.Path(kept)
        kept.mkdir(parents=True, exist_ok=True)
        for seed in range(options.first, options.first + options.seeds):
            counts = []
            for fault in TENSOR_FAULTS if options.faults else (None,):
                result = gate(options, seed, fault, kept)
                print(row(fault or "no fault", seed, result), flush=True)
                counts.append(causes_of(result))
            reported.append(sum(count["new"] > 0 for count in counts))
            once.append(sum(count["new"] == 1 for count in counts))
            laid_elsewhere += sum(count["on_base"] + count["known"] for count in counts)
    gates = len(TENSOR_FAULTS) if options.faults else 1
    print(f"\nmedian of gates with news, by seed: {median(reported)} of {gates}, with one cause each: {median(once)}; "
          f"failures taken for the base's or known: {laid_elsewhere}")


if __name__ == "__main__":
    main()
