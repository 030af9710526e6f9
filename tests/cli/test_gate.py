"""Gates with fake targets: what is new, and what is not; what they print and write."""
import contextlib
import json
import os
import pty
import re
import signal
import subprocess
import time
import unittest
import xml.etree.ElementTree as xml

from support import ASSAY, CliTest, main

ALONE = ("--no-corpus", "--bases", "bases.jsonl", "--output", "out")


class GateTest(CliTest):
    def gate(self, base, candidate, *arguments, seed=7, count=200, code=None):
        """Runs a gate and returns its JSON."""
        self.done = self.run_assay("gate", "--base", f"fake:{base}", "--candidate", f"fake:{candidate}", "--seed", seed, "--count", count,
                                   "--json", "gate.json", *ALONE, *arguments, code=code)
        return json.loads((self.folder / "gate.json").read_text())

    def of(self, result, change):
        return [finding for finding in result["findings"] if finding["change"] == change]


class News(GateTest):
    def ended_when(self, said_by_it, *arguments, code):
        """Runs a gate that finds much, ends it as soon as its terminal shows that, and returns all that this showed."""
        ours, theirs = pty.openpty()
        process = subprocess.Popen([ASSAY, "gate", "--base", "fake:ok", "--candidate", "fake:various-slow", "--seed", "7", "--json", "gate.json",
                                    *map(str, arguments), *ALONE], cwd=self.folder, stdout=theirs, stderr=theirs)
        os.close(theirs)
        said, is_ended = b"", False
        with contextlib.suppress(OSError):  # which is its end
            while True:
                said += os.read(ours, 4096)
                if re.search(said_by_it, said) and not is_ended:
                    # A terminal and a wrapper may both send it; another one a second later would end it at once.
                    process.send_signal(signal.SIGINT)
                    time.sleep(0.05)
                    process.send_signal(signal.SIGTERM)
                    is_ended = True
        self.assertEqual(process.wait(), code)
        os.close(ours)
        return said.decode()

    def test_what_only_the_candidate_does_is_new_reduced_and_can_be_repeated(self):
        result = self.gate("ok", "mismatch", code=1)
        self.assertEqual([finding["signature"] for finding in result["findings"]], ["mismatch:reverse"])
        [finding] = result["findings"]
        self.assertEqual(finding["change"], "new")
        self.assertTrue(finding["reduced"])
        self.assertEqual(finding["ops"], 1)
        self.assertEqual(finding["targets"], [{"target": "fake:mismatch", "programs": result["verdicts"]["mismatch"]}])
        command = re.search(r"again: assay (.*)", self.done.stdout).group(1)
        self.assertIn("mismatch:reverse", self.run_assay(*command.split(), code=1).stdout)
        self.assertIn("1 new failure, 0 changed", self.done.stdout)

    def test_all_failures_are_confirmed_before_one_is_reduced(self):
        """Whoever ends the gate when it begins to reduce knows what is new."""
        self.ended_when(rb"reducing", "--count", 60, code=1)
        result = json.loads((self.folder / "gate.json").read_text())
        self.assertGreater(len(result["findings"]), 3)
        self.assertEqual({finding["change"] for finding in result["findings"]}, {"new"})
        self.assertIn(False, [finding["reduced"] for finding in result["findings"]])

    def test_what_was_found_is_confirmed_while_programs_are_checked(self):
        """Whoever ends the gate then is told how often it came."""
        said = self.ended_when(rb"\b[1-9]\d\d of 100000 programs", "--count", 100000, code=3)
        result = json.loads((self.folder / "gate.json").read_text())
        self.assertIn(f"nothing could be concluded: of failures that may be new, {len(result['findings'])} not looked at closely, as it was ended", said)
        # What nobody had the time for can be repeated.
        for command in re.findall(r"not looked at closely: .*; again: assay (.*)\r\n", said):
            self.assertTrue((self.folder / command.split()[-1]).exists(), command)
        self.assertTrue(all(finding["case"] for finding in result["findings"]))
        self.assertEqual({finding["change"] for finding in result["findings"]}, {"open"})
        self.assertIn((4, 4), [(finding["found"], finding["tries"]) for finding in result["findings"]])

    def test_what_the_base_does_as_well_is_not_new(self):
        result = self.gate("mismatch", "mismatch", "--even-if-equal", code=0)
        self.assertEqual({finding["change"] for finding in result["findings"]}, {"on_base"})
        self.assertIn("\non the base as well: mismatch:reverse:f32", self.done.stdout)
        self.assertEqual(sum(target["programs"] for finding in result["findings"] for target in finding["targets"]),
                         result["verdicts"]["mismatch"])

    def test_what_the_base_does_elsewhere_is_new_where_it_does_not(self):
        result = self.gate("mismatch-plain", "mismatch", count=400, code=1)
        [finding] = self.of(result, "new")
        self.assertIn("exp", (self.folder / finding["case"]).read_text())
        self.assertNotIn("mismatch:reverse:f32", [one["signature"] for one in self.of(result, "new")])

    def test_what_is_fixed_is_told_and_is_no_failure(self):
        result = self.gate("mismatch", "ok", code=0)
        self.assertEqual({finding["change"] for finding in result["findings"]}, {"fixed"})
        self.assertIn("fixed: mismatch:reverse:f32", self.done.stdout)
        self.assertIn("nothing new", self.done.stdout)

    def test_another_failure_of_a_program_that_fails_is_changed(self):
        result = self.gate("reject", "mismatch", code=1)
        self.assertEqual([(one["change"], one["baseSignature"]) for one in result["findings"]],
                         [("changed", "compile-failure:cannot reverse")])
        self.gate("reject", "mismatch", "--fail-on", "mismatch,compile_failure", code=0)
        self.gate("ok", "mismatch", "--fail-on", "crash", code=0)

    def test_a_failure_is_new_if_the_base_is_right_on_any_of_its_programs(self):
        # The base fails on those with an exp, which come first for some of these.
        for seed in range(5):
            result = self.gate("mismatch-exp", "bounds", "--fail-on", "sanitizer", "--no-reduce", "--explain-budget", 0, seed=seed, count=60, code=1)
            self.assertEqual([finding["change"] for finding in result["findings"] if finding["verdict"] == "sanitizer"], ["new"], seed)
        # Reduced to where the base fails otherwise it stays new.
        [finding] = self.of(self.gate("mismatch-plain", "bounds", "--fail-on", "sanitizer", count=60, code=1), "new")
        self.assertEqual(finding["signature"], "sanitizer:run:wrote behind a buffer")

    def test_what_changed_into_a_kind_to_fail_on_fails(self):
        self.of(self.gate("reject", "bounds", "--fail-on", "sanitizer", code=1), "changed")
        self.gate("reject", "bounds", "--fail-on", "sanitizer,compile_failure", code=0)
        self.gate("reject", "bounds", "--fail-on", "changed", code=1)
        self.gate("reject", "bounds", "--fail-on", "crash", code=0)

    def test_how_often_a_failure_came_is_told(self):
        [finding] = self.gate("ok", "mismatch", code=1)["findings"]
        self.assertEqual((finding["found"], finding["tries"]), (4, 4))

    def test_what_does_not_come_back_is_told_and_is_no_failure(self):
        result = self.gate("ok", "flaky", "--jobs", 2, code=0)
        self.assertEqual({finding["change"] for finding in result["findings"]}, {"flaky"})

    def test_what_comes_now_and_then_on_the_base_is_remembered(self):
        for _ in range(2):
            result = self.gate("third-segv", "third-segv", "--even-if-equal", "--jobs", 2, count=60)
            self.assertEqual(self.of(result, "new"), [], self.done.stdout)
        self.assertIn("fake:third-segv", (self.folder / "bases.jsonl").read_text())

    def test_known_bugs_are_told_apart(self):
        result = self.gate("ok", "listed", code=0)
        self.assertEqual({(one["change"], one["known"]) for one in result["findings"]}, {("known", "no-reverse"), ("known", "wrong-neg")})
        self.assertGreater(result["passedOver"], 0)
        self.assertTrue(self.of(self.gate("ok", "listed", "--no-known", code=1), "new"))

    def test_no_known_bug_is_what_the_base_does_right_with_that_bug(self):
        result = self.gate("ok", "listed-twice", "--jobs", 2, count=60, code=0)
        self.assertEqual({finding["change"] for finding in result["findings"]}, {"known"})
        result = self.gate("gpu", "listed-twice", "--jobs", 2, count=60, code=1)
        self.assertEqual({finding["change"] for finding in result["findings"]}, {"new"}, self.done.stdout)
        self.assertTrue(all(finding["reduced"] for finding in result["findings"]))

    def test_crashes_and_hangs_are_reported_once(self):
        result = self.gate("ok", "segv", count=60, code=1)
        [finding] = result["findings"]
        self.assertEqual((finding["change"], finding["verdict"]), ("new", "crash"))

    def test_what_the_base_does_wrong_is_kept_wherever_it_was_seen(self):
        result = self.gate("mismatch", "mismatch", "--even-if-equal", count=60, code=0)
        self.assertEqual({finding["change"] for finding in result["findings"]}, {"on_base"})
        self.assertGreaterEqual(len((self.folder / "bases.jsonl").read_text().splitlines()), 2)

    def test_a_candidate_that_is_empty_is_a_sentence(self):
        self.assert_sentence(self.run_assay("gate", "--base", "fake:ok", "--candidate", "", "--count", 10), "--candidate names no target")

    def test_the_same_gate_says_the_same_whatever_the_workers(self):
        def gate(jobs):
            result = self.gate("mismatch-plain", "mismatch", "--jobs", jobs, count=300)
            for finding in result["findings"]:
                if finding["cause"]:
                    finding["cause"].pop("cost")
            return {key: value for key, value in result.items() if key not in ("seconds", "compileTimes")}
        self.assertEqual(gate(2), gate(5))


