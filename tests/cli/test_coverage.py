"""Which rewrite patterns and passes did something in a campaign: counted, kept, gone on with, taken together, shown."""
import json
import sqlite3

from support import CliTest, main
from test_upstream import PIPELINE

TARGETS = f"cpu:O1,cpu:pipeline={PIPELINE}"


class Coverage(CliTest):
    def coverage(self, *stores):
        return json.loads(self.run_assay("coverage", *stores, "--json", code=0).stdout)

    def settled(self, coverage):
        """But for tries: MLIR's greedy driver orders its work by addresses here and there, and visits some ops once more."""
        def settled(point):
            return {key: value for key, value in point.items() if key != "tries" or point["kind"] == "pass"}
        return [target | {"points": sorted(map(settled, target["points"]), key=str)}
                for target in coverage]

    def points(self, target):
        return {(point["name"], point["root"]): point for point in target["points"]}

    def test_counts_depend_on_the_programs_alone(self):
        self.fuzz("--target", TARGETS, "--seed", 3, "--profile", "reduction", "--count", 24, "--jobs", 2, "--store", "whole.db", code=0)
        for count in (9, 24):
            summary = self.fuzz("--target", TARGETS, "--seed", 3, "--profile", "reduction", "--count", count, "--jobs", 1, "--store", "parts.db", code=0)
        whole = self.coverage("whole.db")
        self.assertEqual(self.settled(self.coverage("parts.db")), self.settled(whole))
        self.assertEqual(summary["coverage"], self.coverage("parts.db"))
        self.assertEqual([target["target"] for target in whole], ["cpu:O1", f"cpu:pipeline={PIPELINE}"])

        # What runs for each program fires in each, and passes are looked at in programs 0 and 16.
        for target in whole:
            points = self.points(target)
            lowering = points["(anonymous namespace)::FuncOpConversion", "func.func"]
            self.assertEqual((lowering["programs"], lowering["first"]), (24, 0))
            self.assertEqual(points["lower-assay", ""]["tries"], 2)
            unreached = {(point["name"], point["root"]) for point in target["unreached"]}
            self.assertFalse(unreached & points.keys())
            self.assertIn(("sccp", ""), unreached)
        first, second = whole
        self.assertIn(("canonicalize", ""), self.points(first))
        self.assertIn("canonicalize", {point["name"] for point in second["unreached"]})

        # Twice the same campaign is that campaign; another adds to it.
        self.assertEqual(self.settled(self.coverage("whole.db", "parts.db")), self.settled(whole))
        self.fuzz("--target", TARGETS, "--seed", 5, "--count", 6, "--no-reduce", "--store", "other.db")
        both, other = (self.points(target[0]) for target in (self.coverage("whole.db", "other.db"), self.coverage("other.db")))
        for name, point in both.items():
            parts = [points[name] for points in (self.points(first), other) if name in points]
            for number in ("tries", "successes", "programs"):
                self.assertEqual(point[number], sum(part[number] for part in parts), name)
        self.assertEqual(self.settled(self.coverage("parts.db", "other.db")), self.settled(self.coverage("whole.db", "other.db")))

    def test_it_is_shown_in_the_summary_the_report_and_by_the_command(self):
        self.fuzz("--target", "cpu:O1", "--seed", 3, "--count", 6, "--store", "a.db", code=0)
        line = next(line.strip() for line in self.output.splitlines() if "patterns tried" in line)
        self.assertRegex(line, r"cpu:O1: \d+ patterns tried, \d+ fired, \d+ of them in at least 5 programs; "
                               r"\d+ of \d+ passes changed something")
        page = (self.folder / "a.html").read_text()
        self.assertIn(f'<summary>{line}</summary>', page)
        said = self.run_assay("coverage", "a.db", code=0).stdout
        self.assertEqual(said.splitlines()[0], line)
        self.assertRegex(said, r"\n +6 +\d+ +\d+ +0  \(anonymous namespace\)::FuncOpConversion, for func.func\n")
        self.assertNotIn("\n  sccp\n", said)
        self.assertIn("\n  sccp\n", self.run_assay("coverage", "a.db", "--unreached", code=0).stdout)

    def test_processes_of_mlir_opt_are_counted_by_a_library_in_them(self):
        summary = self.fuzz("--target", f"mlir@22:pipeline={PIPELINE}", "--seed", 3, "--count", 3, "--store", "a.db", code=0)
        target, = summary["coverage"]
        self.assertGreater(target["patternsFired"], 10)
        self.assertEqual({point["kind"] for point in target["points"] + target["unreached"]}, {"pattern"})
        self.assertIn("passes are not counted", self.output)

    def test_a_store_without_coverage_is_one_sentence_and_its_report_has_none(self):
        self.fuzz("--target", "cpu:O0", "--seed", 3, "--count", 2, "--store", "a.db", code=0)
        with sqlite3.connect(self.folder / "a.db") as store:
            table, = store.execute("SELECT sql FROM sqlite_schema WHERE name = 'coverage'").fetchone()
            store.execute("DROP TABLE coverage")
        self.assert_sentence(self.run_assay("coverage", "a.db"), "a.db has no coverage")
        self.assertNotIn("<h2>Coverage", self.campaign_page("a.db"))
        # Gone on with, it has what is counted from then on; the table is made as by a migration.
        with sqlite3.connect(self.folder / "a.db") as store:
            store.execute(table)
        self.fuzz("--target", "cpu:O0", "--seed", 3, "--count", 3, "--store", "a.db", code=0)
        target, = self.coverage("a.db")
        self.assertEqual(max(point["programs"] for point in target["points"]), 1)
        self.assert_sentence(self.run_assay("coverage", "none.db"), "there is no store")


if __name__ == "__main__":
    main()
