#!/usr/bin/env python3
"""Programs per second and core in a campaign against two tools spawned for each of the same programs.

The tools are assay-opt, which is mlir-opt with our passes, so that both sides run the same pipeline, and mlir-runner,
which compiles the module and calls an empty function: it prepares no inputs and checks nothing, which is in its favour.
assay-opt verifies after each pass, which is its default; the campaign's core verifies once. Counted are the CPU seconds
of all processes: the tools run two at a time.
"""
import argparse
import os
import subprocess
import tempfile

from common import BIN, LLVM, RUNNER_LIBRARIES, campaign, generated


def with_empty_entry(text):
    """The module with a function that does nothing, in front of its closing brace."""
    end = text.rstrip().rfind("}")
    return text[:end] + "  func.func @nothing() { return }\n}\n"


def spawn(path, level):
    """Whether both tools accepted the module."""
    opt = subprocess.Popen([str(BIN / "assay-opt"), str(path), f"--assay-cpu-pipeline=level={level}"],
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    runner = subprocess.run([str(LLVM / "bin/mlir-runner"), f"-{level}", "-e", "nothing",
                             "-entry-point-result=void", f"-shared-libs={RUNNER_LIBRARIES}"],
                            stdin=opt.stdout, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    opt.stdout.close()
    return opt.wait() == 0 and runner.returncode == 0


def cpu_seconds():
    """Of all processes that were waited for."""
    spent = os.times()
    return spent.children_user + spent.children_system


def ratio(level, count, profile):
    """Both sides in turns, since the speed of a machine changes while others use it. The campaigns go on to programs that
    the tools do not see: starting one takes as long as ten programs, and real ones are long."""
    rounds = 4
    with tempfile.TemporaryDirectory() as folder:
        paths = generated(folder, count, profile=profile)
        for path in paths:
            path.write_text(with_empty_entry(path.read_text()))
        accepted = tools = ours = programs = 0
        for part in range(rounds):
            begin = cpu_seconds()
            accepted += sum(spawn(path, level) for path in paths[part::rounds])
            between = cpu_seconds()
            programs += campaign("--target", f"cpu:{level}", "--count", 4 * count, "--seed", 1, "--jobs", 1, "--no-reduce",
                                 "--profile", profile)["programs"]
            tools += between - begin
            ours += cpu_seconds() - between
    print(f"cpu:{level}, profile {profile}: {programs / ours:.1f} programs/s per core against {count / tools:.1f} spawned "
          f"({accepted} of {count} accepted by the tools): {(programs / ours) / (count / tools):.1f} times", flush=True)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--count", type=int, default=128)
    options = arguments.parse_args()
    for profile in ("default", "small"):
        for level in ("O0", "O2"):
            ratio(level, options.count, profile)


main()
