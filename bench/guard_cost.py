#!/usr/bin/env python3
"""What guarding the memory of compiled code in processes of its own costs: CPU seconds of each run's process with and without it,
taking turns, summed over the runs of generated programs. With --verdicts the campaign is run again without it, and its verdicts
compared.

    bench/guard_cost.py --verdicts
    bench/guard_cost.py --targets iree@3.13.0:llvm-cpu:O2 iree@3.13.0:vmvx:O2
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from common import ASSAY, campaign
from against_iree import tools

BUFFERIZE = ("one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map "
             "allow-return-allocs-from-loops=1}")
LOWERING = ("convert-scf-to-cf,expand-strided-metadata,lower-affine,arith-expand,convert-complex-to-standard,convert-complex-to-llvm,"
            "convert-math-to-llvm,convert-math-to-libm,finalize-memref-to-llvm,convert-arith-to-llvm,convert-func-to-llvm,"
            "convert-cf-to-llvm,convert-index-to-llvm,reconcile-unrealized-casts")
PIPELINE = f"{BUFFERIZE},func.func(convert-linalg-to-loops),{LOWERING}"

# Stands where the program that runs compiled code is looked for: runs that several times, and then instead of itself.
STAND_IN = """#!{python}
import os, sys
tool, times, into = {tool!r}, {times}, {into!r}
words = [tool, *sys.argv[1:]]
guarded = dict(os.environ, ASSAY_GUARD_CODE=os.environ.get("ASSAY_GUARD_CODE", "") + ":" + tool)
plain = dict((name, value) for name, value in os.environ.items() if not name.startswith(("LD_PRELOAD", "ASSAY_GUARD")))
spent = [0, 0]
null = os.open(os.devnull, os.O_RDWR)
for turn in range(2 * times if "LD_PRELOAD" in os.environ else 0):
    process = os.posix_spawn(tool, words, (plain, guarded)[turn % 2],
                             file_actions=[(os.POSIX_SPAWN_DUP2, null, 1), (os.POSIX_SPAWN_DUP2, null, 2)])
    usage = os.wait4(process, 0)[2]
    spent[turn % 2] += usage.ru_utime + usage.ru_stime
with open(into, "a") as file:
    file.write(f"{{spent[0]}} {{spent[1]}}\\n")
os.execve(tool, words, guarded)
"""


class Measured:
    """A target whose runs are measured, in a folder of its own."""

    def __init__(self, target, folder, times):
        self.target, self.folder, self.times, self.into = target, folder, times, folder / "spent"
        self.into.touch()

    def stand_in(self, path, tool):
        path.write_text(STAND_IN.format(python=sys.executable, tool=str(tool), times=self.times, into=str(self.into)))
        path.chmod(0o755)

    def prepare(self):
        if self.target.startswith("mlir@"):
            version = self.target[len("mlir@"):].split(":")[0]
            for name in (f"mlir-runner-{version}", f"mlir-opt-{version}"):
                tool = shutil.which(name) or sys.exit(f"{name} is not on the PATH")
                if "runner" in name:
                    self.stand_in(self.folder / name, pathlib.Path(tool).resolve())
                else:
                    (self.folder / name).symlink_to(tool)
            os.environ["PATH"] = f"{self.folder}:{os.environ['PATH']}"
        elif self.target.startswith("iree@"):
            release = self.target.split(":")[0]
            found = tools(ASSAY, release)
            for name, tool in found.items():
                beside = pathlib.Path(tool).parent
                copy = self.folder / "iree" / beside.name
                copy.mkdir(parents=True)
                for file in beside.iterdir():
                    if file.name != "iree-run-module":
                        (copy / file.name).symlink_to(file)
            self.stand_in(self.folder / "iree/_runtime_libs/iree-run-module", found["iree-run-module"])
            os.environ["ASSAY_DATA"] = str(self.folder / "data")
            subprocess.run([ASSAY, "target", "add", release, "--path", self.folder / "iree"], check=True, capture_output=True)
        else:
            sys.exit(f"{self.target} is neither mlir@ nor iree@")

    def seconds(self):
        lines = [list(map(float, line.split())) for line in self.into.read_text().splitlines()]
        measured = [line for line in lines if sum(line) > 0]
        return len(measured), sum(line[0] for line in measured), sum(line[1] for line in measured)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--targets", nargs="*", default=[f"mlir@22:pipeline={PIPELINE}"])
    parser.add_argument("--profile", default="default")
    parser.add_argument("--seed", default=71, type=int)
    parser.add_argument("--count", default=30, type=int)
    parser.add_argument("--times", default=5, type=int, help="how often each run is repeated, with and without")
    parser.add_argument("--verdicts", action="store_true", help="compare the verdicts as well")
    arguments = parser.parse_args()
    for target in arguments.targets:
        flags = ["--target", target, "--seed", arguments.seed, "--count", arguments.count, "--profile", arguments.profile, "--jobs", 1,
                 "--no-reduce"]
        outside = dict(os.environ)
        with tempfile.TemporaryDirectory(prefix="assay-guard-") as folder:
            measured = Measured(target, pathlib.Path(folder), arguments.times)
            measured.prepare()
            verdicts = campaign(*flags)["verdicts"]
            runs, without, guarded = measured.seconds()
        os.environ.clear()
        os.environ.update(outside)
        said = ""
        if arguments.verdicts:
            with_guard = campaign(*flags)["verdicts"]
            os.environ["ASSAY_GUARD"] = "0"
            plain = campaign(*flags)["verdicts"]
            del os.environ["ASSAY_GUARD"]
            said = "; the same verdicts without it" if with_guard == plain else f"; WITHOUT IT: {json.dumps(plain)}"
        print(f"{target[:24]}: {runs} runs of {arguments.count} programs, {1000 * without / runs / arguments.times:.2f} ms of CPU each, guarded "
              f"{1000 * guarded / runs / arguments.times:.2f}: {guarded / without:.2f} times (goal: at most 1.3); "
              f"{', '.join(f'{times} {verdict}' for verdict, times in sorted(verdicts.items()) if times)}{said}", flush=True)


main()
