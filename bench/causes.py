#!/usr/bin/env python3
"""How often `assay explain` finds by itself the pass or phase that the reports of triage/known/bugs name.

    bench/causes.py [--seconds S] [--every N] [--keep FILE] [ID...]
    bench/causes.py --beside [ID...]

Explains the case of each bug whose report names a pass, or every N-th of them, with S seconds for variations (default: 36,
what a campaign gives them of 60). A cause is found if it names a pass or a phase. It is right if a pass that it names is one
that the report names, or, where it names a phase, if the report's pass runs in that phase; "first that differs" counts as a
phase alone, since a later pass may be to blame. Prints a line for each bug, and the sums. They come in the order of a hash
of their ids, so that those that are done are a fair sample at any time. What FILE has of an earlier call is not done again.
With --beside nothing is explained: the causes that lie beside the cases (triage/known/bugs/explain.py) are judged.
"""
import argparse
import hashlib
import json
import pathlib
import re
import statistics
import sys
import tempfile
import time

from common import ASSAY, ROOT, run

BUGS = ROOT / "triage/known/bugs"
PASS = re.compile(r"`((?:iree|convert|linalg|torch|lower|assay|fold|one|canonicalize|transform|affine|memref|vector|stablehlo)"
                  r"[a-z0-9]*(?:-[a-z0-9]+)+)`")
NO_PASSES = {"iree-compile", "iree-run-module", "iree-opt"}
# What the names of IREE's passes begin with, and the phase in which those run.
PHASES = (("iree-stablehlo", "input"), ("iree-torch", "input"), ("convert-torch", "input"), ("torch-", "input"),
          ("iree-global-opt", "global-optimization"), ("iree-consteval", "global-optimization"),
          ("iree-util", "global-optimization"), ("iree-dispatch-creation", "dispatch-creation"), ("iree-flow", "flow"),
          ("iree-stream", "stream"), ("iree-codegen", "executable-targets"), ("iree-llvm", "executable-targets"),
          ("iree-vmvx", "executable-targets"), ("iree-vm-", "vm"), ("iree-convert-to", "executable-targets"),
          ("iree-linalg-ext", "executable-targets"),
          ("iree-eliminate-empty-tensors", "executable-targets"))
# Code is made for dispatches wherever the compilation gets to it.
OF_CODE = {"executable-targets", "executable-sources", "executable-configurations", "hal", "vm"}


def named_passes(report):
    """The passes of a report's title and of what it says of the cause."""
    cause = re.search(r"\*\*Cause\*\*(.*?)\n\*\*Steps", report, re.DOTALL)
    title = PASS.match(re.sub(r"^# (\S+)", r"`\1`", report))
    found = ([title.group(1)] if title else []) + PASS.findall(cause.group(1) if cause else "")
    return [one for one in dict.fromkeys(found) if one not in NO_PASSES]


def phase_of(name):
    return next((phase for prefix, phase in PHASES if name.startswith(prefix)), None)


def is_in_phase(name, phase):
    wanted = phase_of(name)
    return wanted == phase or (wanted in OF_CODE and phase in OF_CODE)


def judged(cause, passes):
    """"pass", "phase", "wrong" or "" for none, of what a cause names."""
    blamed = [one for one in cause["passes"] if one["evidence"] not in ("differs", "right-behind-it")]
    if any(re.sub(r".*[(]|[{)].*", "", one["name"]) in passes for one in blamed):
        return "pass"
    if "phase" in cause:
        return "phase" if any(is_in_phase(one, cause["phase"]["name"]) for one in passes) else "wrong"
    return "wrong" if blamed else ""


def explained(case, seconds, folder):
    out = folder / "cause.json"
    out.unlink(missing_ok=True)
    begun = time.monotonic()
    run(ASSAY, "explain", case, "-o", folder, "--minutes", seconds / 60, "--json", out, accepted=(0, 1, 2))
    return json.loads(out.read_text()) if out.exists() else None, time.monotonic() - begun


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=36)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--beside", action="store_true")
    parser.add_argument("ids", nargs="*")
    options = parser.parse_args()
    bugs = {folder.name: named_passes((folder / "report.md").read_text()) for folder in sorted(BUGS.iterdir())
            if (folder / "report.md").exists() and (folder / "case.mlir").exists()}
    bugs = {name: passes for name, passes in bugs.items() if passes and (not options.ids or name in options.ids)}
    chosen = sorted(bugs, key=lambda name: hashlib.sha256(name.encode()).digest())[::options.every]
    print(f"{len(chosen)} of {len(bugs)} bugs whose reports name a pass")
    kept = {}
    if options.beside:
        files = {name: BUGS / name / "case.cause.json" for name in chosen}
        causes = {name: json.loads(file.read_text())["cause"] for name, file in files.items() if file.exists()}
        kept = {name: (cause, cause["cost"]["seconds"]) for name, cause in causes.items()}
        chosen = [name for name in chosen if name in kept]
    elif options.keep and options.keep.exists():
        kept = dict(json.loads(line) for line in options.keep.read_text().splitlines())
    results, times = [], []
    with tempfile.TemporaryDirectory() as folder:
        for name in chosen:
            if name not in kept:
                kept[name] = explained(BUGS / name / "case.mlir", options.seconds, pathlib.Path(folder))
                if options.keep:
                    with options.keep.open("a") as file:
                        print(json.dumps([name, kept[name]]), file=file)
            cause, seconds = kept[name]
            times.append(seconds)
            results.append("not shown" if cause is None else judged(cause, bugs[name]) or "none")
            found = "" if cause is None else ", ".join([one["name"] for one in cause["passes"]] +
                                                       [cause.get("phase", {}).get("name", "")])
            print(f"{name:48} {results[-1]:10} {seconds:6.1f} s  {found}  (report: {', '.join(bugs[name])})")
            sys.stdout.flush()
    shown = [one for one in results if one != "not shown"]
    found = [one for one in shown if one != "none"]
    right = [one for one in found if one != "wrong"]
    print(f"found for {len(found)} of {len(shown)}, right for {len(right)} ({found.count('pass')} by the pass); "
          f"{results.count('not shown')} could not be shown; median {statistics.median(times or [0]):.1f} s")


if __name__ == "__main__":
    main()
