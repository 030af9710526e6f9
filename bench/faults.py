#!/usr/bin/env python3
"""The table of deliberate bugs, results/faults.md: of compiler/faults/Faults.def, and what was measured of each.

    bench/faults.py DIR --report RESULTS
                                 writes RESULTS/faults.md, and .tsv with the programs alone, from what these commands wrote into DIR; what is
                                 not in DIR stays as results/ has it, of faults that do what they did then
    bench/faults.py --check      whether results/ has each bug of Faults.def, as that describes it; exit code 1 if not

    assay mutate --target T --faults --campaigns C --seed S --count N --json DIR/NAME.json
    build/release/bin/fault_find_bench T PROGRAMS 0 SEED > DIR/find-NAME.txt           what is changed where it is built in, or
    build/release/bin/fault_find_bench T PROGRAMS 20 SEED FAULT... > DIR/find-NAME.txt also how many of 20 of these have other results
    build/release/bin/fault_explain_bench SEED PROGRAMS > DIR/explain-NAME.txt

Several of a kind are put together: campaigns of several seeds, faults of several targets.
"""
import argparse
import collections
import itertools
import json
import pathlib
import re
import statistics
import sys

from common import ROOT

RESULTS = ROOT / "results"
Fault = collections.namedtuple("Fault", "name stage op story effect")


def faults():
    """Those of Faults.def, in its order."""
    text = (ROOT / "compiler" / "faults" / "Faults.def").read_text()
    string = r'((?:"[^"]*"\s*)+)'
    entry = rf"^ASSAY_FAULT\(\w+,\s*{string},\s*{string},\s*(\w+),\s*{string},\s*{string}\)"
    joined = lambda literals: "".join(re.findall(r'"([^"]*)"', literals))
    return [Fault(*map(joined, found[:2]), found[2], *map(joined, found[3:])) for found in re.findall(entry, text, re.MULTILINE)]


def head(fault):
    """What the table has from Faults.def."""
    return f"| {fault.name} | {fault.story} | {fault.effect} |"


class Measured:
    """What was measured of one fault."""

    def __init__(self):
        self.target, self.found, self.reduction = "", {}, None  # found: seed -> programs, or nothing
        self.share, self.named = "", ""

    def median(self):
        numbers = [number if number is not None else float("inf") for number in self.found.values()]
        middle = statistics.median_low(numbers) if numbers else float("inf")
        return middle if middle != float("inf") else "-"

    def programs(self):
        return ", ".join(str(number or "-") for _, number in sorted(self.found.items()))

    def cells(self):
        """Of its row; empty ones were not measured."""
        reduced = [f"{self.reduction['opsBefore']} to {self.reduction['ops']}", str(self.reduction["largestExtent"]),
                   str(self.reduction["checks"])] if self.reduction else ["", "", ""]
        return [self.target, str(self.median()) if self.found else "", self.programs(), self.share, *reduced, self.named]


def read(folder):
    """By fault."""
    measured = collections.defaultdict(Measured)
    for path in sorted(folder.glob("*.json")):
        report = json.loads(path.read_text())
        for bug in report["bugs"]:
            one = measured[bug["name"]]
            one.target = report["target"]
            one.found.update(zip(report["seeds"], bug["found"]))
            one.reduction = one.reduction or bug.get("reduction")
    for path in sorted(folder.glob("find-*.txt")):
        line = r"^(\S+) +\S+ +\d+ +(\d+) +\d+ +([\d.]+) % +(\d+) +([\d.]+) %"
        for name, holders, share, checked, differ in re.findall(line, path.read_text(), re.MULTILINE):
            # Of those that are changed where it is built in, only some have other results.
            changed = float(share) * (float(differ) / 100 if int(checked) else 1)
            if int(checked) or not measured[name].share:
                measured[name].share = f"{'' if int(checked) else 'at most '}{changed:.1f} % of {holders}"
    for path in sorted(folder.glob("explain-*.txt")):
        for name, named in re.findall(r"^(\S+) +\d+ \w+ +\d+ +\d+  (.*)$", path.read_text(), re.MULTILINE):
            measured[name].named = "its own" if named == f"assay-inject{{fault={name}}}" else named
    return measured


def recorded(fault):
    """The cells that results/ has of it."""
    for line in (RESULTS / "faults.md").read_text().splitlines():
        if line.startswith(head(fault)):
            return [cell.strip() for cell in line.removeprefix(head(fault)).strip(" |").split(" | ")]
    return []


def merged(new, old):
    cells = [one or other for one, other in itertools.zip_longest(new, old, fillvalue="")]
    return [cell or "-" for cell in cells[:-1]] + cells[-1:]


def write(folder, results):
    measured = read(folder)
    rows = {fault: merged(measured[fault.name].cells(), recorded(fault)) for fault in faults()}
    known = [int(cells[1]) for cells in rows.values() if cells[1] != "-"]
    named = [cells[-1] for cells in rows.values() if cells[-1]]
    sums = (f"{len(known)} of {len(rows)} are found by most campaigns; {sum(one < 500 for one in known)} medians are below 500, "
            f"{sum(one < 300 for one in known)} below 300. `explain` names the fault's own pass for {named.count('its own')} of {len(named)}.")
    lines = [f"{head(fault)} {' | '.join(cells)} |" for fault, cells in rows.items()]
    (results / "faults.md").write_text("\n".join([TEXT, *lines, "", sums, ""]))
    (results / "faults.tsv").write_text("".join(
        f"{name}\t{programs}\n" for name, programs in [TSV_HEAD, *((fault.name, cells[2]) for fault, cells in rows.items())]))


def check():
    lines = (RESULTS / "faults.md").read_text().splitlines()
    missing = [fault.name for fault in faults() if not any(line.startswith(head(fault)) for line in lines)]
    if missing:
        sys.exit(f"results/faults.md does not have as Faults.def describes it: {', '.join(missing)}")
    rows = lines[lines.index(TEXT.splitlines()[-1]) + 1:]
    extra = [row for row in rows if row.startswith("| ") and not any(row.startswith(head(fault)) for fault in faults())]
    if extra:
        sys.exit(f"results/faults.md has what Faults.def does not: {extra[0]}")
    counted = [line.split("\t")[0] for line in (RESULTS / "faults.tsv").read_text().splitlines()[1:]]
    if counted != [fault.name for fault in faults()]:
        sys.exit("results/faults.tsv has not the faults of Faults.def, in that order")


TSV_HEAD = "fault", "programs of each campaign"
TEXT = """# Faults

The deliberate bugs of compiler/faults/Faults.def, each on the first of cpu:O3, hip:O1, cpu:O3,stripped=1 and hip:O3 that has its stage. This file is what
`bench/faults.py DIR --report results` makes of what the commands wrote that stand on top of that script.

*Programs* of the default profile it takes until a campaign finds it: the median, and each campaign's. *Of programs with the op* that it is about
so many have other results: at most as many as are changed where it is built in, or those times the share of 20 that differ, checked one by one. The first case is reduced: ops, the largest extent, and
how many checks that takes. *Named* is the pass that `assay explain` blames.

| fault | copies | what it does, and when | target | programs, median | each campaign's | of programs with the op | ops | extent | checks | named |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=pathlib.Path)
    parser.add_argument("--report", type=pathlib.Path, metavar="RESULTS")
    parser.add_argument("--check", action="store_true")
    flags = parser.parse_args()
    if flags.check:
        check()
    elif flags.folder and flags.report:
        write(flags.folder, flags.report)
    else:
        parser.error("a folder and --report, or --check")


if __name__ == "__main__":
    main()
