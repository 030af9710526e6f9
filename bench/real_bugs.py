#!/usr/bin/env python3
"""How many programs it takes until campaigns show the bugs that are written down in triage/known/bugs.

    bench/real_bugs.py DIR                   runs what is left of it, with the campaigns' stores in DIR; goes on where it was ended
    bench/real_bugs.py DIR --list            which runs there are, with their bugs and how far they are
    bench/real_bugs.py DIR --only hip --seeds 1 --programs 500
                                             the part of it that is named; more can be done later
    bench/real_bugs.py DIR --report RESULTS  writes RESULTS/real-bugs.tsv, .json, .md and .svg from what is there
    bench/real_bugs.py DIR --from RESULTS    the same from where a report's runs were, as on another machine, which has no stores of them

A bug's run is on the target of its case, of the newest release that has it; a bug without such a case is looked for with the
backend, level and flavour of its entry, at O2 of llvm-cpu where that says nothing. One of MLIR's passes is looked for in the
first random pipeline that has them, and one of MLIR's that names no pass in a random pipeline for every 64 programs. All
bugs of a target share its runs, one for each seed: `assay fuzz --no-reduce`, which says of each failure which known bug it is,
with a plan by which no program is passed over. What fails first is cut out of a program, so that what is behind it shows as well
(docs/known-bugs.md). A run ends when it has shown all bugs of its target, after 2,000 programs, or when it has had its hours.

A program that does not hold the structure of any bug that is still missing can show none of these, and is drawn but not given
to the compiler; the first program that shows a bug is the same as without that. In a run of changing pipelines all are given.

A bug whose id has an odd SHA-256, taken as a number, belongs to the measuring half; the others are for tuning the generator.
"""
import argparse
import collections
import dataclasses
import functools
import hashlib
import json
import math
import os
import pathlib
import re
import signal
import sqlite3
import subprocess
import sys

from common import ASSAY, BIN, ROOT, run

sys.path.insert(0, str(ROOT / "triage/known/bugs"))
from list import bugs as recorded_bugs, listed  # noqa: E402  the folder's own script

SEEDS = (1, 2, 3)
CAP = 2000  # programs of a run
STEP = 125  # programs, after which is looked whether all bugs of a target were shown
HOURS_OF_RUN = 4
PIPELINES = 500  # among how many random pipelines one with the passes of a bug is looked for
HALVES = ("measuring", "tuning")
# What is drawn: larger programs than the default ones, some with many dims of 1 or 0. docs/plans.md has what they show more, by
# programs and by time.
PLAN = ROOT / "bench/real_bugs.plan.json"
# The plan where a compiler does not take every program.
PLANS = {"xla": ROOT / "bench/real_bugs.static.plan.json"}


def half_of(identity):
    return HALVES[0] if int(hashlib.sha256(identity.encode()).hexdigest(), 16) % 2 else HALVES[1]


def version_key(text):
    return [int(part) for part in text.split(".")]


# ---- which bugs, on which targets


@dataclasses.dataclass
class Bug:
    """A bug that campaigns can name, and where it is looked for."""
    id: str
    target: str
    cause: str  # the bug whose cause it has, itself for most

    @property
    def half(self):
        return half_of(self.id)


def target_in(case):
    """That of a lit case of assay's; nothing for a module for other tools."""
    found = re.search(r"^// assay-target: (.+)$", case.read_text(), re.MULTILINE) if case.exists() else None
    return found[1] if found else None


def compiler_of(target):
    return re.split("[@:]", target)[0]


def fits(target, bug):
    """Whether a target is one on which some entry of a bug can explain a failure."""
    ways = target.replace(",", ":").split(":")

    def takes(entry):
        return all(key not in entry or any(prefix + one in ways for one in listed(entry[key]))
                   for key, prefix in (("backend", ""), ("levels", ""), ("flavour", "flavour=")))

    return (compiler_of(target) == bug.said["compiler"] or bug.said["compiler"] == "mlir" and "pipeline=" in target) and any(
        takes(bug.said | form) for form in bug.forms)


