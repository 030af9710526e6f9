"""`assay retest`: which bugs a release still has, and what is kept of that."""
import json
import os
import re

from support import CliTest, main


class Retest(CliTest):
    """A bug of the fake compiler, whose case is told to be found on one target or another."""

    def setUp(self):
        super().setUp()
        self.environment = {**os.environ, "ASSAY_DATA": str(self.folder / "data"), "ASSAY_WHO": "ann"}
        self.fuzz("--target", "fake:mismatch", "--seed", 7, "--count", 60, "--store", "a.db", code=1)
        [lit] = (self.folder / "a.cases").glob("*.mlir")
        self.case = lit.read_text()
        self.bug("reversed")

    def bug(self, name, target="fake:mismatch", case=True, **more):
        folder = self.folder / "data/bugs" / name
        folder.mkdir(parents=True, exist_ok=True)
        said = {"title": "Reversed", "compiler": "fake", "verdict": "mismatch", "forms": [{"structure": {"op": "reverse"}}], **more}
        if case:
            (folder / "case.mlir").write_text(self.case.replace("assay-target: fake:mismatch", f"assay-target: {target}"))
        (folder / "bug.json").write_text(json.dumps(said | ({} if case else {"no_case": "none was kept"})))

    def retest(self, *arguments, code, on="fake"):
        return self.run_assay("retest", "--on", on, *arguments, env=self.environment, code=code).stdout

    def shown(self, name="reversed"):
        return json.loads(self.run_assay("bug", "show", name, "--json", env=self.environment, code=0).stdout)

    def test_a_bug_that_is_there_is_left_open_and_what_was_seen_is_kept_once(self):
        for _ in range(2):
            self.assertRegex(self.retest(code=0), r"reversed +still fails\n")
        bug = self.shown()
        self.assertEqual(bug["state"], "confirmed")
        [entry] = bug["history"]
        self.assertEqual((entry["target"], entry["result"], entry["who"]), ("fake:mismatch", "fails", "ann"))

    def test_where_a_bug_fails_outside_of_its_releases_its_failures_become_known(self):
        self.bug("reversed", "fake@2.0.0:mismatch", since="1.0.0", until="2.0.0")
        known = lambda: re.findall(r"reversed +fake@(\S+)", self.run_assay("known", "reversed", env=self.environment, code=0).stdout)
        self.assertRegex(self.retest(on="fake@2.0.0", code=0), r"reversed +still fails\n")
        self.assertRegex(self.retest("--dry-run", on="fake@3.0.0", code=0),
                         r"reversed +still fails; its entry does not name 3.0.0: without --dry-run its failures there are known from then on\n")
        self.assertEqual(known(), ["1.0.0..2.0.0"])
        self.assertRegex(self.retest(on="fake@3.0.0", code=0),
                         r"reversed +still fails; its entry did not name 3.0.0: its failures there are known from now on\n")
        self.assertRegex(self.retest(on="fake@3.0.0", code=0), r"reversed +still fails\n")
        self.assertEqual(known(), ["1.0.0..2.0.0", "3.0.0..3.0.0"])
        self.assertRegex(self.retest(on="fake@0.9.0", code=0), r"still fails; its entry did not name 0.9.0: ")
        self.assertEqual(known(), ["1.0.0..2.0.0", "0.9.0..0.9.0", "3.0.0..3.0.0"])

    def test_what_is_right_is_fixed_and_what_comes_back_regressed(self):
        self.bug("reversed", "fake:ok")
        self.assertRegex(self.retest(code=1), r"reversed +fixed in fake\n")
        self.assertEqual(self.shown()["state"], "fixed")
        self.assertEqual(self.shown()["history"][0]["checks"], 3)
        self.assertRegex(self.retest(code=0), r"reversed +still right\n")
        self.bug("reversed")
        self.assertRegex(self.retest(code=1), r"reversed +regressed in fake\n")
        self.assertEqual([entry.get("state", entry.get("result")) for entry in self.shown()["history"]],
                         ["right", "fixed", "fails", "regressed"])
        self.assertIn("retested: fake:mismatch: fails, 2 of 2 checks", self.shown()["history"][-1]["why"])

    def test_a_bug_of_a_fault_is_retested_with_the_fault_and_not_closed_without(self):
        said = self.case
        for fault, code in (("none-such-yet", 0), ("gone", 2)):
            self.case = said.replace("// assay-target:", f"// assay-inject: {fault}\n// assay-target:", 1)
            self.bug("reversed", "fake:ok" if code else "fake:mismatch")
            done = self.run_assay("retest", "--on", "fake", env=self.environment, code=code)
            self.assertIn("there is no fault gone" if code else "still fails", done.all)
        self.assertEqual(self.shown()["state"], "confirmed")

    def test_what_fails_otherwise_says_nothing_of_the_bug(self):
        self.bug("reversed", "fake:segv")
        self.assertRegex(self.retest(code=1), r"reversed +fails otherwise, which says nothing of this bug: crash")
        self.assertEqual(self.shown()["state"], "confirmed")
        self.assertEqual(self.shown()["history"][0]["result"], "otherwise")

    def test_what_cannot_be_tested_is_told_and_changes_no_state(self):
        self.bug("reversed")
        self.bug("without", case=False)
        self.bug("elsewhere", "cpu:O2")
        said = self.retest(code=0)
        self.assertRegex(said, r"without +not tested: there is no case\n")
        self.assertRegex(said, r"elsewhere +not tested: the case is for cpu:O2\n")
        self.assertRegex(said, r"3 bugs on fake: 1 fail, 0 are right, 0 fail otherwise, 2 were not tested; took ")
        self.assertEqual(self.shown("without")["history"], [])

    def test_duplicates_and_what_is_no_bug_are_left_out_unless_named(self):
        self.run_assay("bug", "set", "reversed", "not-a-bug", "--reason", "ours", "--why", "x", env=self.environment, code=0)
        self.bug("other")
        self.assertNotIn("reversed", self.retest(code=0))
        self.assertIn("reversed", self.retest("reversed", code=0))

    def test_several_at_once_come_to_the_same(self):
        for i in range(12):
            self.bug(f"bug-{i:02}", ("fake:mismatch", "fake:ok", "fake:segv")[i % 3])
        one, many = (re.sub("took.*", "", self.retest("--dry-run", "--jobs", jobs, code=1)) for jobs in (1, 4))
        self.assertEqual(one, many)
        self.assertEqual(self.shown()["history"], [])  # it was a dry run

    def test_wrong_use_is_a_sentence_and_keeps_nothing(self):
        for arguments, words in ((("--on", "fake", "none"), "no bug is called none"), (("--on", "fake", "iree-erf-f64"), "is a bug of iree"),
                                 (("--on", "nobody"), "there is no bug of nobody"), (("--on", "fake", "--times", "0"), "--times")):
            self.assert_sentence(self.run_assay("retest", *arguments, env=self.environment), words)
        self.bug("reversed", "fake:none")
        self.assert_sentence(self.run_assay("retest", "--on", "fake", env=self.environment), "none")
        self.assertFalse(list((self.folder / "data").rglob("*.jsonl")))


if __name__ == "__main__":
    main()
