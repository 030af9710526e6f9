"""`assay mutate`: what a check sees of random changes of the compiler."""
import csv
import json
import pathlib

from support import CliTest, main

OUTCOMES = ["unusable", "invalid", "equal", "legal", "weak", "missed", "reported"]
EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "targets/manifest/examples"
PASSES = ("one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map "
          "allow-return-allocs-from-loops=1},func.func(convert-linalg-to-loops),convert-scf-to-cf,expand-strided-metadata,lower-affine,"
          "arith-expand,convert-complex-to-standard,convert-math-to-llvm,convert-math-to-libm,convert-to-llvm,reconcile-unrealized-casts")


class Mutate(CliTest):
    EQUAL = 0

    def mutate(self, *arguments, target="cpu:O0", seed=5, **options):
        """Returns the JSON."""
        done = self.run_assay("mutate", "--target", target, "--seed", seed, "--json", "score.json", "--equal-sample", self.EQUAL,
                              "--equal-probes", 40, *arguments, **options)
        self.output = done.stdout
        return json.loads((self.folder / "score.json").read_text())

    def test_the_figures_add_up(self):
        self.EQUAL = 3
        # Some of these are not seen.
        score = self.mutate("--first", 94, "--count", 12, "--csv", "pairs.csv", "-o", "cases", seed=71001, code=0)
        self.assertEqual((score["target"], score["series"], score["seed"]), ("cpu:O0", "3", 71001))
        self.assertEqual((score["programs"], score["pairs"]), (12, 48))
        records = score["records"]
        self.assertEqual([(one["program"], one["mutant"]) for one in records], [(i, k) for i in range(94, 106) for k in range(4)])
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
        for grouping in "operator", "phase", "family":
            self.assertEqual({name: sum(counts.values()) for name, counts in score["by"][grouping].items()},
                             {name: sum(one[grouping] == name for one in changed)
                              for name in {one[grouping] for one in changed}})
        self.assertLessEqual(len(changed), len(records))
        self.assertTrue({"elementwise", "layout"} & set(score["by"]["family"]), score["by"]["family"])
        # What is legal is so by a line, and listed by it.
        for one in records:
            self.assertEqual(bool(one["lines"]), one["outcome"] == "legal", one)
        lines = [line for one in records for line in one["lines"]]
        self.assertEqual({one["line"]: one["pairs"] for one in score["legal"]}, {line: lines.count(line) for line in lines})
        # Equal pairs get more probes.
        equal = score["equalSample"]
        self.assertEqual((equal["wanted"], equal["drawn"], equal["probes"]), (3, 3, 40))
        drawn = {(one["program"], one["mutant"]) for one in equal["records"]}
        self.assertLessEqual(drawn, {(one["program"], one["mutant"]) for one in records if one["outcome"] == "equal"})
        self.assertEqual(equal["differ"], sum(one["outcome"] in ("weak", "missed", "reported") for one in equal["records"]))
        self.assertRegex(self.output, rf"equal, but not quite +[0-9.]+ % \({equal['differ']} of 3 drawn differ on 40 probes each; ")
        # Wrong values, and what only shows otherwise.
        kinds = {one["kind"] for one in records if one["outcome"] == "reported"}
        self.assertIn("mismatch", kinds)
        self.assertTrue(kinds & {"sanitizer", "crash", "timeout"}, kinds)

        with open(self.folder / "pairs.csv") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["outcome"] for row in rows], [one["outcome"] for one in records])
        self.assertEqual([row["detail"] for row in rows], [one["detail"] for one in records])
        self.assertEqual([row["lines"] for row in rows], ["+".join(one["lines"]) for one in records])
        # What the check should have seen is kept, as cases that it agrees on without the mutant.
        kept = sorted(path.name for path in (self.folder / "cases").iterdir())
        self.assertEqual(kept, sorted(f"{one['outcome']}-71001-{one['program']}-{one['mutant']}.txt" for one in records
                                      if one["outcome"] in ("weak", "missed")))
        self.assertTrue(kept)
        [first] = [one for one in records if kept[0] == f"{one['outcome']}-71001-{one['program']}-{one['mutant']}.txt"]
        head = (self.folder / "cases" / kept[0]).read_text().splitlines()[0]
        self.assertEqual(head, f"# {first['outcome']} on cpu:O0: {first['phase']}: {first['operator']} of {first['op']}, "
                               f"{first['place']} of {first['places']}, from {first['origin']}")
        self.assertEqual(first["case"], "cases/" + kept[0])
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

    def test_mlir_opt_is_changed_between_its_passes(self):
        score = self.mutate("--profile", "small", "--count", 1, "--mutants-per-program", 3, "--probes", 0,
                            target=f"mlir@22:pipeline={PASSES}")
        reported = [one for one in score["records"] if one["outcome"] == "reported"]
        self.assertTrue(reported, score["outcomes"])
        phases = set(score["by"]["phase"])
        self.assertTrue(phases & {"buffers", "loops", "llvm"}, phases)

    def test_a_pipeline_is_changed_between_its_passes(self):
        score = self.mutate("--count", 8, "--probes", 0, target=f"cpu:pipeline={PASSES}")
        self.assertTrue(score["outcomes"]["reported"], score["outcomes"])
        self.assertLessEqual({"buffers", "llvm"}, set(score["by"]["phase"]))

    def write_manifest(self, **changes):
        """A compiler that gives back what it was given; there is nothing that runs it."""
        (self.folder / "mycc.json").write_text(json.dumps({
            "schema": 1, "name": "mycc", "version": "1", "flavour": {"name": "linalg"}, "compile": ["cp", "{input}", "{output}"],
            "run": {"command": ["cat", "{module}", "{inputs}", "{outputs}"], "input": "{file}", "output": "{file}"}} | changes))

    def test_a_manifest_has_mutants_if_it_allows_them(self):
        self.write_manifest()
        self.assert_sentence(self.run_assay("mutate", "--target", "manifest=mycc.json", "--count", 1), "has no mutants", '"mutants": true')
        self.write_manifest(mutants=True, flavour={"name": "torch"})
        self.assert_sentence(self.run_assay("mutate", "--target", "manifest=mycc.json", "--count", 1), "/mutants", "torch")
        self.write_manifest(mutants="yes")
        self.assert_sentence(self.run_assay("mutate", "--target", "manifest=mycc.json", "--count", 1), "/mutants")

    def test_what_a_manifests_compiler_is_given_is_changed(self):
        score = self.mutate("--first", 4, "--count", 1, "--probes", 0, target=f"manifest={EXAMPLES / 'upstream.json'}:plain")
        self.assertTrue(score["outcomes"]["reported"], score["outcomes"])
        self.assertLessEqual(set(score["by"]["phase"]), {"emitted", "tensors"})
        self.assertNotIn("unknown", score["by"]["family"])

    def test_the_report_shows_what_mutants_were_not_seen(self):
        score = self.mutate("--first", 94, "--count", 12, "-o", "cases", seed=71001, code=0)
        self.run_assay("site", "--mutation", "score.json", "-o", "pages", code=0)
        page = (self.folder / "pages/campaign.html").read_text()
        self.assertIn("<h1>Mutants of cpu:O0</h1>", page)
        self.assertIn(f"{100 * score['scores']['by_family']['score']:.1f} %</b><span>A vote per op family", page)
        unseen = [one for one in score["records"] if "case" in one]
        self.assertTrue(unseen)
        for one in unseen:
            self.assertIn(f'href="./../{one["case"]}"', page)
        self.assertIn(f"{len(unseen)} pairs that the check should have reported", page)
        # Beside a campaign.
        self.run_assay("fuzz", "--target", "cpu:O0", "--count", 2, "--store", "a.db", code=0)
        page = self.campaign_page("a.db", "--mutation", "score.json", "--mutation", "score.json")
        self.assertIn("<h2>Verdicts</h2>", page)
        self.assertEqual(page.count('<h2 class="mono">cpu:O0</h2>'), 2)

    def test_the_report_takes_one_series(self):
        score = self.mutate("--count", 1)
        score["series"] = "1"
        (self.folder / "old.json").write_text(json.dumps(score))
        self.assert_sentence(self.run_assay("site", "--mutation", "score.json", "--mutation", "old.json", "-o", "site"),
                             "old.json", "series 1")
        (self.folder / "other.json").write_text('{"series": "3"}')
        self.assert_sentence(self.run_assay("site", "--mutation", "other.json", "-o", "site"), "assay mutate --json")
        self.assert_sentence(self.run_assay("site", "--mutation", "none.json", "-o", "site"), "none.json")
        self.assert_sentence(self.run_assay("site", "-o", "site"), "--mutation")

    def search(self, *arguments, target="cpu:O0"):
        """The JSON of a search for deliberate bugs."""
        done = self.run_assay("mutate", "--target", target, "--seed", 1, "--json", "bugs.json", *arguments, code=0)
        self.output = done.stdout
        return json.loads((self.folder / "bugs.json").read_text())

    def test_rules_are_looked_for_until_they_are_reported(self):
        names = ["min-loses-nan", "signed-div-as-unsigned", "scan-inclusive", "sort-reverses-ties", "div-by-zero-is-zero"]
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
        # Without the contract bit, as most programs are, any order of equal keys is right.
        self.assertGreater(by_name["sort-reverses-ties"]["outcomes"]["legal"], 0)
        missed = [row for row in rows if row["outcome"] in ("missed", "weak")]
        kept = sorted(path.name for path in (self.folder / "cases").glob("*"))
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
        found = self.search("--faults", "--fault", "slice-drops-wrong-unit-dim", "--campaigns", 1, "--count", 200, "-o", "cases")
        [fault] = found["bugs"]
        self.assertIsNotNone(fault["median"])
        self.assertEqual(fault["reduction"]["ops"], 1)
        self.assertLessEqual(fault["reduction"]["largestExtent"], 4)
        self.run_assay("check", "cases/slice-drops-wrong-unit-dim.txt", "--target", "cpu:O0", code=0)
        self.run_assay("check", "cases/slice-drops-wrong-unit-dim.txt", "--target", "cpu:O0", "--inject", "slice-drops-wrong-unit-dim", code=1)

    def test_what_cannot_be_had_is_said_in_a_sentence(self):
        def refused(*arguments):
            return self.run_assay("mutate", *arguments)
        self.assert_sentence(refused("--target", "iree@3.13.0:vmvx:O0", "--count", 1), "has no mutants", "cpu:O0")
        self.assert_sentence(refused("--target", "cpu:O7", "--count", 1), "there is no target 'cpu:O7'")
        self.assert_sentence(refused("--target", "cpu:O0", "--series", "1"), "there is no series '1'")
        self.assert_sentence(refused("--target", "cpu:O0", "--profile", "dreams"), "there is no profile 'dreams'")
        self.assert_sentence(refused("--target", "cpu:O0", "--count", "0"), "--count")
        (self.folder / "file").write_text("")
        self.assert_sentence(refused("--target", "cpu:O0", "-o", "file"), "file")
        self.assert_sentence(refused("--target", "iree@3.13.0:vmvx:O0", "--rules"), "has no mutants")
        self.assert_sentence(refused("--target", "cpu:O0", "--rules", "--rule", "dreams"), "there is no rule 'dreams'")
        self.assert_sentence(refused("--target", "cpu:O0", "--faults", "--fault", "dreams"), "there is no fault 'dreams'")
        self.assert_sentence(refused("--target", "cpu:O0", "--faults", "--fault", "missing-atomic"), "one of kernels, which this target's pipeline does not have")
        self.assert_sentence(refused("--target", "cpu:O0", "--rules", "--faults"), "--rules")
        self.assert_sentence(refused("--target", "cpu:O0", "--rule", "min-loses-nan"), "--rules")


if __name__ == "__main__":
    main()
