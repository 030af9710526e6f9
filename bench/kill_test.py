#!/usr/bin/env python3
"""Kills a campaign's supervisor or one of its workers with SIGKILL at random moments and lets it go on each time. Nothing
that was reported may be lost, the store must be sound after each kill, and the end must be that of campaigns left in peace
with one worker and with two: every check's verdict and signature, every finding, and every case file, byte for byte.
(Time-outs and flaky verdicts depend on the machine: programs that have one in either campaign are left out, and counted.)

usage: bench/kill_test.py [--kills N] [--pause SECONDS] [--assay PROGRAM] [FLAG...]   flags go to `assay fuzz`
"""
import argparse
import os
import pathlib
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
UNSTEADY = ("timeout", "flaky")


def workers_of(pid):
    try:
        return [int(one) for one in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def kill(pid):
    try:
        os.kill(pid, 9)
        return True
    except ProcessLookupError:
        return False


class Store:
    """What a campaign left on the disk."""

    def __init__(self, path):
        self.sound, self.checks, self.findings = True, {}, {}
        if not path.exists():
            return
        database = sqlite3.connect(path)
        self.sound = database.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        tables = {row[0] for row in database.execute("SELECT name FROM sqlite_schema")}
        if "checks" in tables:
            for index, target, *rest in database.execute("SELECT idx, target, verdict, signature, ops FROM checks"):
                self.checks[index, target] = rest
        if "findings" in tables:
            for raw, name, *rest in database.execute("SELECT raw, casename, idx, target, signature, verdict, reduced, detail "
                                                     "FROM findings"):
                files = {one.suffix: one.read_bytes() for one in path.with_suffix(".cases").glob(f"{name}.*")}
                self.findings[raw] = [name, *rest, files]
        database.close()

    def unsteady(self):
        return {index for (index, _), (verdict, *_) in self.checks.items() if verdict in UNSTEADY}

    def difference(self, other):
        """A sentence on the first thing that is not the same, or nothing; and how many programs were left out."""
        aside = self.unsteady() | other.unsteady()
        for here, there in ((self.checks, other.checks), (self.findings, other.findings)):
            for key in sorted(here.keys() | there.keys()):
                values = here.get(key), there.get(key)
                place = key[0] if here is self.checks else (values[0] or values[1])[1]
                if values[0] != values[1] and place not in aside:
                    return f"{key}: {values[0]}\ninstead of: {values[1]}", len(aside)
        return None, len(aside)

    def text(self):
        raw = len(self.findings)
        causes = len({finding[3] for finding in self.findings.values()})
        return f"{len({index for index, _ in self.checks})} programs, {len(self.checks)} checks, {raw} raw signatures, " \
               f"{causes} findings"


def fail(message):
    sys.exit(f"kill_test: {message}")


def run_whole(command, store):
    begun = time.monotonic()
    done = subprocess.run([*command, "--store", store], capture_output=True, text=True)
    if done.returncode not in (0, 1, 3):
        fail(f"exit code {done.returncode}:\n{done.stdout}{done.stderr}")
    return Store(store), time.monotonic() - begun


class Killer:
    """Kills campaigns, one after the other when one came to its end, and counts."""

    def __init__(self, command, folder, options):
        self.command, self.folder, self.options = command, folder, options
        self.chance = random.Random(1)
        self.kills = {"supervisor": 0, "worker": 0}
        self.ended, self.looks, self.reports = [], 0, 0
        self.begin()

    def begin(self):
        self.store, self.reported, self.checks = self.folder / f"killed-{len(self.ended)}.db", set(), 0

    def wanted(self):
        return self.options.kills - sum(self.kills.values())

    def session(self):
        """One run of the campaign, until it is killed or done."""
        process = subprocess.Popen([*self.command, "--store", self.store], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   text=True)
        # Workers first, so that their deaths happen in a campaign that goes on.
        for _ in range(self.chance.randint(0, 2)):
            self.pause()
            workers = workers_of(process.pid)
            if workers and self.wanted() > 0 and kill(self.chance.choice(workers)):
                self.kills["worker"] += 1
        self.pause()
        ended = process.poll() is not None
        if not ended and self.wanted() > 0:
            process.kill()
            self.kills["supervisor"] += 1
        output = process.communicate()[0]
        if process.returncode not in (0, 1, 3, -9):
            fail(f"exit code {process.returncode}:\n{output}")
        self.look(output)
        if process.returncode != -9:
            self.ended.append(Store(self.store))
            self.begin()

    def pause(self):
        time.sleep(self.chance.uniform(0, self.options.pause))

    def look(self, output):
        self.looks += 1
        store = Store(self.store)
        found = set(re.findall(r"^found in program \d+ on \S+: (.*)$", output, re.MULTILINE))
        self.reports += len(found - self.reported)
        self.reported |= found
        if not store.sound:
            fail(f"the store is not sound after {self.kills}")
        if lost := self.reported - store.findings.keys():
            fail(f"reported and lost after {self.kills}: {lost}")
        if bare := [raw for raw, finding in store.findings.items() if not finding[-1]]:
            fail(f"no case file for {bare}")
        if len(store.checks) < self.checks:
            fail(f"{self.checks} checks became {len(store.checks)}")
        self.checks = len(store.checks)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--assay", default=str(ROOT / "build/release/bin/assay"))
    parser.add_argument("--pause", type=float, default=2.0, help="at most so many seconds before a kill")
    options, flags = parser.parse_known_args()
    flags = flags or ["--target", "cpu:O0,cpu:O1", "--profile", "sorting", "--inject", "topk-tie-at-tile-edge",
                      "--seed", "11", "--count", "500"]
    command = [options.assay, "fuzz", *flags]
    print("assay", *command[1:])

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        one, seconds = run_whole([*command, "--jobs", "1"], folder / "one.db")
        print(f"--jobs 1: {one.text()} in {seconds:.0f} s", flush=True)
        two, seconds = run_whole([*command, "--jobs", "2"], folder / "two.db")
        problem, aside = two.difference(one)
        if problem:
            fail(f"--jobs 2 ends otherwise: {problem}")
        print(f"--jobs 2: the same in {seconds:.0f} s ({aside} programs with time-outs aside)", flush=True)

        killer = Killer([*command, "--jobs", "2"], folder, options)
        while killer.wanted() > 0 or not killer.ended or killer.checks > 0:
            killer.session()
        for store in killer.ended:
            problem, more = store.difference(one)
            aside += more
            if problem:
                fail(f"another end after kills: {problem}")
        print(f"{killer.kills['supervisor']} kills of the supervisor, {killer.kills['worker']} of workers, in "
              f"{len(killer.ended)} campaigns, each gone on with to the same end ({aside} programs with time-outs aside); "
              f"0 of {killer.reports} reported findings lost, store sound {killer.looks} times of {killer.looks}")


main()
