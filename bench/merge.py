#!/usr/bin/env python3
"""What `assay merge` costs: made-up stores of shards, each with so many programs on two targets, some findings with their
cases, known bugs and coverage, are merged into one; seconds and memory of that, for each number of stores. Whether what comes
out is right is for tests/cli/test_shards.py; here it has to have all the programs.

usage: bench/merge.py [--programs N] [STORES...]    default: 1000 programs, and 100, 1000 and 10000 stores
"""
import argparse
import json
import os
import pathlib
import random
import shutil
import sqlite3
import subprocess
import tempfile
import time

from common import ASSAY, run

TURN = 64
SIGNATURES = 500  # raw ones, that findings are drawn from
FINDINGS = 10     # in a store
PATTERNS = 300    # whose coverage is counted
CASE = json.dumps({"case": "x" * 1500})


class Maker:
    """Stores like that of a shard of a campaign with one program, which assay itself made."""

    def __init__(self, folder, shards, programs):
        self.folder, self.shards, self.chance = folder, shards, random.Random(1)
        # As many turns for each shard.
        self.turns = -(-programs // TURN)
        self.template = folder / "template.db"
        run(ASSAY, "fuzz", "--target", "cpu:O0,cpu:O2", "--seed", 7, "--count", 1, "--shard", f"0/{shards}", "--store", self.template,
            accepted=(0, 1, 3))
        self.programs = programs

    def make(self, shard):
        path = self.folder / f"{shard}.db"
        shutil.copy(self.template, path)
        cases = path.with_suffix(".cases")
        cases.mkdir()
        database = sqlite3.connect(path, isolation_level=None)
        database.execute("PRAGMA synchronous = OFF")
        database.execute("BEGIN")
        [campaign] = database.execute("SELECT key FROM campaigns").fetchone()
        for table in ("checks", "coverage", "known", "sources", "coverage_by_source", "findings"):
            database.execute(f"DELETE FROM {table}")
        database.execute("UPDATE shards SET shard = ?", (shard,))
        database.execute("UPDATE sessions SET id = ?", (f"20260101T000000-{shard:08}",))
        database.execute("DELETE FROM samples")
        indices = [(shard + turn * self.shards) * TURN + place for turn in range(self.turns) for place in range(TURN)][:self.programs]
        failing = dict(zip(self.chance.sample(indices, FINDINGS), self.chance.sample(range(SIGNATURES), FINDINGS)))
        known = set(self.chance.sample(indices, len(indices) // 20)) - failing.keys()
        database.executemany("INSERT INTO checks VALUES(?,?,?,?,?,?,?,?,?,?,?,?)", (
            (campaign, index, target, *self.verdict(index, target, failing, known), self.chance.getrandbits(40), 64, 8, 0, 1, 1, "")
            for index in indices for target in (0, 1)))
        database.executemany("INSERT INTO known VALUES(?,?,?,?,?,?)", (
            (campaign, index, 1, f"bug-{index % 40}", "mismatch", f"mismatch:known:{index % 40}") for index in known))
        for index, signature in failing.items():
            name = f"{shard:08}{index:024}"
            (cases / f"{name}.json").write_text(CASE)
            (cases / f"{name}.mlir").write_text(CASE)
            raw = f"mismatch:made-up:{signature}"
            database.execute("INSERT INTO findings VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
                             (campaign, raw, "", raw, 0, "mismatch", "", "{}", index, "cpu:O2", len(CASE), 12, name, 1,
                              json.dumps([f"op-{signature % 60}", f"rank {signature % 5}, static"]), ""))
        database.executemany("INSERT INTO coverage VALUES(?,?,?,?,?,?,?,?,?,?)", (
            (campaign, shard, target, "pattern", f"Pattern{pattern}", "linalg.generic", 900, 90, 50, indices[0])
            for target in (0, 1) for pattern in range(PATTERNS)))
        database.execute("COMMIT")
        database.close()
        return path

    @staticmethod
    def verdict(index, target, failing, known):
        if target == 1 and index in failing:
            return "mismatch", f"mismatch:made-up:{failing[index]}"
        if target == 1 and index in known:
            return "known", f"known:bug-{index % 40}"
        return "agree", ""


def merge(stores, out):
    """Seconds, CPU seconds and MiB of merging, and the JSON that comes out."""
    begun = time.monotonic()
    process = subprocess.Popen([ASSAY, "merge", *stores, "-o", out, "--json", out.with_suffix(".json")], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) != 1:
        raise SystemExit("merge failed")
    return (time.monotonic() - begun, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024,
            json.loads(out.with_suffix(".json").read_text()))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=int, default=1000)
    parser.add_argument("stores", nargs="*", type=int, default=[100, 1000, 10000])
    options = parser.parse_args()
    print("| stores | programs | seconds | CPU seconds | ms of CPU per store | MiB |\n| --- | --- | --- | --- | --- | --- |")
    for count in options.stores:
        with tempfile.TemporaryDirectory(prefix="assay-bench-") as name:
            maker = Maker(pathlib.Path(name), count, options.programs)
            stores = [maker.make(shard) for shard in range(count)]
            seconds, cpu, memory, found = merge(stores, pathlib.Path(name) / "all.db")
            if (found["programs"], found["checks"]) != (count * options.programs, 2 * count * options.programs):
                raise SystemExit(f"{found['programs']} programs of {count * options.programs} came out")
            print(f"| {count} | {found['programs']} | {seconds:.1f} | {cpu:.1f} | {1000 * cpu / count:.1f} | {memory:.0f} |", flush=True)


main()
