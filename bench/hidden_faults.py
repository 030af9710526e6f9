#!/usr/bin/env python3
"""Whether a bug is seen where much else is wrong: deliberate bugs of compiler/faults/ in what a released compiler is given, of which many bugs are known.

    bench/hidden_faults.py DIR [FAULT...]
                                 draws programs whose results each fault changes, has a campaign check them, and prints a table
    --target T                   the compiler; default: iree@3.13.0:llvm-cpu:O2
    --seed S --among N           programs are looked for among the first N of that seed
    --programs P                 of each fault, at most
    --minutes M                  of each fault's campaign; what is in DIR goes on, or is not done again if it is completed
    --raw                        findings are not reduced: tells what is known, and nothing of how many findings a fault makes

Which results a fault changes is what our own compiler says, with the fault built in: fault_find_bench. A program counts if the target makes results of
it: *reported* is a finding, *known* is taken for a known bug, *agrees* is missed. Of what it does not take, or fails to compile as a known bug has it,
there are no results; a program that is passed over is not compiled as a whole, but for what a known bug is expected of and what it is not.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import sqlite3
import subprocess
import sys

from common import BIN, TENSOR_FAULTS, run

REPORTED = {"mismatch", "accuracy", "crash", "run_failure", "sanitizer", "timeout", "compile_failure"}


def changed_programs(options, fault, folder):
    """Their indices, looked for once."""
    kept = folder / f"{fault}-{options.seed}.find"
    if not kept.exists():
        kept.write_text(run(BIN / "fault_find_bench", "cpu:O0", options.among, 2 * options.programs, options.seed, fault))
    return re.search(rf"^{fault} .* %    ([\d ]*)$", kept.read_text(), re.MULTILINE)[1].split()[:options.programs]


def campaign(options, fault, programs, folder):
    """Its store and its summary."""
    name = folder / f"{fault}-{options.seed}{'-raw' if options.raw else ''}"
    store, summary, listed = name.with_suffix(".db"), name.with_suffix(".json"), name.with_suffix(".programs")
    if summary.exists() and json.loads(summary.read_text())["end"] == "completed":
        return store, json.loads(summary.read_text())
    listed.write_text(" ".join(programs))
    done = subprocess.run([str(BIN / "listed_programs"), "fuzz", "--target", options.target, "--inject", fault, "--seed", str(options.seed), "--count",
                           str(len(programs)), "--minutes", str(options.minutes), "--store", str(store), "--json", str(summary),
                           *(["--no-reduce", "--explain-budget", "0"] if options.raw else [])],
                          env={**os.environ, "ASSAY_PROGRAMS": str(listed)}, capture_output=True, text=True)
    if done.returncode == 2:
        sys.exit(done.stderr)
    return store, json.loads(summary.read_text())


def fates(store):
    """Of each program that was checked: what became of it, and as what; and the signature that a finding has."""
    with sqlite3.connect(store) as database:
        known = {index: (bug, verdict) for index, bug, verdict in database.execute("SELECT idx, bug, verdict FROM known")}
        checks = list(database.execute("SELECT idx, verdict, signature, rest FROM checks ORDER BY idx"))
    for index, verdict, signature, rest in checks:
        bug, was = known.get(index, ("", ""))
        if verdict == "known":
            fate = "passed over" if not was else "no results" if was in ("compile_failure", "crash", "timeout") else "known"
            yield index, fate, f"{bug or signature} {was}, rest {rest or '-'}"
        elif verdict in REPORTED:
            yield index, "reported", signature
        else:
            yield index, {"agree": "agrees"}.get(verdict, "no results"), f"{verdict} {signature}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("faults", nargs="*")
    parser.add_argument("--target", default="iree@3.13.0:llvm-cpu:O2")
    parser.add_argument("--seed", type=int, default=77)
    parser.add_argument("--among", type=int, default=3000)
    parser.add_argument("--programs", type=int, default=8)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--raw", action="store_true")
    options = parser.parse_intermixed_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    rows, sums = [], collections.Counter()
    for fault in options.faults or TENSOR_FAULTS:
        programs = changed_programs(options, fault, options.folder)
        if not programs:
            rows.append(f"| {fault} | 0 | - | - | - | - | - | - |")
            continue
        store, summary = campaign(options, fault, programs, options.folder)
        counts = collections.Counter()
        for index, fate, what in fates(store):
            counts[fate] += 1
            print(f"{fault} {programs[index]}: {fate}: {what}")
        causes = len(summary["causes"])
        cells = [counts[fate] for fate in ("reported", "known", "agrees", "no results", "passed over")]
        rows.append(f"| {fault} | {' | '.join(map(str, [sum(counts.values()), *cells, '-' if options.raw else causes]))} |")
        sums += counts
        sums["causes"] += causes
        sys.stdout.flush()
    print("\n| fault | programs | reported | known | agree | no results | passed over | findings by cause |")
    print("\n".join(["| --- " * 8 + "|", *rows]))
    judged = sums["reported"] + sums["known"] + sums["agrees"]
    print(f"\nreported {sums['reported']} of {judged} ({100 * sums['reported'] / max(judged, 1):.1f} %), known {sums['known']}, passed over "
          f"{sums['passed over']}" + ("" if options.raw else f"; {sums['causes'] / max(len(rows), 1):.2f} findings per fault"))


if __name__ == "__main__":
    main()