@functools.cache
def pipelines():
    """The passes of each of the first random pipelines, which begin with 1, in its order."""
    drawn = run(ASSAY, "targets", *(f"mlir@22:random={draw}" for draw in range(1, PIPELINES + 1))).splitlines()
    return [re.findall(r"[\w-]+(?=[{,()]|$)", re.sub(r"\{[^}]*\}", "", line)) for line in drawn]


def has_in_order(passes, wanted):
    rest = iter(passes)
    return all(one in rest for one in wanted)


def derived_target(bug):
    """The target of a bug whose case names none."""
    compiler = bug.said["compiler"]
    if compiler == "mlir":
        wanted = [listed(form["pass"]) for form in bug.forms if "pass" in form]
        draws = (draw for draw, passes in enumerate(pipelines(), 1) if any(has_in_order(passes, one) for one in wanted))
        draw = next(draws, None)
        return "mlir@22:random" if draw is None else f"mlir@22:random={draw}"
    if compiler != "iree":
        return f"{compiler}:O2"
    backend, level, flavour = ((bug.of_all(key) or [default])[0]
                               for key, default in (("backend", "llvm-cpu"), ("levels", "O2"), ("flavour", "")))
    return f"iree@:{backend}:{level}" + (f",flavour={flavour}" if flavour else "")


def bugs_with_targets():
    """All bugs that an entry of the list can explain a failure by."""
    recorded = {bug.id: bug for bug in recorded_bugs()}
    found = []
    for bug in recorded.values():
        if not bug.forms:
            continue
        cause = bug
        while "same_cause" in cause.said:
            cause = recorded[cause.said["same_cause"]]
        cases = [bug.case_of(form) for form in bug.forms if "case" in form] + [one.folder / "case.mlir" for one in (bug, cause)]
        target = next((target for target in map(target_in, cases) if target and fits(target, bug)), None) or derived_target(bug)
        if bug.said["compiler"] == "iree" and bug.of_all("until"):
            target = re.sub(r"^iree@[\d.]*", f"iree@{max(bug.of_all('until'), key=version_key)}", target)
        found.append(Bug(bug.id, target, cause.id))
    return found


# ---- runs


@functools.cache
def holders(plan, seed, programs):
    """Of each bug that has a structure, those of so many of a plan's programs that hold it."""
    held = json.loads(run(BIN / "structure_bench", "bugs", plan, programs, seed))
    return {bug: frozenset(indices) for bug, indices in held.items()}


@functools.cache
def draws():
    """A name of what all programs are drawn by: runs on other draws are other runs."""
    drawn = [run(ASSAY, "gen", "--seed", 1, "--count", 200, "--plan", plan, "--format", "text") for plan in (PLAN, *PLANS.values())]
    return hashlib.sha256("".join(drawn).encode()).hexdigest()[:16]


@dataclasses.dataclass(frozen=True)
class Progress:
    """How far a run is."""
    programs: int = 0  # drawn
    compiled: int = 0  # of these
    hours: float = 0
    # Bug -> index of the first program that showed it.
    first: dict = dataclasses.field(default_factory=dict)


