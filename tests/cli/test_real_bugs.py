"""bench/real_bugs.py: which bug is looked for on which target, what a run leaves and goes on with, and what the report makes of it."""
import csv
import json
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import unittest

from support import CliTest, main

BENCH = pathlib.Path(__file__).resolve().parents[2] / "bench"
sys.path.insert(0, str(BENCH))
import real_bugs  # noqa: E402  the script under test

# The one run of the list that is over in seconds: upstream's passes, in process.
ONLY = "cpu:pipeline=linalg-generalize-named-ops"


class Choice(unittest.TestCase):
    def test_bugs_are_looked_for_where_they_were_recorded(self):
        targets = {bug.id: bug.target for bug in real_bugs.bugs_with_targets()}
        for bug, target in (("iree-hip-contract-first-dim", "iree@3.13.0:hip:O1"),  # of its case
                            ("iree-strip-gather", "iree@3.13.0:llvm-cpu:O2,stripped=1"),  # of the case of its cause
                            ("iree-fold-unit-window", "iree@3.13.0:llvm-cpu:O2"),  # whose cause is another compiler's
                            ("iree-torch-concat-returned", "iree@3.13.0:llvm-cpu:O2,flavour=torch"),  # of its entry
                            ("iree-vmvx-alloca-sizes", "iree@3.13.0:vmvx:O2"),
                            ("mlir-dropped-dims", "mlir@22:random"),  # no pass is named
                            ("xla-divides-by-reciprocal", "xla:O2")):
            self.assertEqual(targets[bug], target, bug)
        self.assertNotIn("mlir-cmpi-of-itself", targets)  # no failure is taken for it

    def test_bugs_of_passes_are_looked_for_in_a_pipeline_that_has_them(self):
        target = {bug.id: bug.target for bug in real_bugs.bugs_with_targets()}["mlir-super-vectorize-step"]
        draw = int(target.removeprefix("mlir@22:random="))
        self.assertTrue(any(real_bugs.has_in_order(real_bugs.pipelines()[draw - 1], [first, "affine-super-vectorize"])
                            for first in ("affine-loop-unroll", "affine-loop-unroll-jam")))
        self.assertFalse(real_bugs.has_in_order(["cse", "sccp"], ["sccp", "cse"]))

    def test_the_half_of_a_bug_stays_what_it_is(self):
        # `printf ID | sha256sum` ends in 4, that of iree-gather-complex in 1.
        self.assertEqual(real_bugs.half_of("iree-erf-f64"), "tuning")
        self.assertEqual(real_bugs.half_of("iree-gather-complex"), "measuring")


class Survival(unittest.TestCase):
    def test_runs_that_ended_early_count_as_long_as_they_went_on(self):
        # Of three that were looked for 10 programs one was shown; of the one that was still looked for at 30 as well.
        self.assertEqual(real_bugs.survival([(10, True), (20, False), (30, True)]), [(0, 1.0), (10, 1 - 1 / 3), (30, 0.0)])
        self.assertEqual(real_bugs.survival([(10, False)]), [(0, 1.0)])
        # What is shown by the program after which another run ended was looked for in both.
        self.assertEqual(real_bugs.survival([(10, True), (10, False)]), [(0, 1.0), (10, 0.5)])


