"""Nights on assay's own compiler; and docs/night.md and docs/night.schema.json say what the reader of a config takes."""
import json
import os
import pathlib
import re
import shutil
import time

from support import MYCC, MYCC_MANIFEST, SUM_CASE, CliTest, main

DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"
SMALL = {"folder": "kept", "targets": {"cpu:none": 1}}


def begin(test, config, seed):
    """A night draws its seeds: this one was stopped at the beginning of a campaign with that one."""
    (test.folder / "night.json").write_text(json.dumps(config))
    [target], [profile] = config["targets"], config["profiles"]
    store = "campaigns/00001-001/campaign.db"
    (test.folder / "kept" / store).parent.mkdir(parents=True)
    flags = ["--inject", config["inject"]] if "inject" in config else ["--watch", ",".join(config["watch"])]
    test.run_assay("fuzz", "--target", target, "--profile", profile, *flags, "--seed", seed, "--count", 1, "--store", f"kept/{store}")
    campaign = {"target": target, "profile": profile, "tested": target, "drawn": profile, "seed": seed, "state": "begun", "store": store}
    (test.folder / "kept/nights").mkdir()
    (test.folder / "kept/nights/00001.json").write_text(json.dumps({"number": 1, "began": int(time.time()), "campaigns": [campaign]}))


class Plans(CliTest):
    def test_each_campaign_has_the_plan_that_those_before_it_made(self):
        config = {"folder": "kept", "night": {"campaigns": 5}, "campaign": {"programs": 64}, "targets": {"cpu:O1": 1},
                  "profiles": {"small": 1}}
        (self.folder / "night.json").write_text(json.dumps(config))
        self.run_assay("night", "night.json", code=0)
        record = json.loads((self.folder / "kept/nights/00001.json").read_text())
        drawn = [campaign["drawn"] for campaign in record["campaigns"]]
        self.assertEqual([name.split("-")[0] for name in drawn], ["small", "plan", "plan", "plan", "small"])
        # The plan of the second is what `assay plan` makes of the first.
        first, second = (self.folder / "kept" / campaign["store"] for campaign in record["campaigns"][:2])
        made = self.run_assay("plan", "--from", first, "--programs", 64, code=0).stdout
        self.assertEqual(json.loads((second.with_suffix(".cases") / f"{drawn[1]}.json").read_text()), json.loads(made))

    def test_a_fault_that_is_built_in_is_found_and_new_once(self):
        config = {"folder": "kept", "night": {"campaigns": 1}, "campaign": {"programs": 60}, "targets": {"cpu:O0": 1},
                  "profiles": {"sorting": 1}, "inject": "topk-tie-at-tile-edge"}
        begin(self, config, seed=1)
        said = self.run_assay("night", "night.json", code=1).stdout
        self.assertIn("\n    cause: pass assay-inject{fault=topk-tie-at-tile-edge} (cut and left out)\n", said)
        # A slip in its name makes no target go away.
        (self.folder / "night.json").write_text(json.dumps({**config, "inject": "topk-tie-at-tile-edg"}))
        self.assertIn("night.json: /inject: ", self.run_assay("night", "night.json", code=2).stderr.splitlines()[-1])

    def test_findings_of_one_cause_are_one(self):
        config = {"folder": "kept", "night": {"campaigns": 1}, "campaign": {"programs": 150}, "targets": {"cpu:O2": 1},
                  "profiles": {"default": 1}, "inject": "max-loses-nan"}
        begin(self, config, seed=1)
        said = self.run_assay("night", "night.json", code=1).stdout
        count = int(re.search(r"night 1: (\d+) new findings of 1 new cause, ", said)[1])
        self.assertGreater(count, 1)
        self.assertRegex(said, r"\n    \d+x on cpu:O2: run ")
        self.assertEqual(said.count("\n    cause: that of mismatch:"), count - 1)
        self.assertEqual(said.count("\n    cause: pass assay-inject{fault=max-loses-nan} (cut and left out)"), 1)


