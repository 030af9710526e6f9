"""`assay mutate`: what a check sees of random changes of the compiler."""
import csv
import json

from support import CliTest, main

OUTCOMES = ["unusable", "invalid", "equal", "weak", "missed", "reported"]


class Mutate(CliTest):
    def mutate(self, *arguments, target="cpu:O0", **options):
        """Returns the JSON."""
        done = self.run_assay("mutate", "--target", target, "--seed", 5, "--json", "score.json", *arguments, **options)
        self.output = done.stdout
        return json.loads((self.folder / "score.json").read_text())

    def test_the_figures_add_up(self):
        score = self.mutate("--count", 12, "--csv", "pairs.csv", "-o", "cases", code=0)
        self.assertEqual((score["target"], score["series"], score["seed"]), ("cpu:O0", "1", 5))
        self.assertEqual((score["programs"], score["pairs"]), (12, 48))
        records = score["records"]
        self.assertEqual([(one["program"], one["mutant"]) for one in records], [(i, k) for i in range(12) for k in range(4)])
        for outcome in OUTCOMES:
            count = sum(one["outcome"] == outcome for one in records)
            self.assertEqual(score["outcomes"][outcome], count, outcome)
            self.assertRegex(self.output, rf"(?m)^  {outcome} +{count}$")
        scored = [one for one in records if one["outcome"] in ("weak", "missed", "reported")]
        found = score["scores"]["all"]
        self.assertEqual(found["scored"], len(scored))
        self.assertEqual(found["reported"], score["outcomes"]["reported"])
        self.assertAlmostEqual(found["score"], found["reported"] / found["scored"])
        self.assertLessEqual(found["low"], found["score"])
        self.assertGreaterEqual(found["high"], found["score"])
        self.assertEqual(score["scores"]["values"]["scored"], sum(one["values"] for one in scored))
        changed = [one for one in records if "operator" in one]
        for grouping in "operator", "phase":
            self.assertEqual({name: sum(counts.values()) for name, counts in score["by"][grouping].items()},
                             {name: sum(one[grouping] == name for one in changed)
                              for name in {one[grouping] for one in changed}})
        # Wrong values, and what only shows otherwise.
        kinds = {one["kind"] for one in records if one["outcome"] == "reported"}
        self.assertIn("mismatch", kinds)
        self.assertTrue(kinds & {"sanitizer", "crash", "timeout"}, kinds)

        with open(self.folder / "pairs.csv") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["outcome"] for row in rows], [one["outcome"] for one in records])
        self.assertEqual([row["detail"] for row in rows], [one["detail"] for one in records])
        # What the check should have seen is kept, as cases that it agrees on without the mutant.
        kept = sorted(path.name for path in (self.folder / "cases").iterdir())
        self.assertEqual(kept, sorted(f"{one['outcome']}-5-{one['program']}-{one['mutant']}.txt" for one in records
                                      if one["outcome"] in ("weak", "missed")))
        self.assertTrue(kept)
        [first] = [one for one in records if kept[0] == f"{one['outcome']}-5-{one['program']}-{one['mutant']}.txt"]
        head = (self.folder / "cases" / kept[0]).read_text().splitlines()[0]
        self.assertEqual(head, f"# {first['outcome']} on cpu:O0: {first['phase']}: {first['operator']} of {first['op']}, "
                               f"{first['place']} of {first['places']}")
        self.run_assay("check", "cases/" + kept[0], "--target", "cpu:O0", code=0)

    def test_the_number_of_workers_changes_nothing(self):
        def drawn(*arguments):
            """Without what depends on memory that a mutant does not own."""
            keys = "program", "mutant", "outcome", "phase", "operator", "op", "place", "places"
            return [[one.get(key) for key in keys] for one in self.mutate(*arguments)["records"]]
        one = drawn("--count", 8, "--jobs", 1)
        self.assertEqual(drawn("--count", 8, "--jobs", 3), one)
        # A program is the same whichever is the first.
        self.assertEqual(drawn("--first", 3, "--count", 2), one[12:20])

    def test_a_time_is_kept_to(self):
        score = self.mutate("--minutes", 0.05, "--mutants-per-program", 2, "--probes", 4)
        self.assertLess(score["seconds"], 10)
        self.assertEqual(score["pairs"], 2 * score["programs"])
        self.assertGreater(score["programs"], 0)

    def search(self, *arguments, target="cpu:O0"):
        """The JSON of a search for deliberate bugs."""
        done = self.run_assay("mutate", "--target", target, "--seed", 1, "--json", "bugs.json", *arguments, code=0)
        self.output = done.stdout
        return json.loads((self.folder / "bugs.json").read_text())

    def test_rules_are_looked_for_until_they_are_reported(self):
        names = ["min-loses-nan", "signed-div-as-unsigned", "scan-inclusive", "sort-reverses-ties"]
        flags = [part for name in names for part in ("--rule", name)]
        found = self.search("--rules", *flags, "--campaigns", 2, "--count", 60, "--csv", "pairs.csv", "-o", "cases")
        self.assertEqual((found["kind"], found["seeds"], found["programs"]), ("rule", [1, 2], 60))
        self.assertEqual([one["name"] for one in found["bugs"]], names)
        with open(self.folder / "pairs.csv") as file:
            rows = list(csv.DictReader(file))
        for one in found["bugs"]:
            pairs = [row for row in rows if row["rule"] == one["name"]]
            self.assertEqual(one["matched"], len(pairs))
            self.assertEqual(sum(one["outcomes"].values()), len(pairs))
            for seed, number in zip(found["seeds"], one["found"]):
                programs = [int(row["program"]) for row in pairs if row["seed"] == str(seed) and row["outcome"] == "reported"]
                self.assertEqual(programs, [] if number is None else [number - 1], one["name"])
                # Nothing counts that came later.
                self.assertLessEqual(max([int(row["program"]) for row in pairs if row["seed"] == str(seed)], default=0),
                                     (number or 60) - 1)
            self.assertRegex(self.output, rf"(?m)^  {one['name']} +{one['median'] or '-'} ")
        by_name = {one["name"]: one for one in found["bugs"]}
        self.assertIsNotNone(by_name["min-loses-nan"]["median"])
        # Without the contract bit any order of equal keys is right.
        self.assertEqual(by_name["sort-reverses-ties"]["found"], [None, None])
        missed = [row for row in rows if row["outcome"] in ("missed", "weak")]
        self.assertTrue(missed)
        kept = sorted(path.name for path in (self.folder / "cases").iterdir())
        self.assertEqual(kept, sorted(f"{row['outcome']}-{row['seed']}-{row['program']}-{row['rule']}.txt" for row in missed))
        # The rule can be built in by its name, and the program is one of the campaign.
        program = by_name["min-loses-nan"]["found"][0] - 1
        self.run_assay("gen", "--seed", 1, "--index", program, "-o", ".", "--format", "json", code=0)
        [case] = [path.name for path in self.folder.glob("*.json") if path.name != "bugs.json"]
        self.run_assay("check", case, "--target", "cpu:O0", "--inject", "min-loses-nan", code=1)
        self.run_assay("check", case, "--target", "cpu:O0", code=0)

    def test_the_number_of_workers_does_not_change_when_a_rule_is_found(self):
        flags = ["--rules", "--rule", "min-loses-nan", "--rule", "slice-without-stride", "--rule", "signed-max-as-unsigned",
                 "--campaigns", 1, "--count", 40]
        one = self.search(*flags, "--jobs", 1)["bugs"]
        self.assertEqual(self.search(*flags, "--jobs", 3)["bugs"], one)

    def test_faults_are_found_and_their_first_case_reduced(self):
        found = self.search("--faults", "--fault", "slice-drops-wrong-unit-dim", "--campaigns", 1, "--count", 200)
        [fault] = found["bugs"]
        self.assertIsNotNone(fault["median"])
        self.assertEqual(fault["reduction"]["ops"], 1)
        self.assertLessEqual(fault["reduction"]["largestExtent"], 4)

    def test_what_cannot_be_had_is_said_in_a_sentence(self):
        def refused(*arguments):
            return self.run_assay("mutate", *arguments)
        self.assert_sentence(refused("--target", "iree@3.13.0:vmvx:O0", "--count", 1), "has no mutants", "cpu:O0")
        self.assert_sentence(refused("--target", "cpu:O7", "--count", 1), "there is no target 'cpu:O7'")
        self.assert_sentence(refused("--target", "cpu:O0", "--series", "2"), "there is no series '2'")
        self.assert_sentence(refused("--target", "cpu:O0", "--profile", "dreams"), "there is no profile 'dreams'")
        self.assert_sentence(refused("--target", "cpu:O0", "--count", "0"), "--count")
        (self.folder / "file").write_text("")
        self.assert_sentence(refused("--target", "cpu:O0", "-o", "file"), "file")
        self.assert_sentence(refused("--target", "iree@3.13.0:vmvx:O0", "--rules"), "has no mutants")
        self.assert_sentence(refused("--target", "cpu:O0", "--rules", "--rule", "dreams"), "there is no rule 'dreams'")
        self.assert_sentence(refused("--target", "cpu:O0", "--faults", "--fault", "dreams"), "there is no fault 'dreams'")
        self.assert_sentence(refused("--target", "cpu:O0", "--faults", "--fault", "missing-atomic"), "one of kernels")
        self.assert_sentence(refused("--target", "cpu:O0", "--rules", "--faults"), "--rules")
        self.assert_sentence(refused("--target", "cpu:O0", "--rule", "min-loses-nan"), "--rules")


if __name__ == "__main__":
    main()