class Runs(CliTest):
    def run_script(self, *flags):
        return subprocess.run([sys.executable, BENCH / "real_bugs.py", "runs", *map(str, flags)], cwd=self.folder, capture_output=True,
                              text=True, timeout=300)

    def drive(self, *flags):
        done = self.run_script(*flags)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def rows(self):
        (self.folder / "results").mkdir(exist_ok=True)
        self.drive("--report", "results")
        with open(self.folder / "results/real-bugs.tsv") as file:
            return {(row["bug"], row["seed"]): row for row in csv.DictReader(file, delimiter="\t") if row["target"].startswith(ONLY)}

    def test_a_run_goes_on_where_it_ended(self):
        self.assertIn("seed 1: 16 programs", self.drive("--only", ONLY, "--seeds", 1, "--programs", 16))
        first = self.rows()
        self.assertEqual({key[1]: row["programs"] for key, row in first.items()}, {"1": "16", "2": "0", "3": "0"})
        self.assertNotIn("seed 1:", self.drive("--only", ONLY, "--seeds", 1, "--programs", 16))
        self.assertIn("seed 1: 24 programs", self.drive("--only", ONLY, "--seeds", 1, "--programs", 24))
        for key, row in self.rows().items():
            if first[key]["first"] != "-":
                self.assertEqual(row["first"], first[key]["first"])

    def test_what_shows_behind_another_bug_is_shown(self):
        one = real_bugs.Run("iree@3.13.0:llvm-cpu:O2", 1)
        runs = self.folder / "runs"
        runs.mkdir()
        one.file(runs, "json").write_text(json.dumps({"begin": {}, "programs": 9, "given": [2, 3, 5, 7]}))
        with sqlite3.connect(one.file(runs, "db")) as database:
            database.executescript("CREATE TABLE checks(idx); CREATE TABLE sessions(seconds, jobs); CREATE TABLE known(bug, idx);"
                                   "CREATE TABLE others(bug, idx); INSERT INTO checks VALUES(0), (1), (2), (3);"
                                   "INSERT INTO known VALUES('first', 0), ('both', 3); INSERT INTO others VALUES('both', 1), ('behind', 3)")
        database.close()
        self.assertEqual(one.read(runs).now.first, {"first": 2, "both": 3, "behind": 7})

    def test_a_program_that_can_show_none_of_the_bugs_is_not_compiled(self):
        self.drive("--only", ONLY, "--seeds", 1, "--programs", 16)
        drawn = json.loads(next(self.folder.glob("runs/*.json")).read_text())
        self.assertEqual(drawn["programs"], 16)
        bug, = (bug.id for bug in real_bugs.bugs_with_targets() if bug.target.startswith(ONLY))
        self.assertEqual(drawn["given"], sorted(real_bugs.holders(real_bugs.PLAN, 1, 16)[bug]))
        self.assertLess(0, len(drawn["given"]))
        self.assertLess(len(drawn["given"]), 16)

    def test_a_report_is_gone_on_from_without_its_stores(self):
        self.drive("--only", ONLY, "--seeds", 1, "--programs", 16)
        first = self.rows()
        shutil.rmtree(self.folder / "runs")
        listed = self.drive("--from", "results", "--list", "--only", ONLY, "--seeds", 1)
        self.assertIn("in 16 programs", listed)
        self.assertNotIn("seed 1:", self.drive("--from", "results", "--only", ONLY, "--seeds", 1, "--programs", 16))
        self.assertIn("seed 1: 24 programs", self.drive("--from", "results", "--only", ONLY, "--seeds", 1, "--programs", 24))
        there = self.rows()  # of the report's run and the store behind it
        self.assertEqual({row["programs"] for key, row in there.items() if key[1] == "1"}, {"24"})
        shutil.rmtree(self.folder / "runs")
        self.drive("--only", ONLY, "--seeds", 1, "--programs", 24)
        self.assertEqual(self.rows(), there)

    def test_a_report_of_other_draws_is_not_gone_on_from(self):
        self.drive("--only", ONLY, "--seeds", 1, "--programs", 16)
        self.rows()
        kept = self.folder / "results/real-bugs.json"
        kept.write_text(kept.read_text().replace('"draws": "', '"draws": "0'))
        for text, complaint in ((kept.read_text(), "results/real-bugs.json is of other draws than those of this assay"),
                                ("{}", "results/real-bugs.json is no report's")):
            kept.write_text(text)
            done = self.run_script("--from", "results", "--list")
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertIn(complaint, done.stderr)

    def test_hours_that_are_used_up_end_it(self):
        self.assertEqual(self.drive("--only", ONLY, "--hours", 0), "0.00 machine hours in all\n")

    def test_the_report_is_made_of_stores(self):
        self.drive("--only", ONLY, "--seeds", 1, "--programs", 16)
        self.rows()
        page = (self.folder / "results/real-bugs.md").read_text()
        self.assertRegex(page, r"from 16 programs, of which \d+ were given to a compiler, in ")
        self.assertRegex(page, r"\| cpu:pipeline=linalg-generalize-named-ops\S* \S*.*\| 1 \| 16 \| \d+ \|")
        self.assertIn("<path d=\"M", (self.folder / "results/real-bugs.svg").read_text())


if __name__ == "__main__":
    main()
