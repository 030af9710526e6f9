#!/usr/bin/env python3
"""Programs per second on a release of IREE, loaded into workers that compile several programs at once, beside iree-compile and
iree-run-module started for each program with their defaults: the same programs, flags and number of workers, one after the other.

    bench/against_iree.py --count 48 --profile small --joint 8 --backends llvm-cpu,vmvx
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent


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


def campaign(assay, folder, target, arguments):
    """Wall seconds and the summary."""
    start = time.monotonic()
    done = subprocess.run([assay, "fuzz", "--target", target, "--seed", str(arguments.seed), "--count", str(arguments.count), "--jobs",
                           str(arguments.jobs), "--profile", arguments.profile, "--no-reduce", "--no-known", "--json", folder / "s.json",
                           "--store", folder / f"{time.monotonic_ns()}.db"], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(done.stderr)
    return time.monotonic() - start, json.loads((folder / "s.json").read_text())


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--assay", default=ROOT / "build/release/bin/assay", type=pathlib.Path)
    arguments.add_argument("--release", default="iree@3.13.0")
    arguments.add_argument("--backends", default="llvm-cpu,vmvx")
    arguments.add_argument("--profile", default="default")
    arguments.add_argument("--seed", default=31, type=int)
    arguments.add_argument("--count", default=48, type=int)
    arguments.add_argument("--jobs", default=2, type=int)
    arguments.add_argument("--joint", default=1, type=int, help="programs in a module of the loaded compiler")
    arguments = arguments.parse_args()
    assay = arguments.assay.resolve()
    paths = tools(assay, arguments.release)
    print(f"{arguments.count} programs, profile {arguments.profile}, seed {arguments.seed}, {arguments.jobs} workers")
    print("| target | programs that agree | spawned, s | loaded, s | times | own share |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for backend in arguments.backends.split(","):
        flags = [f"--iree-hal-target-backends={backend}", "--iree-input-demote-f64-to-f32=false", "--iree-opt-level=O2"]
        if backend == "llvm-cpu":
            flags.append("--iree-llvmcpu-target-cpu=x86-64-v3")
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "spawned.json").write_text(json.dumps(manifest(paths, flags, arguments.release)))
            target = f"{arguments.release}:{backend}:O2" + (f",joint={arguments.joint}" if arguments.joint > 1 else "")
            loaded, summary = campaign(assay, folder, target, arguments)
            spawned, _ = campaign(assay, folder, f"manifest={folder / 'spawned.json'}", arguments)
        stages = summary["stageSeconds"]
        own = sum(stages[stage] for stage in ("generate", "oracle", "compare")) / sum(stages.values())
        print(f"| {target} | {summary['verdicts'].get('agree', 0)} | {spawned:.1f} | {loaded:.1f} | {spawned / loaded:.2f} | {100 * own:.1f} % |",
              flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
