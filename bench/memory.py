#!/usr/bin/env python3
"""Prints the memory of a campaign's worker and of its supervisor along the way: one worker that checks many programs.
Ends with 1 if the worker grew by more than a twentieth from a quarter of the way to the end.

usage: bench/memory.py [--count N] [FLAG...]   flags go to `assay fuzz`; default: --target cpu:O0 --seed 3
"""
import argparse
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import time

from common import ASSAY, median

STEPS = 20


def resident_mib(pid):
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0


def worker_of(pid):
    return int(pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0])


def programs(store):
    try:
        database = sqlite3.connect(f"file:{store}?mode=ro", uri=True, timeout=5)
        done = database.execute("SELECT MAX(idx) FROM checks").fetchone()[0]
        database.close()
        return (done or -1) + 1
    except sqlite3.OperationalError:  # not there yet
        return 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=20000)
    options, flags = parser.parse_known_args()
    flags = flags or ["--target", "cpu:O0", "--seed", "3"]
    with tempfile.TemporaryDirectory() as folder:
        store = pathlib.Path(folder) / "campaign.db"
        process = subprocess.Popen([str(ASSAY), "fuzz", *flags, "--jobs", "1", "--no-reduce", "--count", str(options.count),
                                    "--store", str(store)], stdout=subprocess.DEVNULL)
        print(f"{'programs':>9} {'worker MiB':>11} {'supervisor MiB':>15} {'worker':>8}")
        points, near, shown = [], [], 0
        while process.poll() is None:
            time.sleep(0.5)
            try:
                worker = worker_of(process.pid)
                now = programs(store), resident_mib(worker), resident_mib(process.pid), worker
            except (OSError, IndexError):  # between two workers, or at the end
                continue
            # What a single check holds goes up and down: the median of the step counts.
            near.append(now[1])
            if now[0] >= shown + options.count // STEPS:
                shown = now[0]
                points.append((shown, median(near), worker))
                near = []
                print(f"{shown:>9} {points[-1][1]:>11.1f} {now[2]:>15.1f} {now[3]:>8}", flush=True)
    if process.returncode not in (0, 1, 3):
        sys.exit(f"assay fuzz ended with {process.returncode}")
    late = [point for point in points if point[0] >= options.count / 4]
    # A finding is confirmed in a worker of its own, which goes on from there: growth is that of the first.
    same = [point for point in late if point[2] == late[0][2]]
    growth = same[-1][1] / same[0][1] - 1
    print(f"one worker, from {same[0][0]} to {same[-1][0]} programs: {growth:+.1%}")
    return 1 if growth > 0.05 else 0


sys.exit(main())
