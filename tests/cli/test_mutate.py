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


if __name__ == "__main__":
    main()