class Ends(GateTest):
    def test_the_clock_concludes_nothing(self):
        result = self.gate("ok", "chatty", "--minutes", 0.02, count=100000, code=3)
        self.assertEqual(result["end"], "minutes")
        self.assertIn("the time was over before all programs were checked", self.done.stdout)

    def test_what_fails_always_on_both_concludes_nothing_and_says_so(self):
        (self.folder / "case.txt").write_text("assay 1\n%0 = argument f32[1]\n%1 = reverse(%0) {dims=[0]}\nreturn %1\nrun\n  %0 = f32[1] [1]\n")
        result = self.gate("reject", "reject", "--even-if-equal", "--corpus", "case.txt", count=0, code=3)
        self.assertEqual(result["accepted"], 0)
        self.assertIn("nothing could be concluded: the checks of the candidate ended as 1 compile_failure\n", self.done.stdout)

    def test_a_green_gate_says_what_it_saw(self):
        result = self.gate("ok", "chatty", count=40, code=0)
        self.assertEqual((result["programs"], result["accepted"]), (40, 40))
        self.assertIn("unary", result["ops"])
        self.assertRegex(self.done.stdout, r"saw 40 of 40 programs .* 40 checks of the candidate accepted.* [0-9]+ ops in [0-9]+ structures; "
                         r"so many programs find [0-9]+ % of [0-9]+ faults planted in assay's compiler")
        found = result["plantedFaultsFound"]
        self.assertTrue(0 < found < 0.5, found)
        self.assertGreater(self.gate("ok", "chatty", count=400, code=0)["plantedFaultsFound"], found)
        self.assertRegex(self.done.stdout, r"compiling on fake:chatty: median")

    def test_cases_come_first(self):
        result = self.run_assay("gate", "--base", "fake:ok", "--candidate", "fake:mismatch", "--count", 0, "--json", "gate.json",
                                "--bases", "m", "--output", "out", code=1)
        result = json.loads((self.folder / "gate.json").read_text())
        self.assertEqual(len(result["cases"]), result["corpusCases"])
        failing = [case["name"] for case in result["cases"] if case["change"] == "new"]
        self.assertIn("corpus/reverse-and-iota.txt", failing)

    def test_cases_of_the_users_own_are_read_from_files_and_folders(self):
        self.gate("ok", "mismatch", code=1)
        # What is to blame lies beside a case, and is none.
        [case, *_] = self.folder.glob("out/*.json")
        for kind in ("pass", "after", "phase"):
            case.with_suffix(f".{kind}.mlir").write_text("module {}")
        result = self.gate("ok", "mismatch", "--corpus", "out", count=0, code=1)
        self.assertEqual({case["change"] for case in result["cases"]}, {"new"})
        self.assert_sentence(self.run_assay("gate", "--base", "fake:ok", "--candidate", "fake:mismatch", "--corpus", "gate.json", *ALONE),
                             "gate.json")

    def test_what_is_wrong_with_the_command_is_one_sentence(self):
        for arguments, words in (
            (("--base", "fake:ok", "--candidate", "fake:ok"), ["--even-if-equal"]),
            (("--base", "fake:ok", "--candidate", "fake:missing"), ["missing"]),
            (("--base", "fake:none-such", "--candidate", "fake:ok"), ["none-such"]),
            (("--base", "cpu:O2", "--candidate", "typo:O2"), ["cpu:O2"]),
            (("--base", "fake:ok", "--candidate", "fake:slow", "--junit", "/proc/none/gate.xml"), ["/proc/none"]),
            (("--base", "fake:ok", "--candidate", "cpu"), ["cpu:O2"]),
            (("--base", "fake:ok", "--candidate", "fake"), ["'fake'", "assay targets"]),
            (("--base", "fake:ok", "--candidate", "mycc.json"), ["manifest=mycc.json"]),
            (("--base", "fake:ok", "--candidate", "fake:slow,fake:slow"), ["fake:slow", "twice"]),
            (("--base", "fake:ok", "--candidate", "fake:drawn,tuned"), ["seed"]),
            (("--base", "fake:ok", "--candidate", "fake:slow", "--fail-on", "slower"), ["slower", "mismatch"]),
        ):
            with self.subTest(arguments):
                self.assert_sentence(self.run_assay("gate", *arguments, "--count", 8, *ALONE), *words)


