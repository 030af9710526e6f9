#!/usr/bin/env python3
"""What it costs in CPU time to do a campaign in shards, one after the other on one machine, and to merge them, against the
same campaign in one piece. Neither reduces: that is done once, of the whole. What comes out is compared as well.

usage: bench/shard_cost.py [--shards N] [--count N] [FLAG...]    default: 64 shards of 32,000 programs; flags go to `assay fuzz`
"""
import argparse
import pathlib
import sys
import tempfile

from common import ASSAY, children_cpu_seconds, run


def cpu_of(*command):
    begun = children_cpu_seconds()
    run(ASSAY, *command, accepted=(0, 1, 3))
    return children_cpu_seconds() - begun


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--shards", type=int, default=64)
    parser.add_argument("--count", type=int, default=32000)
    options, flags = parser.parse_known_args()
    flags = ["--seed", 7, "--count", options.count, *(flags or ["--target", "cpu:O0,cpu:O2"])]
    with tempfile.TemporaryDirectory(prefix="assay-bench-") as name:
        folder = pathlib.Path(name)
        whole = cpu_of("fuzz", *flags, "--no-reduce", "--store", folder / "whole.db")
        print(f"one piece: {whole:.0f} s of CPU", flush=True)
        shards = [folder / f"{index}.db" for index in range(options.shards)]
        sharded = sum(cpu_of("fuzz", *flags, "--shard", f"{index}/{options.shards}", "--store", store)
                      for index, store in enumerate(shards))
        merged = cpu_of("merge", *shards, "-o", folder / "all.db", "--json", folder / "all.json")
        cpu_of("merge", folder / "whole.db", "-o", folder / "one.db", "--json", folder / "one.json")
        same = (folder / "all.json").read_bytes() == (folder / "one.json").read_bytes()
        print(f"{options.shards} shards: {sharded:.0f} s, merging them {merged:.1f} s: {100 * ((sharded + merged) / whole - 1):+.1f} %; "
              f"the JSON is {'the same' if same else 'another'}")
        return 0 if same else 1


sys.exit(main())
