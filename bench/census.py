#!/usr/bin/env python3
"""Counts the instructions in code objects of each compiler, in results/census.tsv: a line for each mnemonic, a column for each compiler.

usage: census.py [COLUMN...]    makes these columns anew and leaves the others; without any, all

A column is a command that loads code objects into libamdhip64.so, which keeps them (ASSAY_HIP_CODE), or that writes them itself."""

import argparse
import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).parents[1]
BUILD = ROOT / "build/release"
TABLE = ROOT / "results/census.tsv"
ASSAY = BUILD / "bin/assay"
CORPUS = sorted((ROOT / "corpus").glob("*.txt"))
IREE_CASES = sorted((ROOT / "tests/cli/hip").glob("*.txt"))

# A compiler, what makes it load its code objects, and the folder where it writes them if the library does not see them. Exit codes do not
# matter: a code object that gives a wrong result counts as well.
COLUMNS = {
    "HIP C++": (["ctest", "--test-dir", BUILD, "--tests-regex", "^hip_"], None),
    "MLIR": ([ASSAY, "check", *CORPUS, "--target", "hip:O0,hip:O1"], None),
    "Triton": ([ROOT / "amdgpu/tests/triton/run.py", BUILD / "bin/assay-emu", BUILD / "amdgpu/tests/triton"], BUILD / "amdgpu/tests/triton/code"),
    "IREE": ([ASSAY, "check", *IREE_CASES, "--target", "iree@3.5.0:hip:O2,iree@3.13.0:hip:O2"], None),
}


def count(objects):
    """Uses of each mnemonic."""
    done = subprocess.run([BUILD / "bin/assay-emu", "census", *objects], capture_output=True, text=True)
    if done.returncode > 1:
        sys.exit(f"census: {done.stderr.strip()}")
    for line in done.stdout.splitlines():
        if "missing" in line and not line.endswith(" 0 of them missing in some form"):
            print(line)
    return {name: int(uses) for uses, name in re.findall(r"^ *(\d+) ([a-z]\w+)", done.stdout, re.MULTILINE) if name != "instructions"}


def make(column):
    command, folder = COLUMNS[column]
    with tempfile.TemporaryDirectory() as kept:
        environment = {**os.environ, "ASSAY_HIP_LIBRARY": str(BUILD / "lib/hip/libamdhip64.so"), "ASSAY_HIP_CODE": kept}
        subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        objects = sorted(pathlib.Path(folder or kept).glob("*.hsaco"))
        if not objects:
            sys.exit(f"census: no code object of {column} was loaded by {' '.join(map(str, command[:2]))}; is it installed?")
        counts = count(objects)
    print(f"{column}: {len(objects)} code objects, {sum(counts.values())} instructions, {len(counts)} mnemonics")
    return counts


def read():
    if not TABLE.exists():
        return {}
    (_, *columns), *rows = (line.split("\t") for line in TABLE.read_text().splitlines())
    return {column: {name: int(uses[i]) for name, *uses in rows if uses[i] != "0"} for i, column in enumerate(columns)}


def write(counts):
    columns = [column for column in COLUMNS if column in counts]
    total = collections.Counter()
    for column in columns:
        total.update(counts[column])
    lines = ["\t".join(["instruction", *columns])]
    lines += ["\t".join([name, *(str(counts[column].get(name, 0)) for column in columns)]) for name in sorted(total, key=lambda n: (-total[n], n))]
    TABLE.write_text("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("columns", nargs="*", metavar="COLUMN", help=", ".join(COLUMNS))
    columns = parser.parse_args().columns
    for column in columns:
        if column not in COLUMNS:
            parser.error(f"'{column}' is none of {', '.join(COLUMNS)}")
    counts = read()
    for column in columns or COLUMNS:
        counts[column] = make(column)
        write(counts)


main()
