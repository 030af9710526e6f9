#!/usr/bin/env python3
"""How well causes are found and put together for a compiler that is known by a manifest alone: campaigns on
bench/planted/compiler.py, in one pass of which a bug is planted.

    bench/planted_bugs.py DIR [BUG...]      a campaign for each bug (`bench/planted/compiler.py --bugs` lists them), and a table
    --count N --seed S                      programs whose text the bug changes are looked for among the first N of that seed, of the
                                            profile that goes with the bug
    --programs P                            of these, at most
    --explain-budget S                      seconds for each cause
    --all                                   the first N programs, whether the bug changes them or not
    --jobs J --bin FOLDER                   workers; where assay and grouping_bench are, if not in the release build
    --control                               no bug: what is found is upstream's own

What is in DIR is not done again, whatever the flags. DIR/grouping has all findings as `grouping_bench group` takes them; to it, one pass
has all the bugs. *Failing* are programs, *named* is a cause that names the pass with the bug and no other.
"""
import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys

from common import BIN, ROOT, median, run

COMPILER = ROOT / "bench" / "planted" / "compiler.py"
RUNNER = ROOT / "targets" / "manifest" / "examples" / "shared_object.py"
# No shim, and nothing that a check does not need: each starts two of them.
PYTHON = [sys.executable, "-IS"]
sys.path.insert(0, str(COMPILER.parent))
from compiler import BUGS, PASSES, WITH_BUG, planted  # noqa: E402


def manifest(bug):
    return {
        "schema": 1, "name": "planted", "version": "1", "based_on": "mlir@22", "flavour": {"name": "linalg"},
        "compile": [*PYTHON, str(COMPILER), "{input}", "{output}", *([f"--plant={bug}"] if bug else []), "{flags}"],
        "run": {"command": [*PYTHON, str(RUNNER), "{module}", "{function}", "{inputs}", "{outputs}"], "index": "--index={value}",
                "input": "--input={type}@{file}", "output": "--output={type}@{file}"},
        "levels": {"O0": [], "O2": ["-O2"]},
        "passes": {"names": list(PASSES), "without": "--without={pass}", "after": "--after={pass}"},
        # As `assay target add` finds out.
        "accuracy": {"expm1_by_exp": True, "log1p_by_log": True, "steps_in_type": True},
    }


def before_bug(options, profile):
    """By index, the programs of a profile as text that the pass makes before it applies its bug; none that upstream fails on."""
    folder = options.folder / f"{profile}-{options.seed}-{options.count}"
    if not folder.exists():
        source = options.folder / f"{folder.name}-source"
        run(options.bin / "assay", "gen", "--seed", options.seed, "--count", options.count, "--profile", profile, "--format", "linalg",
            "-o", source)
        folder.mkdir()
        for file in source.iterdir():
            subprocess.run([*PYTHON, str(COMPILER), str(file), str(folder / file.stem.split("-")[-1]), "-O2", f"--after={WITH_BUG}"],
                           stderr=subprocess.DEVNULL)
    return {int(file.name): file.read_text() for file in sorted(folder.iterdir(), key=lambda file: int(file.name))}


def campaign(options, name, bug, profile):
    """Its summary; what is completed is not done again."""
    summary, store, described, listed = [options.folder / f"{name}{end}" for end in (".summary.json", ".db", ".manifest.json", ".programs")]
    if summary.exists() and json.loads(summary.read_text())["end"] == "completed":
        return json.loads(summary.read_text())
    described.write_text(json.dumps(manifest(bug), indent=1) + "\n")
    programs = range(options.count)
    if bug and not options.all:
        programs = [index for index, text in before_bug(options, profile).items() if planted(bug, text) != text][:options.programs]
    listed.write_text(" ".join(map(str, programs)))
    words = [options.bin / "listed_programs", "fuzz", "--target", f"manifest={described}:O2", "--profile", profile, "--seed", options.seed,
             "--count", len(programs), "--jobs", options.jobs, "--explain-budget", options.explain_budget, "--store", store,
             "--json", summary]
    done = subprocess.run(list(map(str, words)), env={**os.environ, "ASSAY_PROGRAMS": str(listed)}, capture_output=True, text=True)
    if done.returncode == 2:
        sys.exit(done.stderr)
    return json.loads(summary.read_text())


def blames_pass(cause):
    return [one["name"] for one in cause["passes"] if one["evidence"] != "right-behind-it"] == [WITH_BUG]


def keep_for_grouping(folder, bug, findings):
    for old in folder.glob(f"{bug}-[0-9]*.json"):
        old.unlink()
    for index, finding in enumerate(findings):
        if finding["cause"]:
            cause = {key: value for key, value in finding["cause"].items() if key not in ("beforePass", "afterPhase")}
            kept = {"bug": bug, "compiler": bug, "index": index, "cause": cause}
            (folder / f"{bug}-{index}.json").write_text(json.dumps(kept, indent=1) + "\n")


def row(name, summary):
    """What the table says of a campaign, and the sums that it goes into."""
    findings = summary["findings"]
    causes = [finding["cause"] for finding in findings if finding["cause"]]
    named = sum(map(blames_pass, causes))
    kinds = collections.Counter(finding["verdict"] for finding in findings).most_common()
    print(f"| {name} | {summary['programs']} | {sum(finding['count'] for finding in findings)} | "
          f"{', '.join(f'{count} {kind}' for kind, count in kinds) or '-'} | {len(summary['causes'])} | {named} of {len(findings)} | "
          f"{median([cause['cost']['seconds'] for cause in causes]):.1f} | {summary['seconds']:.0f} |", flush=True)
    return collections.Counter(bugs=1, found=bool(findings), findings=len(findings), causes=len(summary["causes"]), named=named)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("bugs", nargs="*")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--programs", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--explain-budget", type=int, default=60)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--bin", type=pathlib.Path, default=BIN)
    parser.add_argument("--control", action="store_true")
    options = parser.parse_intermixed_args()
    if unknown := set(options.bugs) - set(BUGS):
        parser.error(f"no such bug: {', '.join(sorted(unknown))}")
    options.folder = options.folder.resolve()
    grouping = options.folder / "grouping"
    grouping.mkdir(parents=True, exist_ok=True)
    print("| bug | programs | failing | findings | causes | named | median s of explaining | s |")
    print("| --- " * 8 + "|", flush=True)
    if options.control:
        row("none", campaign(options, "none", None, "default"))
        return
    sums = collections.Counter()
    for bug in options.bugs or BUGS:
        summary = campaign(options, bug, bug, BUGS[bug][0])
        sums += row(bug, summary)
        keep_for_grouping(grouping, bug, summary["findings"])
    print(f"\n{sums['found']} of {sums['bugs']} bugs found; {sums['causes'] / max(sums['found'], 1):.2f} causes per bug; "
          f"the pass named for {sums['named']} of {sums['findings']} findings")
    print(run(options.bin / "grouping_bench", "group", grouping), end="")


if __name__ == "__main__":
    main()
