#!/usr/bin/env python3
"""Prints what a first build takes, without a cache: what `./dev fuzz` needs, and the rest.

    bench/build_time.py                                      builds everything anew in build/cold: a quarter of an hour on 2 cores
    bench/build_time.py --against COMMIT [--every 10]        CPU time against that commit's, as a ratio: of the precompiled headers
                                                             and of every tenth file that both have, one after the other
"""
import argparse
import json
import os
import shlex
import shutil
import subprocess
import sys
import time

from common import ROOT, children_cpu_seconds, run

FIRST = ("assay", "assay-opt")
PLACE = ROOT / "build/cold"


def configure(tree, build):
    shutil.rmtree(build, ignore_errors=True)
    # A launcher that is given is not replaced by ccache.
    run("cmake", "-S", tree, "--preset", "release", "-B", build, "-DCMAKE_CXX_COMPILER_LAUNCHER=/usr/bin/env", accepted=(0,))


def cost(*command, **options):
    """Wall and CPU seconds."""
    began, used = time.monotonic(), children_cpu_seconds()
    subprocess.run(list(map(str, command)), check=True, stdout=subprocess.DEVNULL, **options)
    return time.monotonic() - began, children_cpu_seconds() - used


def whole():
    configure(ROOT, PLACE)
    total = 0
    for what, targets in (" ".join(FIRST), FIRST), ("everything else", ()):
        wall, cpu = cost("ninja", "-C", PLACE, *targets)
        total += wall
        print(f"{what}: {wall / 60:.1f} min, {cpu:.0f} s of CPU; in all {total / 60:.1f} min", flush=True)


class Tree:
    """A tree that is configured, and whose precompiled headers are built."""

    def __init__(self, tree, build):
        self.tree = tree
        configure(tree, build)
        commands = json.loads((build / "compile_commands.json").read_text())
        self.headers = [entry for entry in commands if entry["file"].endswith("cmake_pch.hxx.cxx")]
        self.sources = {os.path.relpath(entry["file"], tree): entry for entry in commands
                        if not entry["file"].startswith(str(build))}
        generated = [line.split(":")[0] for line in run("ninja", "-C", build, "-t", "targets", "all").splitlines()]
        wanted = [name for name in generated if name.endswith(("cmake_pch.hxx.pch", ".inc"))]
        self.header_seconds = cost("ninja", "-C", build, *wanted)[1]

    def compile(self, source):
        entry = self.sources[source]
        return cost(*shlex.split(entry["command"]), cwd=entry["directory"])[1]


def against(commit, every):
    other = PLACE / "tree"
    shutil.rmtree(PLACE, ignore_errors=True)
    PLACE.mkdir(parents=True)
    run("git", "-C", ROOT, "worktree", "prune")
    run("git", "-C", ROOT, "worktree", "add", "--detach", other, commit)
    try:
        here, there = Tree(ROOT, PLACE / "here"), Tree(other, PLACE / "there")
        both = sorted(set(here.sources) & set(there.sources))[::every]
        print(f"{'':44} {'here':>8} {'there':>8}")
        print(f"{'precompiled headers':44} {here.header_seconds:8.1f} {there.header_seconds:8.1f}", flush=True)
        sums = [0.0, 0.0]
        for source in both:
            seconds = here.compile(source), there.compile(source)
            sums = [total + one for total, one in zip(sums, seconds)]
            print(f"{source[-44:]:44} {seconds[0]:8.1f} {seconds[1]:8.1f}", flush=True)
        print(f"{f'{len(both)} files':44} {sums[0]:8.1f} {sums[1]:8.1f}")
        # The files are a sample, the headers are all there are.
        estimate = [seconds + every * total for seconds, total in zip((here.header_seconds, there.header_seconds), sums)]
        print(f"all of it, estimated: {estimate[0]:.0f} s of CPU against {estimate[1]:.0f}, {estimate[0] / estimate[1]:.2f} times")
    finally:
        run("git", "-C", ROOT, "worktree", "remove", "--force", other)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", metavar="COMMIT")
    parser.add_argument("--every", type=int, default=10)
    options = parser.parse_args()
    if options.against:
        against(options.against, options.every)
    else:
        whole()
    return 0


if __name__ == "__main__":
    sys.exit(main())
