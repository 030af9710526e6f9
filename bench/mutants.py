#!/usr/bin/env python3
"""Whether the tests notice: breaks one operator or constant of a source file at a time, builds, and runs a test.

    bench/mutants.py --count 40                              the AMDGPU instructions against their own test
    bench/mutants.py --under oracle --test test_oracle

Works in a copy of the committed tree below build/mutants and leaves this one alone. A mutant is killed by a test that
fails, hangs or crashes; one that does not compile is replaced. What survives is printed as a change: it is either no
change in what is computed, or a test that is missing. Ends with 1 if any survived.
"""
import argparse
import os
import pathlib
import random
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
PLACE = ROOT / "build" / "mutants"
TREE, BUILD = PLACE / "tree", PLACE / "release"

# What stands between blanks is an operator, never a template's bracket or a reference.
OPERATORS = {" + ": " - ", " - ": " + ", " * ": " + ", " / ": " * ", " % ": " / ", " & ": " | ", " | ": " & ", " ^ ": " | ",
             " << ": " >> ", " >> ": " << ", " < ": " <= ", " <= ": " < ", " > ": " >= ", " >= ": " > ", " == ": " != ",
             " != ": " == ", " && ": " || ", " || ": " && ", " += ": " -= ", " |= ": " &= "}
CHANGES = re.compile("|".join(map(re.escape, sorted(OPERATORS, key=len, reverse=True)))
                     + r"|std::m(?:in|ax)\b|\btrue\b|\bfalse\b|(?<![\w.])\d+(?![\w.'])")
# No computation, or one that the compiler does.
PASSED_OVER = re.compile(r"^\s*(//|#|template|static_assert|namespace|using|enum|ASSAY_ASSERT)")


def changed(text):
    """What an operator, constant or function becomes."""
    words = {"true": "false", "false": "true", "std::min": "std::max", "std::max": "std::min"}
    if text in OPERATORS:
        return OPERATORS[text]
    return words[text] if text in words else str(int(text) + 1)


def candidates(under, suffixes):
    """All (file, number of the line, begin, end) that may be changed."""
    found = []
    for path in [TREE / under] if (TREE / under).is_file() else sorted((TREE / under).rglob("*")):
        if path.suffix not in suffixes:
            continue
        for number, line in enumerate(path.read_text().splitlines()):
            if PASSED_OVER.match(line):
                continue
            # What stands in a text is no code, but takes its place.
            code = re.sub(r'"[^"]*"', lambda text: '"' * len(text[0]), line.split("//")[0])
            found += [(path, number, match.start(), match.end()) for match in CHANGES.finditer(code)]
    return found


def run(command, seconds, **options):
    """The exit code; nothing if the time ran out."""
    try:
        return subprocess.run(list(map(str, command)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              timeout=seconds, **options).returncode
    except subprocess.TimeoutExpired:
        return None


def prepare(test):
    """The tree as it was committed, built, with a test that passes."""
    PLACE.mkdir(parents=True, exist_ok=True)
    commit = subprocess.run(["git", "-C", ROOT, "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout.strip()
    if not TREE.exists():
        subprocess.run(["git", "clone", "--quiet", "--shared", ROOT, TREE], check=True)
    subprocess.run(["git", "-C", TREE, "fetch", "--quiet", "origin", commit], check=True)
    subprocess.run(["git", "-C", TREE, "checkout", "--quiet", "--force", "--detach", commit], check=True)
    if not (BUILD / "build.ninja").exists():
        # Mutants are built once and run once.
        subprocess.run(["cmake", "--preset", "release", "-B", BUILD, "-DCMAKE_CXX_FLAGS_RELEASE=-O1"], cwd=TREE,
                       check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["ninja", "-C", BUILD, "--quiet", test], check=True)
    [program] = BUILD.rglob(test)
    if run([program], 1800) != 0:
        sys.exit(f"{test} fails as it is: mend that first")
    return program


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--under", default="amdgpu/machine/isa", help="folder or file of the sources to break")
    arguments.add_argument("--test", default="test_amdgpu", help="the program that is to notice")
    arguments.add_argument("--suffix", nargs="+", default=[".cpp", ".h"])
    arguments.add_argument("--count", type=int, default=40)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--limit", type=float, default=600, help="seconds for a run of the test")
    options = arguments.parse_args()

    program = prepare(options.test)
    places = candidates(options.under, options.suffix)
    random.Random(options.seed).shuffle(places)
    print(f"{len(places)} places in {options.under}", flush=True)
    killed, survivors, invalid = 0, [], 0
    for path, number, begin, end in places:
        if killed + len(survivors) == options.count:
            break
        original = path.read_text()
        lines = original.splitlines(keepends=True)
        before = lines[number]
        lines[number] = before[:begin] + changed(before[begin:end]) + before[end:]
        path.write_text("".join(lines))
        try:
            if run(["ninja", "-C", BUILD, options.test], 1800) != 0:
                invalid += 1
                continue
            isNoticed = run([program, "--abort"], options.limit) != 0
        finally:
            path.write_text(original)
        where = f"{path.relative_to(TREE)}:{number + 1}"
        killed += isNoticed
        if not isNoticed:
            survivors.append(where)
        print(f"{'killed  ' if isNoticed else 'SURVIVED'} {where}\n  - {before.strip()}\n  + {lines[number].strip()}", flush=True)
    print(f"{killed} of {killed + len(survivors)} mutants killed; {invalid} more did not compile")
    return 1 if survivors else 0


sys.exit(main())
