"""Plans: files that say what programs are drawn from. A campaign keeps its plan, and its stores make the next."""
import json
import sqlite3

from support import CliTest, main

SMALL = {"arms": [{"weight": 3, "profile": "sorting", "knobs": {"maxOps": 3}},
                  {"motifs": {"PadOfPad": 50}, "knobs": {"motifPercent": 60, "maxOps": 4}}]}


class Plan(CliTest):
    def setUp(self):
        super().setUp()
        self.write("plan.json", SMALL)

    def write(self, name, plan):
        (self.folder / name).write_text(json.dumps(plan))

    def test_programs_of_a_plan_come_from_its_content_and_not_from_its_file(self):
        def texts(name):
            return self.run_assay("gen", "--seed", 3, "--count", 4, "--plan", name, code=0).stdout
        self.write("same.json", {"steer": 8, "arms": [SMALL["arms"][0], SMALL["arms"][1] | {"profile": "default", "weight": 1.0}]})
        self.write("other.json", {"arms": [SMALL["arms"][0]]})
        self.assertEqual(texts("plan.json"), texts("same.json"))
        self.assertNotEqual(texts("plan.json"), texts("other.json"))
        self.assertIn("4 programs", self.run_assay("gen", "--seed", 3, "--census", 4, "--plan", "plan.json", code=0).stdout)
        self.assert_sentence(self.run_assay("gen", "--seed", 3, "--plan", "plan.json", "--profile", "small"), "--profile")

    def test_a_campaign_keeps_its_plan_from_first_to_last(self):
        flags = ("--target", "cpu:O0", "--seed", 3, "--jobs", 1)
        self.fuzz(*flags, "--plan", "plan.json", "--count", 8, "--store", "whole.db", code=0)
        self.fuzz(*flags, "--plan", "plan.json", "--count", 3, "--store", "a.db", code=0)
        (self.folder / "plan.json").rename(self.folder / "elsewhere.json")
        summary = self.fuzz("--store", "a.db", "--count", 8, code=0)
        self.assertEqual(summary["programs"], 8)
        def checks(name):
            with sqlite3.connect(self.folder / name) as store:
                return store.execute("SELECT idx, ops, exact, bounded FROM checks ORDER BY idx").fetchall()
        self.assertEqual(checks("a.db"), checks("whole.db"))
        # The report names a file that makes the same campaign.
        kept, = (self.folder / "a.cases").glob("plan-*.json")
        self.assertTrue(f"--plan a.cases/{kept.name}<" in (self.folder / "a.html").read_text())
        self.fuzz("--store", "a.db", "--count", 8, "--plan", kept, code=0)
        self.write("other.json", {"arms": [{}]})
        for wrong in (("--plan", "other.json"), ("--profile", "default")):
            self.assert_sentence(self.run_assay("fuzz", "--store", "a.db", "--count", 9, *wrong), "holds another campaign", "plan or profile")

    def test_a_campaign_keeps_its_list_of_known_bugs(self):
        flags = ("--target", "cpu:O0", "--profile", "small", "--seed", 3, "--store", "a.db")
        self.fuzz(*flags, "--count", 1, code=0)
        (self.folder / "mine.json").write_text(json.dumps([{"id": "ours", "compiler": "cpu", "verdict": "crash", "says": "x"}]))
        for wrong in (("--known", "mine.json"), ("--no-known",)):
            self.assert_sentence(self.run_assay("fuzz", *flags, "--count", 2, *wrong), "holds another campaign", "list of known bugs")
        self.fuzz(*flags, "--count", 2, code=0)

    def test_how_many_programs_are_passed_over_is_part_of_the_plan(self):
        entry = {"id": "any", "compiler": "cpu", "verdict": "crash", "structure": {"op": "sort"}, "steer": True}
        (self.folder / "mine.json").write_text(json.dumps([entry]))
        arm = {"profile": "sorting", "ops": {"sort": 1000}, "knobs": {"motifPercent": 0, "firstMotifPercent": 0}}
        def passed_over(steer):
            self.write("plan.json", {"steer": steer, "arms": [arm]})
            summary = self.fuzz("--target", "cpu:O0", "--seed", 3, "--count", 24, "--plan", "plan.json", "--known", "mine.json",
                                "--store", f"{steer}.db", code=0)
            return summary["verdicts"]["known"]
        self.assertEqual(passed_over(1), 0)
        self.assertGreater(passed_over(24), passed_over(3))

    def test_stores_make_a_plan(self):
        stores = []
        for profile in ("default", "sorting"):
            stores.append(f"{profile}.db")
            self.fuzz("--target", "cpu:O0", "--profile", profile, "--seed", 1, "--count", 64, "--no-reduce", "--store", stores[-1])
        self.run_assay("plan", "--from", *stores, "--programs", 200, "-o", "made.json", code=0)
        made = json.loads((self.folder / "made.json").read_text())
        self.assertGreaterEqual(len(made["arms"]), 2)
        self.assertEqual(made["steer"], 8)
        # The same once more, whatever stands for the output, and what comes of it can be learnt from as well.
        self.assertEqual(self.run_assay("plan", "--from", *stores, "--programs", 200, code=0).stdout,
                         (self.folder / "made.json").read_text())
        self.fuzz("--target", "cpu:O0", "--plan", "made.json", "--seed", 2, "--count", 64, "--no-reduce", "--store", "next.db")
        self.run_assay("plan", "--from", *stores, "next.db", "-o", "again.json", code=0)

    def test_what_is_no_plan_or_no_store_to_plan_from_is_a_sentence(self):
        for plan, words in (({"arms": [{"knobs": {"speed": 1}}]}, "there is no knob 'speed'"),
                            ({"arms": [{"weight": 0}]}, "its weights leave nothing"),
                            ({"arms": [{"ops": {"gemm": 1}}]}, "there is no 'gemm'")):
            self.write("wrong.json", plan)
            for command in (("gen", "--seed", 1), ("fuzz", "--target", "cpu:O0", "--count", 1, "--store", "none.db"),
                            ("tightness", "--count", 1), ("mutate", "--target", "cpu:O0", "--count", 1)):
                self.assert_sentence(self.run_assay(*command, "--plan", "wrong.json"), "the plan wrong.json is wrong", words)
        self.assertFalse((self.folder / "none.db").exists())
        self.assert_sentence(self.run_assay("gen", "--seed", 1, "--plan", "nowhere.json"), "nowhere.json")
        self.fuzz("--target", "cpu:O0", "--profile", "small", "--seed", 1, "--count", 2, "--store", "short.db", code=0)
        self.assert_sentence(self.run_assay("plan", "--from", "short.db"), "short.db has no coverage to plan from")
        self.assert_sentence(self.run_assay("plan", "--from", "nothing.db"), "there is no store")


if __name__ == "__main__":
    main()
