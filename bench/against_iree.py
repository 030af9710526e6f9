#!/usr/bin/env python3
"""Programs per second on a release of IREE, loaded into workers that compile several programs at once, beside iree-compile and
iree-run-module started for each program with their defaults: the same programs, flags and number of workers, in turn, a few programs each. CPU
seconds are given beside wall seconds, since other work on the machine weighs less on them.

    bench/against_iree.py --count 48 --profile small --joint 8 --backends llvm-cpu,vmvx
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

from common import ROOT, children_cpu_seconds


def tools(assay, release):
    """The programs themselves, not the wrappers that a Python environment has on its PATH."""
    listed = subprocess.run([assay, "target", "list"], capture_output=True, text=True, check=True).stdout
    for line in listed.splitlines():
        name, _, root = line.partition(" ")
        if name == release:
            found = {}
            for ending in ("_mlir_libs/iree-compile", "_runtime_libs/iree-run-module"):
                found[ending.split("/")[1]] = str(next(pathlib.Path(root.strip()).rglob(ending)))
            return found
    sys.exit(f"{release} is not on this machine: run `assay target add {release}`")


def manifest(paths, flags, release):
    return {"schema": 1, "name": "spawned", "version": release, "flavour": {"name": "iree", "version": release.split("@")[1]},
            "compile": [paths["iree-compile"], "{input}", "-o", "{output}", *flags],
            "run": {"command": [paths["iree-run-module"], "--module={module}", "--function={function}", "{inputs}", "{outputs}"],
                    "index": "--input={value}", "input": "--input={type}=@{file}", "output": "--output=@{file}"},
            "elements": {"c64": "cf64"}, "accuracy": {"exact_at_zero": False, "period_reduction": 2**-22}}


def known_bugs(arguments, backend, compiler):
    """The list that comes along, for the same compiler under another name: both sides pass over the same programs."""
    version = lambda text: [int(part) for part in text.split(".")]
    release = version(arguments.release.split("@")[1])
    entries = []
    listed = subprocess.run([ROOT / "triage/known/bugs/list.py", "--json"], capture_output=True, text=True, check=True).stdout
    for entry in json.loads(listed):
        since, until = entry.pop("since", None), entry.pop("until", None)
        if entry["compiler"] != "iree" or entry.pop("backend", backend) != backend or "O2" not in entry.pop("levels", ["O2"]) \
                or "flavour" in entry or (since and version(since) > release) or (until and version(until) < release):
            continue
        entries.append({**entry, "compiler": compiler})
    return entries


class Side:
    """What one way of running the programs has cost so far."""

    def __init__(self, target, jobs, flags):
        self.target, self.jobs, self.flags = target, jobs, flags
        self.wall, self.cpu, self.agree, self.own, self.stages = 0, 0, 0, 0, 0

    def run(self, arguments, seed, count, folder):
        summary = folder / "summary.json"
        start, before = time.monotonic(), children_cpu_seconds()
        done = subprocess.run([arguments.assay, "fuzz", "--target", self.target, "--seed", str(seed), "--count", str(count), "--jobs",
                               str(self.jobs), "--profile", arguments.profile, "--no-reduce", "--json", summary,
                               *self.flags, "--store", folder / f"{time.monotonic_ns()}.db"],
                              capture_output=True, text=True)
        if done.returncode not in (0, 1):
            sys.exit(done.stderr)
        self.wall += time.monotonic() - start
        self.cpu += children_cpu_seconds() - before
        said = json.loads(summary.read_text())
        self.agree += said["verdicts"].get("agree", 0)
        self.own += sum(said["stageSeconds"][stage] for stage in ("generate", "oracle", "compare"))
        self.stages += sum(said["stageSeconds"].values())


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--assay", default=ROOT / "build/release/bin/assay", type=pathlib.Path)
    arguments.add_argument("--release", default="iree@3.13.0")
    arguments.add_argument("--backends", default="llvm-cpu,vmvx")
    arguments.add_argument("--profile", default="default")
    arguments.add_argument("--seed", default=31, type=int)
    arguments.add_argument("--count", default=48, type=int)
    arguments.add_argument("--jobs", default=2, type=int)
    arguments.add_argument("--spawned-jobs", type=int, help="workers of the spawned side, as many as --jobs by default; 1: one iree-compile at "
                           "a time, which has threads of its own")
    arguments.add_argument("--joint", default=1, type=int, help="programs in a module of the loaded compiler")
    arguments.add_argument("--rounds", default=4, type=int, help="how often the two take turns")
    arguments.add_argument("--known", action="store_true", help="pass over most programs that meet a known bug, as campaigns do")
    arguments = arguments.parse_args()
    arguments.assay = arguments.assay.resolve()
    paths = tools(arguments.assay, arguments.release)
    print(f"{arguments.count} programs, profile {arguments.profile}, seed {arguments.seed}, {arguments.jobs} workers")
    print("| target | programs that agree | spawned, wall s | loaded, wall s | times | spawned, CPU s | loaded, CPU s | times | own share |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for backend in arguments.backends.split(","):
        flags = [f"--iree-hal-target-backends={backend}", "--iree-input-demote-f64-to-f32=false", "--iree-opt-level=O2"]
        if backend == "llvm-cpu":
            flags.append("--iree-llvmcpu-target-cpu=x86-64-v3")
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "spawned.json").write_text(json.dumps(manifest(paths, flags, arguments.release)))
            loaded_name = f"{arguments.release}:{backend}:O2" + (f",joint={arguments.joint}" if arguments.joint > 1 else "")
            spawned_name = f"manifest={folder / 'spawned.json'}"
            (folder / "known.json").write_text(json.dumps(known_bugs(arguments, backend, spawned_name)))
            loaded = Side(loaded_name, arguments.jobs, [] if arguments.known else ["--no-known"])
            spawned = Side(spawned_name, arguments.spawned_jobs or arguments.jobs,
                           ["--known", folder / "known.json"] if arguments.known else ["--no-known"])
            for turn in range(arguments.rounds):
                for side in (loaded, spawned):
                    side.run(arguments, arguments.seed + turn, arguments.count // arguments.rounds, folder)
        print(f"| {loaded.target} | {loaded.agree} | {spawned.wall:.1f} | {loaded.wall:.1f} | {spawned.wall / loaded.wall:.2f} | {spawned.cpu:.1f} | "
              f"{loaded.cpu:.1f} | {spawned.cpu / loaded.cpu:.2f} | {100 * loaded.own / loaded.stages:.1f} % |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