# As Jenkins' junit-10.xsd has it.
JUNIT = {
    "testsuites": (set(), {"name", "time", "tests", "failures", "errors"}, {"testsuite"}),
    "testsuite": ({"name", "tests", "failures", "errors"}, {"time", "skipped", "timestamp", "hostname", "id", "package"}, {"testcase"}),
    "testcase": ({"name"}, {"time", "classname"}, {"skipped", "error", "failure", "flakyFailure", "system-out"}),
    "failure": (set(), {"type", "message"}, set()),
    "flakyFailure": ({"type"}, {"message"}, set()),
    "error": (set(), {"type", "message"}, set()),
    "skipped": (set(), {"type", "message"}, set()),
}


class Outputs(GateTest):
    def outputs(self, *arguments, **options):
        files = {kind: f"gate.{kind}" for kind in ("junit", "sarif", "markdown", "comment")}
        result = self.gate(*arguments, *[word for kind, file in files.items() for word in (f"--{kind}", file)], "--annotations", **options)
        return result, {kind: (self.folder / file).read_text() for kind, file in files.items()}

    def assert_junit(self, text):
        root = xml.fromstring(text)
        self.assertEqual(root.tag, "testsuites")
        for element in root.iter():
            needed, allowed, children = JUNIT[element.tag]
            self.assertLessEqual(needed, set(element.attrib))
            self.assertLessEqual(set(element.attrib), needed | allowed)
            self.assertLessEqual({child.tag for child in element}, children)
        for suite in root:
            for kind, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
                self.assertEqual(int(suite.get(kind)), len(list(suite.iter(tag))))
        return root

    def test_each_finding_is_a_test_case_and_a_result(self):
        result, files = self.outputs("ok", "mismatch", code=1)
        root = self.assert_junit(files["junit"])
        self.assertEqual([case.get("name") for case in root.iter("testcase")], ["gate", "new failure: mismatch:reverse"])
        self.assertEqual(len(list(root.iter("failure"))), 2)
        [run] = json.loads(files["sarif"])["runs"]
        [one] = run["results"]
        [location] = one["locations"]
        self.assertEqual(location["physicalLocation"]["artifactLocation"]["uri"], result["findings"][0]["lit"])
        self.assertTrue((self.folder / result["findings"][0]["lit"]).exists())
        self.assertEqual(run["tool"]["driver"]["rules"][one["ruleIndex"]]["id"], one["ruleId"])
        self.assertIn("### new failure: `mismatch:reverse`", files["markdown"])
        self.assertRegex(self.done.stdout, r"(?m)^::error file=out/\w+\.mlir,line=1,title=new failure%3A mismatch%3Areverse::")

    def test_the_fingerprint_is_the_signatures(self):
        def fingerprint(seed):
            _, files = self.outputs("ok", "mismatch", seed=seed, code=1)
            return json.loads(files["sarif"])["runs"][0]["results"][0]["partialFingerprints"]
        self.assertEqual(fingerprint(1), fingerprint(2))

    def test_a_green_gate_has_a_test_case_as_well(self):
        _, files = self.outputs("ok", "chatty", count=8, code=0)
        self.assertEqual([case.get("name") for case in self.assert_junit(files["junit"]).iter("testcase")], ["gate"])
        self.assertEqual(json.loads(files["sarif"])["runs"][0]["results"], [])

    def test_what_did_not_come_back_may_be_a_flaky_failure(self):
        for flags in ((), ("--junit-flaky",)):
            result, files = self.outputs("ok", "flaky", "--jobs", 2, *flags, code=0)
            root = self.assert_junit(files["junit"])
            self.assertEqual([case.get("name") for case in root.iter("testcase")],
                             ["gate", *(f"failure that did not come back: {one['signature']}" for one in result["findings"] if flags)])
            self.assertEqual(len(list(root.iter("flakyFailure"))), len(result["findings"]) if flags else 0)
            self.assertEqual(list(root.iter("failure")), [])
        self.assert_sentence(self.run_assay("gate", "--base", "fake:ok", "--candidate", "fake:flaky", "--junit-flaky", *ALONE), "--junit")

    def test_cases_of_the_corpus_fail_only_where_the_gate_does(self):
        for name, extent in (("one", 2), ("two", 3)):
            values = ",".join(map(str, range(extent)))
            (self.folder / f"{name}.txt").write_text(f"assay 1\n%0 = argument f32[{extent}]\n%1 = reverse(%0) {{dims=[0]}}\n"
                                                     f"%2 = unary(%1) {{function=exp}}\nreturn %2\nrun\n  %0 = f32[{extent}] [{values}]\n")
        (self.folder / "right.txt").write_text("assay 1\n%0 = argument f32[1]\n%1 = unary(%0) {function=exp}\nreturn %1\nrun\n  %0 = f32[1] [1]\n")
        corpus = [word for name in ("one", "two", "right") for word in ("--corpus", f"{name}.txt")]
        for kinds, code, tag in (("mismatch", 1, "failure"), ("crash", 0, "skipped")):
            result, files = self.outputs("ok", "mismatch", *corpus, "--fail-on", kinds, count=0, code=code)
            self.assertEqual(len(self.of(result, "new")), 1)
            cases = {case.get("name"): list(case) for case in self.assert_junit(files["junit"]).iter("testcase")}
            for name in ("one.txt", "two.txt"):
                [child] = cases[name]
                self.assertEqual(child.tag, tag)
            self.assertEqual(cases["right.txt"], [])
            self.assertEqual("<failure" in files["junit"], code == 1)

    def test_a_gate_without_an_end_is_an_error_there(self):
        _, files = self.outputs("ok", "chatty", "--minutes", 0.02, count=100000, code=3)
        self.assertEqual(len(list(self.assert_junit(files["junit"]).iter("error"))), 1)

    def test_nothing_that_a_compiler_prints_does_anything(self):
        _, files = self.outputs("ok", "hostile", code=1)
        self.assert_junit(files["junit"])
        json.loads(files["sarif"])
        for text in (*files.values(), self.done.stdout):
            self.assertNotIn("\x1b", text)
        lines = self.done.stdout.splitlines()
        self.assertEqual(len([line for line in lines if line.lstrip().startswith("::")]), 1)

    def test_one_that_cannot_be_written_costs_no_other(self):
        done = self.run_assay("gate", "--base", "fake:ok", "--candidate", "fake:mismatch", "--count", 40, "--json", "/dev/full", "--sarif",
                              "gate.sarif", *ALONE, code=2)
        self.assertIn("/dev/full", done.stderr)
        self.assertEqual(len(json.loads((self.folder / "gate.sarif").read_text())["runs"][0]["results"]), 1)

    def test_one_output_may_be_standard_output(self):
        done = self.run_assay("gate", "--base", "fake:ok", "--candidate", "fake:chatty", "--count", 4, "--junit", "-", *ALONE, code=0)
        self.assert_junit(done.stdout)
        self.assertIn("nothing new", done.stderr)


if __name__ == "__main__":
    main()
