#!/usr/bin/env python3
"""Kills a campaign's supervisor or one of its workers with SIGKILL at random moments, lets it go on each time, and checks
that nothing that was reported is lost, that the store is sound, and that the end is that of a campaign left in peace.

usage: bench/kill_test.py [--kills N] [--assay PROGRAM] [FLAG...]   flags go to `assay fuzz`
"""
import argparse
import json
import os
import pathlib
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]


def workers_of(pid):
    try:
        return [int(one) for one in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
        return True
    except ProcessLookupError:
        return False


def sound(store):
    """Whether SQLite finds nothing wrong; and what the store holds."""
    if not store.exists():
        return True, set(), 0
    database = sqlite3.connect(store)
    answer = database.execute("PRAGMA integrity_check").fetchone()[0]
    tables = {row[0] for row in database.execute("SELECT name FROM sqlite_schema")}
    raws = {row[0] for row in database.execute("SELECT raw FROM findings")} if "findings" in tables else set()
    checks = database.execute("SELECT COUNT(*) FROM checks").fetchone()[0] if "checks" in tables else 0
    return answer == "ok", raws, checks


def essence(path):
    summary = json.loads(path.read_text())
    findings = [(one["signature"], one["verdict"], one["count"], pathlib.Path(one["case"]).name) for one in summary["findings"]]
    return summary["programs"], summary["checks"], summary["verdicts"], findings


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--assay", default=str(ROOT / "build/release/bin/assay"))
    parser.add_argument("--pause", type=float, default=2.0, help="at most so many seconds before a kill")
    options, flags = parser.parse_known_args()
    flags = flags or ["--seed", "11", "--count", "400", "--inject", "topk-tie-at-tile-edge"]
    chance = random.Random(1)

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        store = folder / "killed.db"
        command = [options.assay, "fuzz", *flags, "--store", str(store)]
        reported, checks, kills = set(), 0, {"supervisor": 0, "worker": 0}
        while sum(kills.values()) < options.kills:
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            # A few workers first, so that their deaths happen in a campaign that goes on.
            for _ in range(chance.randint(0, 2)):
                time.sleep(chance.uniform(0, options.pause))
                targets = workers_of(process.pid)
                if targets and sum(kills.values()) < options.kills and kill(chance.choice(targets)):
                    kills["worker"] += 1
            time.sleep(chance.uniform(0, options.pause))
            ended = process.poll() is not None
            process.kill()
            output = process.communicate()[0]
            if process.returncode not in (0, 1, 3, -9):
                sys.exit(f"exit code {process.returncode}:\n{output}")
            if not ended:
                kills["supervisor"] += 1
            reported |= set(re.findall(r"^found in program \d+ on \S+: (.*)$", output, re.MULTILINE))
            ok, raws, now = sound(store)
            if not ok or not reported <= raws or now < checks:
                sys.exit(f"lost after {kills}: integrity {ok}, {reported - raws} missing, {checks} checks became {now}")
            checks = now
            if ended:  # nothing left to kill: from the start, with another store
                store = folder / f"killed-{sum(kills.values())}.db"
                command[-1] = str(store)
                reported, checks = set(), 0
        subprocess.run([*command, "--json", str(folder / "killed.json")], stdout=subprocess.DEVNULL)
        subprocess.run([options.assay, "fuzz", *flags, "--store", str(folder / "whole.db"), "--json",
                        str(folder / "whole.json")], stdout=subprocess.DEVNULL)
        killed, whole = essence(folder / "killed.json"), essence(folder / "whole.json")
        if killed != whole:
            sys.exit(f"another end after kills:\n{killed}\ninstead of\n{whole}")
        print(f"kills: {kills['supervisor']} of the supervisor, {kills['worker']} of workers; nothing lost, store sound, "
              f"same end: {whole[0]} programs, {len(whole[3])} findings")


main()