@dataclasses.dataclass
class Run:
    """A campaign over programs some of which no compiler was given: what a report has of it, and what its store has from there on."""
    target: str
    seed: int
    begin: Progress = Progress()  # where its store begins
    now: Progress = Progress()
    given: list = dataclasses.field(default_factory=list)  # indices of the programs in its store

    @property
    def changes_pipelines(self):
        """Whether the target is another one every few programs, counted in its store: such a run has one store, or none."""
        return self.target.endswith(":random")

    def file(self, folder, ending):
        name = re.sub(r"[^\w.@=-]+", "_", self.target)
        if len(name) > 60:
            name = f"{name[:60]}-{hashlib.sha256(self.target.encode()).hexdigest()[:8]}"
        return folder / f"{name}-seed-{self.seed}.{ending}"

    @property
    def plan(self):
        """What its programs are drawn by."""
        return PLANS.get(compiler_of(self.target), PLAN)

    def read(self, folder):
        """Takes over what its files have, if there are any."""
        drawn, store = self.file(folder, "json"), self.file(folder, "db")
        self.now = self.begin
        if not drawn.exists():
            return self
        kept = json.loads(drawn.read_text())
        self.begin, self.given = Progress(**kept["begin"]), kept["given"]
        programs, checked, hours, shown = kept["programs"], 0, 0, {}
        if store.exists():
            with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as database:
                try:
                    checked = database.execute("SELECT ifnull(max(idx) + 1, 0) FROM checks").fetchone()[0]
                    hours = database.execute("SELECT ifnull(sum(seconds * jobs), 0) / 3600 FROM sessions").fetchone()[0]
                    shown = {bug: self.given[index] for bug, index in database.execute(
                        "SELECT bug, min(idx) FROM (SELECT bug, idx FROM known UNION ALL SELECT bug, idx FROM others) GROUP BY bug")}
                except sqlite3.Error as error:
                    sys.exit(f"{store} is no campaign's store: {error}")
            database.close()
        if checked < len(self.given):
            programs, self.given = self.given[checked], self.given[:checked]
        self.now = Progress(programs, self.begin.compiled + len(self.given), self.begin.hours + hours, shown | self.begin.first)
        return self

    @property
    def extent(self):
        return f"{self.now.programs} programs, {self.now.compiled} of them compiled"

    def lacks(self, bugs):
        """The bugs of its target that it has not shown."""
        return [bug for bug in bugs if bug.target == self.target and bug.id not in self.now.first]

    def is_done(self, bugs, programs):
        return self.now.programs >= programs or not self.lacks(bugs) or self.now.hours >= HOURS_OF_RUN

    def telling(self, bugs, until, programs):
        """Which programs from those drawn so far until that index may show a bug that was not shown yet. So many will be drawn in the end."""
        further = range(self.now.programs, until)
        if self.changes_pipelines:
            return list(further)
        held = holders(self.plan, self.seed, programs)
        missing = [held.get(bug.id, further) for bug in self.lacks(bugs)]
        return [index for index in further if any(index in those for those in missing)]

    def further(self, folder, bugs, until, programs):
        """Draws some of the programs that will be drawn in the end, until that index."""
        given = self.given + self.telling(bugs, until, programs)
        indices = self.file(folder, "programs")
        indices.write_text("\n".join(map(str, given)))
        self.file(folder, "json").write_text(json.dumps({"begin": dataclasses.asdict(self.begin), "programs": until, "given": given}))
        if len(given) > len(self.given):
            run(BIN / "listed_programs", "fuzz", "--target", self.target, "--seed", self.seed,
                "--plan", self.plan, "--no-reduce", "--jobs", 1,
                "--store", self.file(folder, "db"), "--count", len(given), "--minutes", 60 * (HOURS_OF_RUN - self.begin.hours),
                accepted=(0, 1, 3), env={**os.environ, "ASSAY_PROGRAMS": str(indices)})
        return self.read(folder)


def runs_of(bugs, folder, begins):
    """All runs, those of the first seed first, and of these those with the most bugs. Where a run has no files in the folder, it is where `begins` says."""
    counts = collections.Counter(bug.target for bug in bugs)
    return [Run(target, seed, begins.get((target, seed), Progress())).read(folder)
            for seed in SEEDS for target, _ in counts.most_common()]


def reported(results):
    """(target, seed) -> how far the runs of a report were."""
    file = results / "real-bugs.json"
    try:
        kept = json.loads(file.read_text())
        if kept["draws"] != draws():
            sys.exit(f"{file} is of other draws than those of this assay: begin anew, without --from")
        return {(one["target"], one["seed"]): Progress(**one["progress"]) for one in kept["runs"]}
    except (OSError, ValueError, KeyError, TypeError) as error:
        sys.exit(f"{file} is no report's: {error}")


def report_of_runs(bugs, runs):
    """The text that `reported` reads. Runs whose pipelines change are in it once they are at their end."""
    kept = [one for one in runs if one.now.programs and (one.is_done(bugs, CAP) or not one.changes_pipelines)]
    return json.dumps({"draws": draws(), "runs": [{"target": one.target, "seed": one.seed, "progress": dataclasses.asdict(one.now)} for one in kept]},
                      indent=1) + "\n"


def can_be_made(target):
    """What `assay` says if there is no such target, as where a release is not installed."""
    one_draw = re.sub(r"\brandom$", "random=1", target)
    done = subprocess.run([str(ASSAY), "targets", one_draw], capture_output=True, text=True)
    return done.stderr.strip() if done.returncode else ""