class Manifests(CliTest):
    def test_one_without_levels_runs_wherever_the_night_was_begun(self):
        (self.folder / "mine").mkdir()
        shutil.copy(MYCC, self.folder / "mine/mycc.py")
        run = MYCC_MANIFEST["run"]
        manifest = MYCC_MANIFEST | {"run": run | {"command": ["{here}/mycc.py", *run["command"][1:]]}}
        del manifest["levels"]
        manifest["unsupported"] = [{"pattern": ".", "reason": "mycc takes next to nothing"}]
        (self.folder / "mine/mycc.json").write_text(json.dumps(manifest))
        config = {"folder": "kept", "night": {"campaigns": 1}, "campaign": {"programs": 2}, "targets": {"manifest=mycc.json": 1}}
        (self.folder / "mine/night.json").write_text(json.dumps(config))
        said = self.run_assay("night", "mine/night.json").stdout
        self.assertIn("1 campaign, 2 programs, 2 checks", said)


class Retests(CliTest):
    def test_a_compiler_of_a_manifest_is_retested_without_a_level(self):
        environment = {**os.environ, "ASSAY_DATA": str(self.folder / "data")}
        shutil.copy(MYCC, self.folder / "mycc.py")
        run = MYCC_MANIFEST["run"]
        manifest = MYCC_MANIFEST | {"run": run | {"command": ["{here}/mycc.py", *run["command"][1:]]}}
        (self.folder / "mycc.json").write_text(json.dumps(manifest))
        (self.folder / "case.txt").write_text(SUM_CASE)
        self.run_assay("target", "add", "mycc.json", "--seconds", 0, code=0, env=environment)
        self.run_assay("bug", "add", "case.txt", "--target", "mycc:O0,--then=wrong", "--id", "sum", env=environment, code=0)
        config = {"folder": "kept", "night": {"campaigns": 1}, "campaign": {"programs": 2}, "targets": {"cpu:O0": 1}, "retest": ["mycc"]}
        (self.folder / "night.json").write_text(json.dumps(config))
        night = lambda: self.run_assay("night", "night.json", env=environment).all
        said = night()
        self.assertIn("retesting on mycc\n", said)
        self.assertNotIn("has the levels", said)
        # Only what changed is retested again.
        self.assertNotIn("retesting on", night())
        with open(self.folder / "mycc.py", "a") as file:
            file.write("# changed\n")
        self.assertIn("retesting on mycc\n", night())
        # Each says of which files it was.
        history = json.loads(self.run_assay("bug", "show", "sum", "--json", env=environment, code=0).stdout)["history"]
        builds = [one["why"] for one in history if "result" in one]
        self.assertEqual(len(set(builds)), 2, builds)
        for why in builds:
            self.assertRegex(why, r"with assay \S+, mycc [0-9a-f]{8}$")
        records = [json.loads(path.read_text()) for path in sorted((self.folder / "kept/nights").glob("*.json"))]
        self.assertEqual([[one["isDone"] for one in record["retests"]] for record in records], [[True], [], [True]])


class Watched(CliTest):
    def test_missed_optimisations_are_told_once_and_are_no_failures(self):
        config = {"folder": "kept", "night": {"campaigns": 1}, "campaign": {"programs": 200}, "targets": {"cpu:O1": 1},
                  "profiles": {"layout": 1}, "watch": ["transposes"]}
        begin(self, config, seed=1)
        said = self.run_assay("night", "night.json", code=0).stdout
        self.assertIn("night 1: 0 new findings", said)
        self.assertRegex(said, r"\n\d+ missed optimisations?\n\n  missed-optimisation:transposes.*\n    \d+x on cpu:O1: transposes [1-9]")
        told = set(re.findall(r"^  (missed-\S+)", said, re.MULTILINE))
        again = self.run_assay("night", "night.json", code=0).stdout
        self.assertFalse(told & set(re.findall(r"^  (missed-\S+)", again, re.MULTILINE)))

    def test_what_a_target_cannot_count_is_a_sentence(self):
        (self.folder / "night.json").write_text(json.dumps({**SMALL, "targets": {"cpu:O1": 1}, "watch": ["bytes"]}))
        self.assert_sentence(self.run_assay("night", "night.json"), "bytes cannot be counted of what cpu:O1 compiles")


