#!/usr/bin/env python3
"""Cases with the verdicts and reductions that they had: what a change of structure must leave as it is.

    bench/recorded.py record DIR             draw cases, check them on each target, reduce what fails, and write it into DIR
    bench/recorded.py compare DIR            check and reduce the same cases again, and print what differs; exit code 1 if something does
    bench/recorded.py compare DIR --only hip only on the targets whose name contains that

DIR/cases.jsonl.gz has a line for each case, DIR/results.json.gz what was seen. Reductions that the time limit ended are not compared.
"""
import argparse
import gzip
import json
import pathlib
import sys
import tempfile

from common import ASSAY, run

# (profile, seed, count)
STREAMS = (("default", 4101, 240), ("special", 4102, 40), ("small", 4103, 40))

# Target and fault -> of how many of the cases it is asked. A fault shows what reductions of the core's failures come to.
TARGETS = {
    ("cpu:O0", ""): 320,
    ("cpu:O1", ""): 320,
    ("cpu:O2", ""): 320,
    ("hip:O0", ""): 320,
    ("hip:O1", ""): 320,
    ("mlir@22:random=679906632", ""): 320,
    ("mlir@22:random=4104", ""): 320,
    ("iree@3.13.0:llvm-cpu:O2", ""): 320,
    ("iree@3.13.0:vmvx:O2", ""): 320,
    ("iree@3.13.0:hip:O2", ""): 240,
    ("cpu:O1", "topk-tie-at-tile-edge"): 320,
    ("cpu:O2", "scatter-drops-duplicates"): 320,
    ("hip:O1", "first-barrier-dropped"): 320,
}
REDUCED_PER_TARGET = 6
REDUCE_MINUTES = 1


def name_of(target, fault):
    return f"{target} --inject {fault}" if fault else target


def draw():
    """One JSON text for each case, in order."""
    cases = []
    for profile, seed, count in STREAMS:
        for index in range(count):
            cases.append(json.loads(run(ASSAY, "gen", "--seed", seed, "--index", index, "--profile", profile, "--format", "json")))
    return cases


def fault_flags(fault):
    return ["--inject", fault] if fault else []


def check(files, target, fault):
    """What each case was, in the order of the files."""
    seen = []
    for start in range(0, len(files), 40):
        text = run(ASSAY, "check", *files[start:start + 40], "--target", target, *fault_flags(fault), "--json", accepted=(0, 1, 3))
        seen += [{key: one[key] for key in ("verdict", "signature", "known")} for one in json.loads(text)]
        print(f"{name_of(target, fault)}: {len(seen)} of {len(files)}", file=sys.stderr, flush=True)
    return seen


def fails(one):
    return one["verdict"] not in ("agree", "unsupported", "inconclusive", "flaky", "known")


def reduce(file, target, fault, folder):
    """The reduced case and its signature; nothing if it ran out of time, or did not come back."""
    small, summary = folder / "reduced.json", folder / "summary.json"
    summary.unlink(missing_ok=True)
    run(ASSAY, "reduce", file, "--target", target, *fault_flags(fault), "-o", small, "--json", summary, "--minutes", REDUCE_MINUTES,
        accepted=(0, 1, 3))
    if not summary.exists() or not json.loads(summary.read_text())["finished"]:
        return None
    return {"signature": json.loads(summary.read_text())["signature"], "case": json.loads(small.read_text())}


def results_of(files, target, fault, folder):
    seen = check(files, target, fault)
    signatures = set()
    for number, one in enumerate(seen):
        if fails(one) and one["signature"] not in signatures and len(signatures) < REDUCED_PER_TARGET:
            signatures.add(one["signature"])
            one["reduced"] = reduce(files[number], target, fault, folder)
    return seen


def write_files(cases, folder):
    files = [folder / f"case-{number}.json" for number in range(len(cases))]
    for file, case in zip(files, cases):
        file.write_text(json.dumps(case))
    return files


def write_gz(path, text):
    # Without a time stamp, the same content is the same file.
    path.write_bytes(gzip.compress(text.encode(), mtime=0))


def record(where, only):
    where.mkdir(parents=True, exist_ok=True)
    cases = draw()
    results = {}
    with tempfile.TemporaryDirectory(prefix="assay-recorded-") as folder:
        folder = pathlib.Path(folder)
        files = write_files(cases, folder)
        for (target, fault), count in TARGETS.items():
            if only in target:
                results[name_of(target, fault)] = results_of(files[:count], target, fault, folder)
    write_gz(where / "cases.jsonl.gz", "".join(json.dumps(case) + "\n" for case in cases))
    write_gz(where / "results.json.gz", json.dumps(results, indent=1))
    for name, seen in results.items():
        print(f"{name}: {len(seen)} cases, {sum(map(fails, seen))} fail, {sum(bool(one.get('reduced')) for one in seen)} reduced")
    return 0


def differences(was, now):
    for key in ("verdict", "signature", "known"):
        if was[key] != now[key]:
            yield f"{key} was '{was[key]}', is '{now[key]}'"
    before, after = was.get("reduced"), now.get("reduced")
    if before and after and before != after:
        yield f"reduced to another case, of {before['signature']} before and {after['signature']} now"


def compare(where, only):
    cases = [json.loads(line) for line in gzip.decompress((where / "cases.jsonl.gz").read_bytes()).decode().splitlines()]
    recorded = json.loads(gzip.decompress((where / "results.json.gz").read_bytes()))
    differing = 0
    with tempfile.TemporaryDirectory(prefix="assay-recorded-") as folder:
        folder = pathlib.Path(folder)
        files = write_files(cases, folder)
        for (target, fault), _ in TARGETS.items():
            before = recorded.get(name_of(target, fault))
            if before is None or only not in target:
                continue
            found = 0
            for number, (was, now) in enumerate(zip(before, results_of(files[:len(before)], target, fault, folder))):
                for text in differences(was, now):
                    print(f"{name_of(target, fault)}, case {number}: {text}")
                    found += 1
            print(f"{name_of(target, fault)}: {len(before)} cases, {found} differences", flush=True)
            differing += found
    return 1 if differing else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["record", "compare"])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--only", default="", help="only targets whose name contains this")
    flags = parser.parse_args()
    return {"record": record, "compare": compare}[flags.what](flags.folder, flags.only)


sys.exit(main())
