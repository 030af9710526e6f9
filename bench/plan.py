#!/usr/bin/env python3
"""Makes a plan from a campaign that explores, and holds it against none: how many patterns fire in at least 5 programs, in the same
CPU time and on seeds that the plan was not made from.

usage: plan.py [--target T] [--learn N] [--count N] [--seeds S...] [--folder DIR] [--plan FILE]"""
import argparse
import collections
import json
import pathlib
import re
import sys
import tempfile

from common import ASSAY, children_cpu_seconds, run

# Of 20 of upstream's passes.
PIPELINE = ("cpu:pipeline=canonicalize,cse,linalg-generalize-named-ops,linalg-fuse-elementwise-ops,linalg-fold-unit-extent-dims,"
            "canonicalize,one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map "
            "allow-return-allocs-from-loops=1},func.func(convert-linalg-to-loops),loop-invariant-code-motion,canonicalize,cse,"
            "convert-scf-to-cf,expand-strided-metadata,lower-affine,arith-expand,convert-complex-to-standard,convert-math-to-libm,"
            "convert-to-llvm,canonicalize,reconcile-unrealized-casts")
LEARN_SEED = 1
JOBS = 2
CLASSES = ((1, 3), (4, 8), (9, 16), (17, 30), (31, 10**6))


def fuzz(store, *flags):
    """CPU seconds of a campaign, or of what it goes on with."""
    before = children_cpu_seconds()
    run(ASSAY, "fuzz", "--no-reduce", "--jobs", JOBS, "--store", store, *flags, accepted=(0, 1, 3))
    return children_cpu_seconds() - before


def learn(options, folder):
    """A plan from a campaign in which each arm turns up one thing."""
    explore, store, plan = folder / "explore.json", folder / "learn.db", folder / "plan.json"
    run(ASSAY, "plan", "--explore", "-o", explore)
    if not store.exists():
        seconds = fuzz(store, "--target", options.target, "--plan", explore, "--seed", LEARN_SEED, "--count", options.learn)
        print(f"learnt from {options.learn} programs in {seconds:.0f} s of CPU", flush=True)
    run(ASSAY, "plan", "--programs", options.count, "-o", plan, "--from", store)
    return plan


def fired(store):
    """Patterns by the number of programs in which they fired."""
    target, = json.loads(run(ASSAY, "coverage", store, "--json"))
    return collections.Counter({(point["name"], point["root"]): point["programs"] for point in target["points"]
                                if point["kind"] == "pattern" and point["programs"]})


def sizes(seed, count, *plan):
    """Share of the programs in each class of numbers of ops, and the mean number."""
    with tempfile.TemporaryDirectory(prefix="assay-plan-") as folder:
        run(ASSAY, "gen", "--seed", seed, "--count", count, "--format", "json", "-o", folder, *plan)
        nodes = [len(json.loads(file.read_text())["program"]["nodes"]) for file in pathlib.Path(folder).iterdir()]
    shares = [sum(least <= n <= most for n in nodes) / len(nodes) for least, most in CLASSES]
    return shares, sum(nodes) / len(nodes)


def census(seed, count, *plan):
    """Percent of all programs that have a structure, by its letter."""
    text = run(ASSAY, "gen", "--seed", seed, "--census", count, *plan).split("\npairs")[0]
    return {found[1]: (float(found[2]), found[3]) for found in re.finditer(r"^  ([a-y]) +[\d.]+ +([\d.]+) +(.*)$", text, re.M)}


def measured(store, seed, options):
    """CPU seconds and programs of a campaign, which is run if no earlier run of this script has left it in the folder."""
    note = store.with_suffix(".json")
    if note.exists():
        return json.loads(note.read_text())
    count = options.count
    seconds = fuzz(store, "--target", options.target, "--seed", seed, "--count", count)
    note.write_text(json.dumps([seconds, count]))
    return seconds, count


def compare(options, plan, folder, seed):
    without, with_plan = folder / f"without-{seed}.db", folder / f"with-{seed}.db"
    budget, _ = measured(without, seed, options)
    # A part of it tells for how many programs the time is enough; the rest is taken in steps.
    count = options.count // 2
    spent = fuzz(with_plan, "--target", options.target, "--seed", seed, "--plan", plan, "--count", count)
    while spent < 0.98 * budget:
        count += max(8, int(count * (budget - spent) / spent * 0.95))
        spent += fuzz(with_plan, "--target", options.target, "--seed", seed, "--count", count)
    before, after = fired(without), fired(with_plan)
    often = [sum(programs >= 5 for programs in one.values()) for one in (before, after)]
    print(f"seed {seed}: without {often[0]} in at least 5 programs, {len(before)} fired, {options.count} programs, {budget:.0f} s; "
          f"with {often[1]}, {len(after)}, {count} programs, {spent:.0f} s: {often[1] / often[0]:.2f} times", flush=True)
    lost = [name for name, programs in before.items() if programs >= 5 and after[name] < 5]
    print(f"  in at least 5 without and not with the plan: {len(lost)}")
    return often


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--target", default="cpu:O2", help="or 'pipeline'; default: cpu:O2")
    parser.add_argument("--learn", type=int, default=2560, help="programs to learn from")
    parser.add_argument("--count", type=int, default=1000, help="programs without a plan, which make the time")
    parser.add_argument("--seeds", type=int, nargs="*", default=[9001, 9002, 9003])
    parser.add_argument("--census", type=int, default=4000, help="programs to count structures in; 0 for none")
    parser.add_argument("--folder", type=pathlib.Path, help="where stores and the plan stay")
    parser.add_argument("--plan", type=pathlib.Path, help="one that is there")
    options = parser.parse_args()
    if options.target == "pipeline":
        options.target = PIPELINE
    if LEARN_SEED in options.seeds:
        sys.exit("plan.py: a seed to measure with is not one to learn from")
    with tempfile.TemporaryDirectory(prefix="assay-plan-") as temporary:
        folder = options.folder or pathlib.Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        plan = options.plan or learn(options, folder)
        results = [compare(options, plan, folder, seed) for seed in options.seeds]
        if results:
            print(f"in all: {sum(after for _, after in results) / sum(before for before, _ in results):.2f} times")
        (before, mean_before), (after, mean_after) = (sizes(9000, 2000, *flags) for flags in ((), ("--plan", plan)))
        print(f"ops of a program: {mean_before:.1f} without, {mean_after:.1f} with; share with 1-3, 4-8, 9-16, 17-30, more: "
              f"{' '.join(f'{share:.2f}' for share in before)} without, {' '.join(f'{share:.2f}' for share in after)} with")
        if options.census:
            rows = census(9000, options.census), census(9000, options.census, "--plan", plan)
            for letter, (share, summary) in rows[0].items():
                now = rows[1][letter][0]
                # Twice the standard deviation of the difference.
                noise = 2 * (2 * share * (100 - share) / options.census) ** 0.5
                print(f"  {letter} {share:6.2f} {now:6.2f} {'lower' if now < share - noise else '':5}  {summary}")


main()