class Config(CliTest):
    def schema(self):
        return json.loads((DOCS / "night.schema.json").read_text())

    def example(self):
        return json.loads(re.search(r"```json\n(.*?)```", (DOCS / "night.md").read_text(), re.DOTALL).group(1))

    def rejection(self, config):
        """What the reader says, or nothing: then it goes on to look for the target."""
        (self.folder / "night.json").write_text(json.dumps(config))
        done = self.run_assay("night", "night.json", code=2)
        return "" if "there is no target 'cpu:none'" in done.stderr else done.stderr

    def configs(self):
        yield SMALL, True
        for key, value, is_right in (("page", "p", True), ("page", "", False), ("night", {"minutes": 0.5, "campaigns": 3}, True),
                                     ("night", {"minutes": 0}, False), ("night", {"hours": 8}, False), ("night", 480, False),
                                     ("campaign", {"minutes": 5, "programs": 64}, True), ("campaign", {"programs": 0}, False),
                                     ("campaign", {"programs": 1.5}, False), ("targets", {}, False), ("targets", {"cpu:none": "much"}, False),
                                     ("targets", {"cpu:none": -1}, False), ("profiles", {"default": 2, "sorting": 0.5}, True),
                                     ("profiles", {"default": 0}, False), ("profiles", {}, False), ("releases", {"iree": "<3"}, True),
                                     ("releases", {"iree": "3.11"}, False), ("releases", {"iree": ">=3.11,"}, False),
                                     ("releases", {"iree": ">= 1, <2.5.1"}, True), ("releases", {"xla": ">=1"}, False), ("releases", {}, False),
                                     ("watch", ["bytes", "transposes"], True), ("watch", ["speed"], False), ("watch", "bytes", False),
                                     ("watch", ["bytes,transposes"], False),
                                     ("retest", [], True), ("retest", ["cpu"], True), ("retest", "cpu", False), ("retest", [1], False),
                                     ("notify", "cat", True), ("notify", "", False), ("notify", ["cat"], False),
                                     ("keep", {"nights": 3, "releases": 1}, True), ("keep", {"nights": 0}, False), ("keep", {"days": 3}, False),
                                     ("jobs", 4, True), ("jobs", 0, False), ("jobs", 2000, False), ("known", ".", True),
                                     ("known", 1, False), ("bugs", ["b"], True), ("bugs", "b", False),
                                     ("inject", "topk-tie-at-tile-edge", True), ("inject", "", False), ("tagets", {}, False)):
            yield SMALL | {key: value}, is_right
        for key in SMALL:
            yield {name: value for name, value in SMALL.items() if name != key}, False

    def test_schema_and_reader_agree(self):
        try:
            import jsonschema
        except ImportError:
            self.skipTest("python3-jsonschema is not installed")
        validator = jsonschema.Draft202012Validator(self.schema())
        validator.check_schema(self.schema())
        self.assertEqual(list(validator.iter_errors(self.example())), [])
        for config, is_right in self.configs():
            # Looking for releases asks PyPI, which is not what is tested here.
            with self.subTest(config):
                self.assertEqual(validator.is_valid(config), is_right)
                if not (is_right and "releases" in config):
                    self.assertEqual(self.rejection(config) == "", is_right)

    def test_every_key_is_in_the_table_of_the_docs_and_in_the_schema(self):
        text, schema = (DOCS / "night.md").read_text(), self.schema()["properties"]
        for key, part in schema.items():
            self.assertIn(f"| `{key}` |", text)
            for name in part.get("properties", {}):
                self.assertIn(f"`{name}`", text)
        self.assertLess(set(self.example()), set(schema))


if __name__ == "__main__":
    main()
