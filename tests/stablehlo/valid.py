#!/usr/bin/env python3
"""Holds generated modules of StableHLO against the dialect's own verifier, which jaxlib brings along.

    pip install jax            in an environment of its own
    tests/stablehlo/valid.py build/release/bin/assay
"""
import argparse
import collections
import pathlib
import subprocess
import sys
import tempfile

from jax._src.interpreters import mlir as jax_mlir
from jaxlib.mlir import ir

PROFILES = ["default", "static", "dynamic", "complex", "contracts", "attention", "reduction", "sorting", "indexing", "layout", "slicing", "windows"]


def complaint(path):
    try:
        ir.Module.parse(path.read_text()).operation.verify()
    except ir.MLIRError as error:
        return str(error)
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("assay")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200, help="modules for each profile")
    flags = parser.parse_args()
    counts = collections.Counter()
    with jax_mlir.make_ir_context(), ir.Location.unknown():
        for profile in PROFILES:
            with tempfile.TemporaryDirectory() as folder:
                subprocess.run(
                    [flags.assay, "gen", "--format", "stablehlo", "--profile", profile, "--seed", str(flags.seed),
                     "--count", str(flags.count), "-o", folder], check=False, stdout=subprocess.DEVNULL)
                for path in sorted(pathlib.Path(folder).iterdir()):
                    said = complaint(path)
                    counts["valid" if said is None else "invalid"] += 1
                    if said is not None:
                        print(f"{profile} {path.name}: {said}")
    print(f"{counts['valid']} modules are valid, {counts['invalid']} are not")
    return 1 if counts["invalid"] or not counts["valid"] else 0


sys.exit(main())
