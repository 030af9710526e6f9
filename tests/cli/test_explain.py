"""The cause of a failure in assay's own compiler: which pass, which op, and where in its result."""
import json
import pathlib
import re

from support import CliTest, main

CASE = """assay 1
%0 = argument i32[2,3]
%1 = reduce(%0) {function=sum, dims=[1], result=i32} : i32[2]
%2 = unary(%1) {function=neg}
return %2
run
  %0 = i32[2,3] [1,2,3,4,5,0]
"""
FAULT = "reduction-tail-skipped"


class Explain(CliTest):
    def setUp(self):
        super().setUp()
        (self.folder / "case.txt").write_text(CASE)

    def explain(self, *arguments, code=0):
        return self.run_assay("explain", "case.txt", *arguments, code=code)

    def test_a_fault_is_laid_on_its_own_pass(self):
        for target in "cpu:O0", "cpu:O3", "cpu:random=7":
            said = self.explain("--target", target, "--inject", FAULT).stdout
            self.assertIn(f"\nright if the plainest passes begin; right without assay-inject{{fault={FAULT}}} alone\n", said)
            self.assertIn(f"\nwrong after assay-inject{{fault={FAULT}}}\n", said)
            # What was found on the first is not that of the others.
            name = "case" if target == "cpu:O0" else "case." + re.sub("[:=]", "-", target)
            self.assertIn("func.func @main", (self.folder / f"{name}.pass.mlir").read_text())
            self.assertIn(f"\n    makes {name}.after.mlir\n", said)
            self.assertIn("tensor.extract_slice", (self.folder / f"{name}.after.mlir").read_text())
            self.assertEqual(json.loads((self.folder / f"{name}.cause.json").read_text())["target"], target)

    def test_the_op_that_is_wrong_first_and_where_is_told(self):
        said = self.explain("--target", "cpu:O2", "--inject", FAULT).stdout
        self.assertIn("\nwrong first: %1, reduce(sum):i32", said)
        # The last element of a row is lost; in the second row it is 0.
        self.assertIn("\n  in run 0, %1 of [2]: dim 0: 0, of 2; all 1 elements there\n    #.\n", said)

    def test_what_came_of_each_cut_can_be_told(self):
        said = self.explain("--target", "cpu:O2", "--inject", FAULT, "--all").stdout
        self.assertRegex(said, r"\n  the plainest passes +agree\n")
        self.assertRegex(said, r"\n  plainest after assay-inject\S+ +the same\n")

    def test_a_cause_is_written_for_programs_as_well(self):
        said = self.explain("--target", "cpu:O2", "--inject", FAULT, "--json", "-")
        cause = json.loads(said.stdout)
        self.assertEqual(cause["passes"], [{"name": f"assay-inject{{fault={FAULT}}}", "evidence": "cut-and-left-out",
                                            "note": "right if the plainest passes begin; right without "
                                                    f"assay-inject{{fault={FAULT}}} alone"}])
        self.assertEqual(cause["wrongFirst"]["op"], "reduce(sum):i32:named")
        self.assertIn("assay-opt FILE", cause["beforePass"]["command"])
        self.assertIn("wrong after assay-inject", said.stderr)

    def test_a_campaign_explains_what_it_finds(self):
        summary = self.fuzz("--target", "cpu:O1", "--inject", FAULT, "--seed", 1, "--count", 400, "--max-findings", 1,
                            "--store", "a.db", code=1)
        cause = summary["findings"][0]["cause"]
        self.assertEqual([(one["name"], one["evidence"]) for one in cause["passes"]], [(f"assay-inject{{fault={FAULT}}}", "cut-and-left-out")])
        self.assertIn("func.func @main", pathlib.Path(cause["beforePass"]["file"]).read_text())
        self.assertIn(f"    cause: pass assay-inject{{fault={FAULT}}} (cut and left out)", self.output)

    def test_a_finding_of_a_drawn_target_says_with_which_seed_it_comes_again(self):
        summary = self.fuzz("--target", "cpu:O3,tuned", "--inject", "max-loses-nan", "--seed", 3, "--count", 300, "--max-findings", 1,
                            "--explain-budget", 0, "--store", "a.db", code=1)
        self.assertEqual([one["target"] for one in summary["findings"][0]["targets"]], ["cpu:O3,tuned"])
        self.assertRegex(self.output, r"\(1x on cpu:O3,tuned; the case on cpu:O3,tuned=\d+\)")

    def test_a_gate_says_which_pass_is_new_to_blame(self):
        done = self.run_assay("gate", "--base", "cpu:O1", "--candidate", "cpu:O1", "--inject", FAULT, "--no-corpus", "--corpus", "case.txt", "--count", 0,
                              "--bases", "m", "--output", "out", "--json", "gate.json", "--sarif", "gate.sarif", "--markdown", "gate.md",
                              code=1)
        [finding] = json.loads((self.folder / "gate.json").read_text())["findings"]
        steps = [f"pass assay-inject{{fault={FAULT}}} (cut and left out)", "dispatch reduce_0 (replayed)"]
        said = ", ".join(steps)
        self.assertEqual(finding["cause"]["headline"], said)
        self.assertIn("func.func @main", (self.folder / finding["cause"]["beforePass"]["file"]).read_text())
        self.assertIn(f"  cause: {said}", done.stdout)
        self.assertIn(f"Cause: `{said}`", (self.folder / "gate.md").read_text())
        [flow] = json.loads((self.folder / "gate.sarif").read_text())["runs"][0]["results"][0]["codeFlows"]
        flow = [step["location"] for step in flow["threadFlows"][0]["locations"]]
        self.assertEqual([step["message"]["text"].replace("-and-left-", " and left ") for step in flow], steps)
        self.assertEqual([step["physicalLocation"]["artifactLocation"]["uri"] for step in flow],
                         [finding["cause"]["beforePass"]["file"], finding["lit"]])

    def test_what_does_not_fail_or_is_no_fault_is_an_error(self):
        for arguments, words in (((), "it agreed in 9 checks; if it fails more rarely, ask more often with --tries 90"),
                                 (("--tries", 2), "it agreed in 2 checks; if"),
                                 (("--minutes", 0.0001), "it agreed in 1 check; there was no time for more: give it more --minutes")):
            self.assert_sentence(self.explain("--target", "cpu:O2", *arguments, code=2), f"does not fail on cpu:O2: {words}")
        self.assertIn("no-such", self.explain("--target", "cpu:O2", "--inject", "no-such", code=2).stderr)
        self.assertIn("faults are built into", self.explain("--target", "mlir@22:pipeline=cse", "--inject", FAULT, code=2).stderr)
        self.assert_sentence(self.run_assay("explain", "case.txt", "--target", "cpu:O2", "--inject", FAULT, "-o", "case.txt/out"), "case.txt/out")


class Gate(CliTest):
    def test_new_failures_of_one_bug_are_said_to_have_one_cause(self):
        self.run_assay("gate", "--base", "cpu:O0", "--candidate", "cpu:O0", "--inject", "max-loses-nan", "--count", 60, "--profile", "reduction",
                       "--no-corpus", "--bases", "bases", "-o", "out", "--json", "gate.json", code=1)
        result = json.loads((self.folder / "gate.json").read_text())
        first, *others = result["findings"]
        self.assertEqual(first["sameCauseAs"], "")
        self.assertEqual({finding["sameCauseAs"] for finding in others}, {first["signature"]})
        self.assertIn(", of 1 cause", result["text"])


if __name__ == "__main__":
    main()