def drive(bugs, folder, runs, spent, programs, hours):
    """Takes the runs further, one after the other, until the machine hours of all runs together, of which so many are spent, are used up."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = {target: why for target in dict.fromkeys(one.target for one in runs) if (why := can_be_made(target))}
    for target, why in missing.items():
        print(f"{target} is left out: {why}", flush=True)
    for one in runs:
        while one.target not in missing and not one.is_done(bugs, programs) and spent < hours:
            before = one.now
            one.further(folder, bugs, min(one.now.programs + STEP, programs), programs)
            spent += one.now.hours - before.hours
            fresh = sorted(one.now.first.keys() - before.first.keys())
            print(f"{one.target} seed {one.seed}: {one.extent}, in {one.now.hours:.2f} h, {len(one.lacks(bugs))} bugs missing"
                  + (f"; new: {', '.join(fresh)}" if fresh else ""), flush=True)
            if one.now.programs == before.programs:
                break  # its time is over, but for less than a program takes
    print(f"{spent:.2f} machine hours in all")
    return 0


def print_list(bugs, runs):
    for one in runs:
        total = sum(bug.target == one.target for bug in bugs)
        print(f"{one.target} seed {one.seed}: {total - len(one.lacks(bugs))} of {total} bugs in {one.extent}, {one.now.hours:.2f} h")
    return 0


# ---- report


def survival(subjects):
    """Kaplan and Meier's estimate from pairs (programs, whether the bug was shown by the last of them): a list of (programs, share
    not yet shown), which begins with (0, 1). Runs that ended early count as long as they went on."""
    curve, share = [(0, 1.0)], 1.0
    for at in sorted({programs for programs, shown in subjects if shown}):
        under_way = sum(programs >= at for programs, _ in subjects)
        share *= 1 - sum(programs == at and shown for programs, shown in subjects) / under_way
        curve.append((at, share))
    return curve


def svg_of(curves):
    """Survival curves over programs, which have a logarithmic axis from 1 to CAP."""
    width, height, left, top, bottom = 720, 360, 46, 14, 40
    colours = dict(zip(HALVES, ("#2f6fde", "#d08a2e")))

    def x(programs):
        return left + (width - left - 120) * math.log(max(programs, 1)) / math.log(CAP)

    def y(share):
        return top + (height - top - bottom) * (1 - share)

    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="system-ui, sans-serif" font-size="12">',
             "<title>Share of the recorded bugs that no program has shown yet, over the number of programs</title>",
             f'<rect width="{width}" height="{height}" fill="#ffffff"/>']
    for share in (0, 0.25, 0.5, 0.75, 1):
        lines += [f'<line x1="{left}" x2="{x(CAP):.1f}" y1="{y(share):.1f}" y2="{y(share):.1f}" stroke="#dfe4ea"/>',
                  f'<text x="{left - 6}" y="{y(share) + 4:.1f}" text-anchor="end" fill="#5d6b7c">{share:.0%}</text>']
    for programs in (1, 10, 100, 1000, CAP):
        lines.append(f'<text x="{x(programs):.1f}" y="{height - 22}" text-anchor="middle" fill="#5d6b7c">{programs:,}</text>')
    lines.append(f'<text x="{x(CAP) / 2 + left / 2:.1f}" y="{height - 5}" text-anchor="middle" fill="#5d6b7c">programs</text>')
    ends = []
    for half, (curve, until) in curves.items():
        path = f"M{x(0):.1f} {y(1):.1f}" + "".join(f"H{x(at):.1f}V{y(share):.1f}" for at, share in curve[1:]) + f"H{x(until):.1f}"
        lines.append(f'<path d="{path}" fill="none" stroke="{colours[half]}" stroke-width="2"/>')
        ends.append((y(curve[-1][1]), x(until), half))
    for number, (height_of, at, half) in enumerate(sorted(ends)):
        lines.append(f'<text x="{at + 6:.1f}" y="{height_of + (10 if number else 0):.1f}" fill="{colours[half]}">{half}</text>')
    return "\n".join([*lines, "</svg>", ""])


@dataclasses.dataclass
class Row:
    """A bug with the run on its target of one seed."""
    bug: Bug
    run: Run
    elsewhere: str  # the run of another target that showed it first, as a text

    @property
    def first(self):
        return self.run.now.first.get(self.bug.id)

    def cells(self):
        shown = "-" if self.first is None else self.first
        return [self.bug.id, self.bug.half, self.bug.cause, self.run.target, self.run.seed, shown, self.run.now.programs, self.elsewhere or "-"]


def rows_of(bugs, runs):
    places = {(one.target, one.seed): one for one in runs}
    for bug in bugs:
        others = sorted((one.now.first[bug.id], one.target, one.seed) for one in runs if bug.id in one.now.first and one.target != bug.target)
        elsewhere = "program {} of {}, seed {}".format(*others[0]) if others else ""
        for seed in SEEDS:
            yield Row(bug, places[bug.target, seed], elsewhere)


def of(part, whole):
    return f"{part} of {whole}" + (f" ({100 * part / whole:.0f} %)" if whole else "")


def table_of_shares(bugs, rows):
    yield "| half | bugs | looked for | shown by some seed | their causes | shown, of pairs of bug and seed whose run is at its end |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    for half in HALVES:
        mine = [row for row in rows if row.bug.half == half]
        every, tried = {row.bug.id for row in mine}, {row.bug.id for row in mine if row.run.now.programs}
        shown = {row.bug.id for row in mine if row.first is not None}
        at_end = [row for row in mine if row.run.is_done(bugs, CAP)]
        causes = {row.bug.cause for row in mine if row.run.now.programs}
        shown_causes = {row.bug.cause for row in mine if row.first is not None}
        yield " | ".join(["| " + half, str(len(every)), str(len(tried)), of(len(shown), len(tried)),
                          of(len(shown_causes), len(causes)), of(sum(row.first is not None for row in at_end), len(at_end))]) + " |"


def table_of_runs(bugs, runs):
    yield "| target | seed | programs | compiled | h | bugs shown |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    for one in runs:
        if one.now.programs:
            total = sum(bug.target == one.target for bug in bugs)
            yield f"| {one.target.replace('|', ' ')} | {one.seed} | {one.now.programs} | {one.now.compiled} | {one.now.hours:.2f} | {of(total - len(one.lacks(bugs)), total)} |"


def never_shown(rows):
    """What no run has shown, by target, with how long was looked."""
    shown = {row.bug.id for row in rows if row.first is not None or row.elsewhere}
    programs, missing = collections.Counter(), collections.defaultdict(dict)
    for row in rows:
        if row.bug.id not in shown and row.run.now.programs:
            missing[row.bug.target].setdefault(row.bug.id, row.bug.half)
            programs[row.bug.target, row.bug.id] += row.run.now.programs
    yield f"| target | programs | {' | '.join(HALVES)} |"
    yield "| --- | ---: | --- | --- |"
    for target, halves in missing.items():
        cells = [", ".join(identity for identity, half in halves.items() if half == wanted) for wanted in HALVES]
        yield f"| {target} | {programs[target, next(iter(halves))]} | {' | '.join(cells)} |"


PAGE = """# Real bugs

