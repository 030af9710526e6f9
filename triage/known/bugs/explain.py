#!/usr/bin/env python3
"""Writes case.cause.json beside the case.mlir of each bug: why it fails, as `assay explain` finds out. A finding that has the cause of a known bug is
no news of a night, whatever the bug's forms say (docs/known-bugs.md).

    triage/known/bugs/explain.py [--assay FILE] [--minutes M] [ID...]

Without IDs, of all bugs that have none and whose case says on which target it fails, where that is installed.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import tempfile

BUGS = pathlib.Path(__file__).resolve().parent
NAME = "case.cause.json"


def explained(assay, case, minutes):
    """Whether there is a cause now, and what was said last."""
    with tempfile.TemporaryDirectory(prefix="assay-") as folder:
        done = subprocess.run([assay, "explain", str(case), "-o", folder, "--minutes", str(minutes)], capture_output=True, text=True)
        made = pathlib.Path(folder) / NAME
        if made.exists():
            shutil.copy(made, case.parent / NAME)
        return made.exists(), ((done.stderr or done.stdout).strip().splitlines() or [""])[-1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", default=str(BUGS.parents[2] / "build/release/bin/assay"))
    parser.add_argument("--minutes", type=float, default=1.5)
    parser.add_argument("ids", nargs="*")
    options = parser.parse_args()
    for case in sorted(BUGS.glob("*/case.mlir")):
        bug = case.parent.name
        if bug in options.ids if options.ids else not (case.parent / NAME).exists() and re.search(r"^// assay-case: ", case.read_text(), re.MULTILINE):
            is_there, said = explained(options.assay, case, options.minutes)
            print(f"{bug:50} {'written' if is_there else said}", flush=True)


if __name__ == "__main__":
    main()