How many programs it takes until a campaign shows each bug of `triage/known/bugs`, on the target of its record. Made by

    bench/real_bugs.py DIR
    bench/real_bugs.py DIR --report results
    bench/real_bugs.py DIR --from results                       goes on from there, and so does
    bench/real_bugs.py DIR --from results --report results

from {programs:,} programs, of which {given:,} were given to a compiler, in {hours:.1f} machine hours; {version}. `real-bugs.tsv` has a line for each bug and seed: the index
of the first program that shows it (`assay gen --seed SEED --index INDEX --plan bench/real_bugs.plan.json`, for xla bench/real_bugs.static.plan.json), `-` where none
did, and how many programs the run has had so far. Of {all_runs} runs {begun} have begun and {done} are at their end: 2,000 programs,
or all bugs shown, or {limit} hours.

A bug whose id has an odd SHA-256 measures, the others are for tuning the generator.

{shares}

"Looked for" are bugs on whose target at least one program ran. The last column is the number to reach, 70 % of the measuring half, once all runs
are at their end. Until then the curves say more: they are Kaplan and Meier's estimate, in which a run that is under way counts as far as it went.
{estimates}

![Share of the bugs that no program has shown yet](real-bugs.svg)

What the figures do not say:
- The list of known bugs is on, as in every night, but nothing is passed over for it. So a bug shows behind three others at most, which are cut out of the
  program: each bug is looked for by one who knows the rest of the list.
- A failure counts for the first entry of the list that explains it, as in a campaign. A wide entry takes what a narrow one behind it explains as well.
- A program that holds the structure of no bug that is still missing is not given to the compiler, as it could show none of them: the first program that
  shows a bug is the same as without that.
- MLIR's bugs of one or two passes are looked for in the first random pipeline that has them, where other passes may fail before; those of no pass in random pipelines, another
  one every 64 programs.
- A bug that was recorded after a run counts as not shown by it.
- {no_forms} bugs are no part of this, since no failure is taken for them (`no_forms` in their bug.json).

## Runs

{runs}

## Not shown yet

By any run, of those that were looked for: what the next generator has to reach.

{never}
"""


def page_of(bugs, runs, rows, curves):
    begun = [one for one in runs if one.now.programs]
    estimates = " ".join(f"Of the {half} half {100 * (1 - curve[-1][1]):.0f} % is shown within {until:,} programs." for half, (curve, until) in curves.items())
    return PAGE.format(programs=sum(one.now.programs for one in runs), given=sum(one.now.compiled for one in runs), hours=sum(one.now.hours for one in runs), all_runs=len(runs), begun=len(begun),
                       done=sum(one.is_done(bugs, CAP) for one in begun), limit=HOURS_OF_RUN, version=run(ASSAY, "--version").splitlines()[0],
                       shares="\n".join(table_of_shares(bugs, rows)), estimates=estimates, runs="\n".join(table_of_runs(bugs, runs)),
                       no_forms=sum(not bug.forms for bug in recorded_bugs()), never="\n".join(never_shown(rows)))


def report(bugs, folder, runs, results):
    rows = list(rows_of(bugs, runs))
    curves = {}
    for half in HALVES:
        subjects = [(row.run.now.programs if row.first is None else row.first + 1, row.first is not None)
                    for row in rows if row.bug.half == half and row.run.now.programs]
        if subjects:
            curves[half] = survival(subjects), max(programs for programs, _ in subjects)
    if not curves:
        sys.exit(f"{folder} holds no run: begin with `bench/real_bugs.py {folder}`")
    head = ["bug", "half", "cause", "target", "seed", "first", "programs", "elsewhere"]
    (results / "real-bugs.tsv").write_text("".join("\t".join(map(str, cells)) + "\n" for cells in [head, *(row.cells() for row in rows)]))
    (results / "real-bugs.json").write_text(report_of_runs(bugs, runs))
    (results / "real-bugs.svg").write_text(svg_of(curves))
    (results / "real-bugs.md").write_text(page_of(bugs, runs, rows, curves))
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, metavar="DIR")
    parser.add_argument("--list", action="store_true", help="print the runs")
    parser.add_argument("--report", type=pathlib.Path, metavar="RESULTS", help="write the tables there")
    parser.add_argument("--from", dest="begins", type=pathlib.Path, metavar="RESULTS", help="go on from where the runs of this report were")
    parser.add_argument("--only", default="", metavar="TEXT", help="only targets whose name contains this")
    parser.add_argument("--seeds", type=int, nargs="+", choices=SEEDS, default=SEEDS)
    parser.add_argument("--programs", type=int, default=CAP, help=f"of each run; {CAP} in the end")
    parser.add_argument("--hours", type=float, default=24, help="machine hours of all runs in DIR together; default: 24")
    flags = parser.parse_args()
    # As Ctrl-C does: what is under way ends with this.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    bugs = bugs_with_targets()
    begins = reported(flags.begins) if flags.begins else {}
    every = runs_of(bugs, flags.folder, begins)
    if flags.report:
        return report(bugs, flags.folder, every, flags.report)
    runs = [one for one in every if one.seed in flags.seeds and flags.only in one.target]
    if flags.list:
        return print_list(bugs, runs)
    return drive(bugs, flags.folder, runs, sum(one.now.hours for one in every), flags.programs, flags.hours)


if __name__ == "__main__":
    sys.exit(main())
