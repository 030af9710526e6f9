"""Campaigns as a user runs them: findings, resuming, stores in every state, limits. Runs with fake targets."""
import contextlib
import os
import pathlib
import re
import resource
import signal
import sqlite3
import subprocess
import time
import unittest

from support import ASSAY, CliTest, deterministic, main

BOTH = ("--target", "fake:ok,fake:mismatch", "--seed", 7)


class Findings(CliTest):
    def test_a_campaign_reports_counts_reduces_and_names_files(self):
        summary = self.fuzz(*BOTH, "--count", 300, "--store", "a.db", code=1)
        self.assertEqual(summary["programs"], 300)
        self.assertEqual(summary["checks"], 600)
        self.assertEqual(sum(summary["verdicts"].values()), 600)
        # Two raw signatures, one cause.
        self.assertEqual([finding["signature"] for finding in summary["findings"]], ["mismatch:reverse"])
        finding = summary["findings"][0]
        self.assertEqual(finding["count"], summary["verdicts"]["mismatch"])
        for kind in ("case", "lit"):
            self.assertTrue(os.path.exists(finding[kind]), finding)
        self.assertIn(os.path.basename(finding["lit"]), self.output)
        # Lit cases of what was found first made way for the reduced ones.
        for lit in pathlib.Path(finding["lit"]).parent.glob("*.mlir"):
            self.assertRegex(lit.read_text(), r"^// mismatch:reverse\n// assay-target: fake")
        self.assertIn("report: a.html", self.output)
        self.assertEqual(set(summary), {"version", "seed", "plan", "programs", "checks", "verdicts", "findings", "causes", "unexplained", "seconds",
                                        "stageSeconds", "elements", "opAcceptance", "devices", "baseline", "known", "unconfirmed", "coverage",
                                        "end", "watch", "missedOptimisations"})
        command = re.search(r"again: (.*)", self.output).group(1)
        done = subprocess.run(command, shell=True, cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("mismatch:reverse:f32", done.stdout)

    def test_the_device_of_a_target_is_in_every_report(self):
        summary = self.fuzz("--target", "fake:ok,fake:gpu", "--seed", 7, "--count", 3, "--store", "a.db", code=0)
        self.assertEqual(summary["devices"], [{"target": "fake:gpu", "library": "lib<fake>.so", "device": "a fake GPU", "chip": "gfx0"}])
        self.assertIn("fake:gpu ran on lib<fake>.so, a fake GPU, code for gfx0\n", self.output)
        page = self.campaign_page("a.db")
        self.assertIn("lib&lt;fake&gt;.so, a fake GPU, code for gfx0", page)
        self.assertNotIn("fake:ok ran on", page)

    def test_all_agree_is_code_0_and_no_findings(self):
        summary = self.fuzz("--target", "fake:ok", "--seed", 1, "--count", 50, code=0)
        self.assertEqual(summary["findings"], [])
        self.assertIn("no findings", self.output)
        self.assertTrue((self.folder / "assay-out/seed-1/campaign.html").exists())

    def test_each_finding_is_explained_and_says_what_hides_it(self):
        flags = (*BOTH, "--count", 300, "--store", "a.db")
        summary = self.fuzz(*flags, "--explain-budget", 0, code=1)
        self.assertIsNone(summary["findings"][0]["cause"])
        self.assertNotIn("cause:", self.output)
        # What was left is done when the campaign goes on.
        summary = self.fuzz(*flags, code=1)
        [finding] = summary["findings"]
        cause = finding["cause"]
        self.assertEqual(cause["kind"], "mismatch")
        self.assertEqual(cause["hiddenBy"], [{"kind": "backend", "what": "ok"}])
        self.assertTrue(cause["wrongFirst"]["op"].startswith("reverse:f32"), cause)
        # Nothing but the op makes a program fail.
        headline = 'fails where a node has "op": "reverse"; hidden by ok'
        self.assertIn(f"    cause: {headline}\n", self.output)
        failures = finding["count"]
        self.assertIn(f"\n1 finding\n{failures} failures, 1 finding, 1 cause\n", self.output)
        page = self.campaign_page("a.db")
        self.assertIn("&quot;reverse&quot;; hidden by ok", page)
        self.assertIn(f"{failures} failures, 1 finding, 1 cause", (self.folder / "a.html").read_text())
        self.assertIn("wrong first: %", page)
        self.assertEqual(summary["causes"], [{"kind": "mismatch", "headline": headline, "failures": failures,
                                              "findings": [{"signature": "mismatch:reverse", "about": ""}]}])
        # And once.
        again = self.fuzz(*flags, code=1)["findings"][0]["cause"]
        self.assertEqual(again["cost"], cause["cost"])

    def test_causes_have_no_more_than_their_share_while_programs_go_on(self):
        flags = ("--target", "fake:mismatch,fake:reject,fake:bounds", "--seed", 7, "--count", 200)
        kinds = {"mismatch", "compile_failure", "sanitizer"}
        summary = self.fuzz(*flags, "--explain-share", 0, code=1)
        self.assertEqual({finding["cause"]["kind"] for finding in summary["findings"]}, kinds)

    def test_without_reduction_findings_are_raw_and_marked(self):
        summary = self.fuzz(*BOTH, "--count", 300, "--no-reduce", "--store", "a.db", code=1)
        self.assertEqual(len(summary["findings"]), 2)
        self.assertEqual({finding["reduced"] for finding in summary["findings"]}, {False})
        self.assertIn("raw, not reduced", self.output)
        # Going on with reduction does what was left out.
        again = self.fuzz("--count", 300, "--store", "a.db", code=1)
        self.assertEqual([finding["reduced"] for finding in again["findings"]], [True])

    def test_what_does_not_come_back_in_a_fresh_worker_is_flaky(self):
        summary = self.fuzz("--target", "fake:flaky", "--seed", 7, "--count", 60, "--jobs", 1, code=3)
        self.assertGreater(summary["verdicts"]["flaky"], 0)
        self.assertEqual(summary["verdicts"]["mismatch"], 0)

    def test_what_fails_only_with_others_in_its_module_is_kept_with_them(self):
        for target, signature in (("fake:joint", "joint:mismatch:reverse:f32"), ("fake:joint-segv", "joint:crash:")):
            with self.subTest(target):
                flags = ("--target", target, "--seed", 7, "--count", 40)
                summary = self.fuzz(*flags, "--store", f"{target}.db", code=1)
                self.assertTrue(summary["findings"])
                for finding in summary["findings"]:
                    self.assertTrue(finding["signature"].startswith(signature), finding)
                    self.assertFalse(finding["reduced"])
                    self.assertIn("8 programs", pathlib.Path(finding["lit"]).read_text())
                again = self.fuzz(*flags, "--store", f"{target}-1.db", "--jobs", 1, code=1)
                self.assertEqual(deterministic(again), deterministic(summary))

    def test_what_fails_alone_is_not_kept_with_others(self):
        summary = self.fuzz("--target", "fake:joint-and-alone-segv", "--seed", 7, "--count", 40, "--no-reduce", code=1)
        self.assertGreater(summary["verdicts"]["crash"], 1)
        self.assertEqual({finding["signature"][:6] for finding in summary["findings"]}, {"crash:"})

    def test_nobody_answers_for_what_another_program_of_the_module_does_alone(self):
        summary = self.fuzz("--target", "fake:joint-blames", "--seed", 7, "--count", 40, "--no-reduce", code=1)
        self.assertEqual([finding["signature"] for finding in summary["findings"]], ["compile-failure:cannot reverse"])
        self.assertGreater(summary["verdicts"]["agree"], 0)
        self.assertEqual(summary["verdicts"]["flaky"], 0)

    def test_a_finding_counts_each_target_by_itself(self):
        targets = ["fake:mismatch", "fake:ok", "fake:mismatch-exp"]
        summary = self.fuzz("--target", ",".join(targets), "--seed", 7, "--count", 100, "--no-reduce", "--store", "a.db", code=1)
        counts = {finding["signature"]: [(one["target"], one["count"]) for one in finding["targets"]]
                  for finding in summary["findings"]}
        plain, with_exp = counts["mismatch:reverse:f32"], counts["mismatch:reverse:f32:after-exp"]
        self.assertEqual([target for target, _ in plain], targets[:1])
        self.assertEqual([target for target, _ in with_exp], [targets[0], targets[2]])
        self.assertEqual(with_exp[0][1], with_exp[1][1])
        self.assertEqual(sum(count for _, count in plain + with_exp), summary["verdicts"]["mismatch"])
        shown = ", ".join(f"{count}x on {target}" for target, count in with_exp)
        self.assertIn(f"({shown})", self.output)
        for target, count in with_exp:
            self.assertIn(f"{count}x on {target}", self.campaign_page("a.db"))

    def test_what_comes_now_and_then_says_how_often(self):
        summary = self.fuzz("--target", "fake:third-segv", "--seed", 7, "--count", 9, "--jobs", 1, "--no-reduce", "--store",
                            "a.db", code=1)
        [finding] = summary["findings"]
        self.assertTrue(finding["signature"].startswith("crash:compile:SIGSEGV"), finding)
        self.assertLess(finding["found"], finding["tries"])
        self.assertEqual(summary["verdicts"]["flaky"], 0)
        self.assertIn(f"in {finding['found']} of {finding['tries']} checks", self.output)
        self.assertIn(f"in {finding['found']} of {finding['tries']} checks",
                      self.campaign_page("a.db"))

    def test_what_comes_now_and_then_can_be_reduced(self):
        [finding] = self.fuzz("--target", "fake:third-segv", "--seed", 7, "--count", 9, "--jobs", 1, code=1)["findings"]
        self.assertTrue(finding["reduced"], finding)

    def test_a_failure_in_other_words_each_time_is_one_finding(self):
        summary = self.fuzz("--target", "fake:babble", "--seed", 7, "--count", 60, code=1)
        self.assertEqual([(finding["signature"], finding["reduced"]) for finding in summary["findings"]],
                         [("compile-failure:compile:cannot reverse *", True)])
        self.assertEqual(summary["verdicts"]["flaky"], 0)
        self.assertEqual(summary["findings"][0]["count"], summary["verdicts"]["compile_failure"])

    def test_a_failure_in_bytes_that_are_no_text_is_one_finding(self):
        [finding] = self.fuzz("--target", "fake:garble", "--seed", 7, "--count", 60, "--no-reduce", code=1)["findings"]
        self.assertEqual(finding["signature"], "compile-failure:compile:unexpected token * behind it")

    def test_not_to_be_deterministic_is_one_finding_for_each_target_and_op(self):
        flags = ("--seed", 7, "--count", 60, "--no-reduce")
        [finding] = self.fuzz("--target", "fake:racing-reverse", *flags, "--store", "a.db", code=1)["findings"]
        self.assertEqual(finding["signature"], "nondeterministic-mismatch:reverse")
        self.assertFalse(finding["deterministic"])
        # Six ops are one of the target.
        both = self.fuzz("--target", "fake:racing-reverse,fake:racing", *flags, "--store", "b.db", code=1)["findings"]
        self.assertEqual([(one["signature"], [target["target"] for target in one["targets"]]) for one in both],
                         [("nondeterministic-mismatch", ["fake:racing"]),
                          ("nondeterministic-mismatch:reverse", ["fake:racing-reverse"])])
        self.assertEqual(both[0]["count"], 60)
        self.assertIn("2 findings", self.output)

    def test_what_is_not_deterministic_can_be_reduced(self):
        [finding] = self.fuzz("--target", "fake:racing-reverse", "--seed", 7, "--count", 60, code=1)["findings"]
        self.assertEqual((finding["signature"], finding["reduced"]), ("nondeterministic-mismatch:reverse", True))

    def test_what_comes_now_and_then_once_it_is_small_is_told_from_what_comes_each_time(self):
        flags = ("--target", "fake:steady-while-large", "--seed", 7, "--jobs", 1)
        [raw] = self.fuzz(*flags, "--count", 1, "--no-reduce", "--store", "raw.db", code=1)["findings"]
        self.assertTrue(raw["deterministic"])
        [finding] = self.fuzz(*flags, "--count", 1, code=1)["findings"]
        self.assertEqual((finding["signature"], finding["reduced"]), ("nondeterministic-mismatch:reverse", True))

    def test_why_a_finding_is_not_reduced_is_told(self):
        flags = ("--target", "fake:at-first", "--seed", 7, "--count", 1, "--jobs", 1, "--store", "a.db")
        [finding] = self.fuzz(*flags, code=1)["findings"]
        self.assertEqual((finding["reduced"], finding["unreduced"]), (False, "did not come again in 1 check"))
        self.assertIn("  [raw, not reduced: did not come again in 1 check]", self.output)
        self.assertIn("as it was found, not reduced: did not come again in 1 check", self.campaign_page("a.db"))
        self.assertIn("not reduced: did not come again in 1 check", (self.folder / "a.html").read_text())
        self.assertIn("[raw, not reduced: did not come again in 1 check]", self.run_assay("merge", "a.db", "-o", "b.db").stdout)

    def test_explain_asks_as_often_as_it_is_told(self):
        [finding] = self.fuzz("--target", "fake:mismatch", "--seed", 7, "--count", 1, code=1)["findings"]
        explain = lambda *flags, code: self.run_assay("explain", finding["lit"], "--target", "fake:later", *flags, code=code)
        self.assertIn("does not fail on fake:later: it agreed in 9 checks; if it fails more rarely, ask more often with --tries 90",
                      explain(code=2).stderr)
        (self.folder / "fake-checks").unlink()
        self.assertIn("mismatch:reverse", explain("--tries", 12, code=0).stdout)
        # What is found out on another target is not that of the case's own.
        files = {file.name for file in pathlib.Path(finding["lit"]).parent.glob("*.cause.json")}
        self.assertEqual(files, {pathlib.Path(finding["lit"]).stem + ".fake-later.cause.json"})

    def test_jobs_change_nothing_in_what_is_found(self):
        targets = "fake:ok,fake:mismatch,fake:segv,fake:reject,fake:garbage,fake:various"
        results = [deterministic(self.fuzz("--target", targets, "--seed", 11, "--count", 30, "--jobs", jobs, "--store",
                                           f"{jobs}.db", code=1)) for jobs in (1, 2, 5)]
        self.assertGreaterEqual(len(results[0]["findings"]), 4)
        self.assertEqual(results[0], results[1])
        self.assertEqual(results[0], results[2])

    def test_a_target_that_draws_is_another_every_few_programs(self):
        flags = ("--target", "fake:ok,fake:drawn,tuned", "--seed", 7)
        whole = self.fuzz(*flags, "--count", 320, "--jobs", 2, "--store", "whole.db", code=1)
        self.assertEqual(whole["checks"], 640)
        # Of each kind of draw what it finds, on the draw that found it.
        self.assertEqual({finding["signature"].split(":")[0] for finding in whole["findings"]}, {"mismatch", "compile-failure"})
        for finding in whole["findings"]:
            target = re.search(r"assay-target: (fake:drawn,tuned=(\d+))", pathlib.Path(finding["lit"]).read_text())
            self.assertEqual(int(target[2]) % 2 == 1, finding["signature"].startswith("mismatch"), finding)
            done = self.run_assay("replay", finding["lit"], code=1)
            self.assertIn(target[1], done.stdout)
        # It goes on where it was, with what that draws, and reduces what another turn left raw.
        self.fuzz(*flags, "--count", 90, "--no-reduce", "--jobs", 1, "--store", "a.db", code=1)
        self.fuzz("--count", 200, "--no-reduce", "--jobs", 1, "--store", "a.db", code=1)
        self.assertEqual(deterministic(self.fuzz("--count", 320, "--store", "a.db", code=1)), deterministic(whole))

    def test_a_reduced_case_says_which_of_the_flags_that_are_drawn_it_needs(self):
        flags = ("--target", "fake:ok,fake:random", "--seed", 7, "--count", 80)
        for jobs in 1, 3:
            summary = self.fuzz(*flags, "--jobs", jobs, "--store", f"{jobs}.db", code=1)
            [finding] = summary["findings"]
            # What it was found on is what was tested.
            self.assertEqual([one["target"] for one in finding["targets"]], ["fake:random"])
            self.assertIn("the case on fake:O2,--wrong)", self.output)
            self.assertIn("// assay-target: fake:O2,--wrong\n", pathlib.Path(finding["lit"]).read_text())
            self.assertIn("mismatch:reverse", self.run_assay("replay", finding["lit"], code=1).stdout)
            # The cause is that of the case on its own target.
            self.assertIsNotNone(finding["cause"])
        self.assertIn("the case on fake:O2,--wrong)", self.run_assay("merge", "1.db", "3.db", "-o", "all.db", code=1).stdout)

    def test_a_flag_that_hides_a_known_bug_is_not_left_out(self):
        [finding] = self.fuzz("--target", "fake:O3,--idle,--listed,--hiding", "--seed", 7, "--count", 40, code=1)["findings"]
        self.assertIn("// assay-target: fake:O2,--listed,--hiding\n", pathlib.Path(finding["lit"]).read_text())

    def test_plain_lines_in_a_pipe(self):
        self.fuzz(*BOTH, "--count", 100, code=1)
        self.assertNotIn("\x1b", self.output)
        self.assertNotIn("\r", self.output)

    def test_json_on_standard_output_is_only_that(self):
        import json
        done = self.run_assay("fuzz", *BOTH, "--count", 20, "--json", "-")
        self.assertEqual(json.loads(done.stdout)["programs"], 20)


class Known(CliTest):
    def test_a_known_bug_is_what_goes_away_with_what_hides_it(self):
        flags = ("--seed", 7, "--count", 200)
        everything = self.fuzz("--target", "fake:mismatch", *flags, "--store", "mismatch.db", "--no-reduce", code=1)
        news = self.fuzz("--target", "fake:mismatch-exp", *flags, "--store", "exp.db", "--no-reduce", code=1)
        summary = self.fuzz("--target", "fake:suspected", *flags, code=1)
        self.assertEqual(summary["verdicts"]["mismatch"], news["verdicts"]["mismatch"])
        self.assertEqual(summary["verdicts"]["known"], everything["verdicts"]["mismatch"] - news["verdicts"]["mismatch"])
        self.assertGreater(summary["verdicts"]["known"], 0)
        # No reduction ends in the known one.
        [finding] = summary["findings"]
        self.assertTrue(finding["reduced"])
        self.assertRegex(pathlib.Path(finding["lit"]).read_text(), r"reverse: x[^\n]*\n[^\n]*exp\(x|exp\(x[^\n]*\n[^\n]*reverse: x")
        # Whoever wants everything gets it.
        loud = self.fuzz("--target", "fake:suspected", *flags, "--store", "loud.db", "--no-known", "--no-reduce", code=1)
        self.assertEqual(loud["verdicts"]["known"], 0)

    def test_what_hides_a_known_bug_may_have_another(self):
        summary = self.fuzz("--target", "fake:suspected-among-others", "--seed", 7, "--count", 200, code=0)
        self.assertGreater(summary["verdicts"]["known"], 0)
        self.assertEqual([bug["bug"] for bug in summary["known"]], ["hidden"])

    def test_where_what_hides_a_known_bug_cannot_take_the_program_the_accused_ops_alone_are_asked(self):
        flags = ("--seed", 7, "--count", 200, "--no-reduce")
        wrong = self.fuzz("--target", "fake:mismatch", *flags, "--store", "mismatch.db", code=1)
        with_exp = self.fuzz("--target", "fake:mismatch-exp", *flags, "--store", "exp.db", code=1)
        summary = self.fuzz("--target", "fake:suspected-in-company", *flags, "--store", "company.db", code=0)
        self.assertEqual(summary["verdicts"]["known"], wrong["verdicts"]["mismatch"])
        self.assertGreater(with_exp["verdicts"]["mismatch"], 0)
        # Alone they are right: it takes more than what is known.
        summary = self.fuzz("--target", "fake:suspected-with-exp", *flags, "--store", "news.db", code=1)
        self.assertEqual(summary["verdicts"]["mismatch"], with_exp["verdicts"]["mismatch"])

    def test_a_campaign_from_before_gates_that_had_a_baseline_is_reported_and_not_gone_on_with(self):
        flags = ("--target", "fake:mismatch", "--seed", 7, "--store", "a.db", "--count")
        self.fuzz(*flags, 20, code=1)
        with sqlite3.connect(self.folder / "a.db") as store:
            store.execute("UPDATE campaigns SET baseline = 'fake'")
        self.assert_sentence(self.run_assay("fuzz", *flags, 60), "holds another campaign", "baseline fake there, none here")
        self.assertIn("held against", self.campaign_page("a.db").lower())


class Deferred(CliTest):
    """One cause with many signatures does not take all the time."""

    def test_after_five_that_share_a_structure_more_are_deferred_and_reduced_last(self):
        flags = ("--target", "fake:various", "--seed", 7, "--count", 150)
        raw = self.fuzz(*flags, "--no-reduce", "--store", "a.db", code=1)
        deferred = [finding for finding in raw["findings"] if finding["moreLike"]]
        self.assertGreater(len(deferred), 5)
        self.assertEqual(len(raw["findings"]) - len(deferred), 5)
        self.assertIn(f"{len(raw['findings'])} findings, of which {len(deferred)} are similar to others and deferred", self.output)
        self.assertIn(f"similar to {deferred[0]['moreLike']}", self.output)
        self.assertIn("similar to", self.campaign_page("a.db"))
        done = self.fuzz(*flags, "--store", "b.db", code=1)
        self.assertEqual([finding["signature"] for finding in done["findings"]], ["mismatch:reverse"])
        lines = [line.split()[0] for line in self.output.splitlines() if line.startswith(("found in", "reduced to"))]
        found, reduced = lines.count("found"), lines.count("reduced")
        self.assertEqual(found, reduced)
        # Five when they are found, the others when all programs are done.
        last = len(lines) - 1 - lines[::-1].index("found")
        self.assertEqual(lines[:last].count("reduced"), 5)

    def test_which_are_deferred_hangs_on_no_worker_and_no_interruption(self):
        flags = ("--target", "fake:ok,fake:various,fake:drawn,tuned", "--seed", 7, "--no-reduce")
        whole = deterministic(self.fuzz(*flags, "--count", 150, "--jobs", 4, "--store", "a.db", code=1))
        for count in (10, 40, 41, 90, 150):
            rest = self.fuzz(*flags, "--count", count, "--jobs", 1, "--store", "b.db", code=1)
        self.assertEqual(deterministic(rest), whole)
        self.assertTrue([finding for finding in rest["findings"] if finding["moreLike"]])

    def test_a_campaign_ends_when_it_has_found_enough(self):
        flags = ("--target", "fake:various", "--seed", 7, "--count", 150, "--no-reduce")
        summary = self.fuzz(*flags, "--max-findings", 3, "--store", "a.db", code=1)
        self.assertEqual((len(summary["findings"]), summary["end"]), (3, "max-findings"))
        self.assertLess(summary["programs"], 150)
        self.assertIn("found 3 of at most 3", self.output)
        self.assertIn("go on:", self.output)
        again = self.fuzz(*flags, "--max-findings", 3, "--store", "a.db", code=1)
        self.assertEqual(deterministic(again), deterministic(summary))
        rest = deterministic(self.fuzz(*flags, "--store", "a.db", code=1))
        self.assertEqual(rest, deterministic(self.fuzz(*flags, "--store", "b.db", "--max-findings", 1000, code=1)))

    def test_what_was_left_raw_is_reduced_though_there_is_enough(self):
        flags = ("--target", "fake:mismatch", "--seed", 7, "--count", 150, "--max-findings", 1, "--store", "a.db")
        for more, reduced in (("--no-reduce",), False), ((), True):
            summary = self.fuzz(*flags, *more, code=1)
            self.assertEqual([finding["reduced"] for finding in summary["findings"]], [reduced])
            self.assertEqual(summary["end"], "max-findings")
            self.assertLess(summary["programs"], 150)


class Limits(CliTest):
    def fuzz_in_time(self, minutes, *flags, **options):
        """A campaign, which may take 15 seconds more."""
        begun = time.monotonic()
        summary = self.fuzz("--minutes", minutes, *flags, **options)
        self.assertLess(time.monotonic() - begun, 60 * minutes + 15)
        self.assertEqual(summary["end"], "minutes")
        self.assertIn(f"the {minutes:g} minutes are over", self.output)
        return summary

    def test_a_compile_that_goes_on_holds_up_no_end(self):
        self.fuzz_in_time(0.05, "--target", "fake:minute", "--seed", 7, "--jobs", 2)

    def test_a_target_that_is_not_ready_holds_up_no_end(self):
        # The second turn draws an odd seed.
        summary = self.fuzz_in_time(0.05, "--target", "fake:late,tuned", "--seed", 5, "--jobs", 2)
        self.assertEqual(summary["programs"], 64)
        self.assertEqual(self.fuzz_in_time(0.1, "--store", "assay-out/seed-5/campaign.db")["programs"], 64)

    def test_a_hundred_findings_hold_up_no_end_and_all_are_listed(self):
        """All programs are checked by then, and what is deferred is being reduced, which takes several times as long."""
        flags = ("--target", "fake:various-slow", "--seed", 7, "--count", 560, "--jobs", 2)
        summary = self.fuzz_in_time(0.4, *flags, code=1)
        self.assertEqual(summary["programs"], 560)
        # Those that were reduced in the meantime are one.
        raw = [finding for finding in summary["findings"] if not finding["reduced"]]
        self.assertEqual(len(summary["findings"]), len(raw) + 1)
        found = self.output.count("\nfound in program ")
        self.assertGreaterEqual(found, 100)
        self.assertEqual(found, len(raw) + self.output.count("\nreduced to "))
        self.assertEqual(self.output.count("[raw, deferred]"), len(raw))

    def test_what_is_not_confirmed_is_listed_and_taken_up(self):
        flags = ("--target", "fake:ok,fake:slow-first", "--seed", 2, "--count", 8, "--no-reduce", "--jobs", 2)
        summary = self.fuzz_in_time(0.05, *flags, "--store", "a.db", code=3)
        self.assertTrue(summary["unconfirmed"])
        self.assertEqual(summary["findings"], [])
        for one in summary["unconfirmed"]:
            self.assertIn(f"  {one['signature']}  (in program {one['program']} on fake:slow-first)", self.output)
            self.assertIn(f"#{one['program']}<", (self.folder / "a.html").read_text().split("Not yet confirmed")[1])
        rest = self.fuzz(*flags, "--store", "a.db", code=1)
        self.assertEqual(rest["unconfirmed"], [])
        straight = self.fuzz(*flags, "--store", "b.db", code=1)
        self.assertEqual(deterministic(rest), deterministic(straight))
        self.assertEqual({one["signature"] for one in summary["unconfirmed"]} - {one["signature"] for one in rest["findings"]}, set())

    def test_of_a_count_and_a_time_what_comes_first_ends_it(self):
        flags = ("--target", "fake:slow", "--no-reduce", "--seed", 3)
        summary = self.fuzz(*flags, "--count", 5, "--minutes", 10)
        self.assertEqual((summary["programs"], summary["end"]), (5, "completed"))
        self.assertIn("all 5 programs", self.output)
        self.fuzz_in_time(0.02, *flags, "--count", 100000)
        self.assertRegex(self.output, r"go on:  .* --count 100000 --minutes 0\.04\n")

    def test_the_time_of_a_campaign_is_kept(self):
        begun = time.monotonic()
        summary = self.fuzz("--target", "fake:slow", "--no-reduce", "--minutes", "0.05", "--seed", 3)
        self.assertLess(time.monotonic() - begun, 25)
        self.assertGreater(summary["programs"], 10)
        self.assertRegex(self.output, r"go on:  .* fuzz --store \S+ --minutes 0\.1\n")

    def test_what_a_worker_prints_takes_no_room_and_no_time(self):
        self.fuzz("--target", "fake:chatty", "--seed", 3, "--count", 100, code=0)


class Stores(CliTest):
    def test_the_same_flags_go_on_and_a_larger_count_goes_further(self):
        whole = deterministic(self.fuzz(*BOTH, "--count", 200, "--store", "whole.db", code=1))
        self.fuzz(*BOTH, "--count", 120, "--store", "a.db", code=1)
        self.assertEqual(deterministic(self.fuzz("--count", 200, "--store", "a.db", code=1)), whole)
        # All is done: nothing changes.
        self.assertEqual(deterministic(self.fuzz("--count", 200, "--store", "a.db", code=1)), whole)

    def test_other_parameters_for_a_store_are_refused(self):
        self.fuzz(*BOTH, "--count", 10, "--store", "a.db")
        for flags in (["--seed", 8], ["--target", "fake:ok"], ["--inject", "none-such-yet"]):
            with self.subTest(flags):
                done = self.run_assay("fuzz", "--store", "a.db", "--count", 10, *flags)
                self.assert_sentence(done, "another campaign", "there")

    def test_a_run_without_a_store_begins_anew_each_time(self):
        for expected in ("seed-7", "seed-7-2", "seed-7-3"):
            self.fuzz(*BOTH, "--count", 5)
            self.assertTrue((self.folder / "assay-out" / expected / "campaign.db").exists())

    def test_what_is_no_store_is_refused_and_not_touched(self):
        self.fuzz(*BOTH, "--count", 400, "--no-reduce", "--store", "a.db")
        whole = (self.folder / "a.db").read_bytes()
        for name, content in (("text.db", b"hello there, this is text" * 99), ("half.db", whole[:len(whole) // 2]),
                              ("tail.db", whole[:100] + bytes(5000) + whole[5100:])):
            with self.subTest(name):
                (self.folder / name).write_bytes(content)
                self.assert_sentence(self.run_assay("fuzz", *BOTH, "--count", 5, "--store", name), name)
                self.assert_sentence(self.run_assay("site", name, "-o", "site"), name)
                self.assertFalse((self.folder / "site").exists())
                self.assertEqual((self.folder / name).read_bytes(), content)

    @unittest.skipIf(os.geteuid() == 0, "root may write everywhere")
    def test_a_folder_without_permission_is_a_sentence(self):
        (self.folder / "closed").mkdir(mode=0o500)
        self.assert_sentence(self.run_assay("fuzz", *BOTH, "--count", 5, "--store", "closed/a.db"), "closed")

    def test_a_store_that_cannot_be_made_is_a_sentence(self):
        (self.folder / "file").write_text("")
        for place in ("file/a.db", "/proc/none/a.db", "."):
            with self.subTest(place):
                self.assert_sentence(self.run_assay("fuzz", *BOTH, "--count", 5, "--store", place))

    def test_a_full_disk_loses_nothing(self):
        """A limit on the size of files stands in for the disk: the same failed writes, without being root."""
        flags = ("fuzz", *BOTH, "--count", 600, "--no-reduce", "--store", "a.db")
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (120_000, 120_000))
        done = self.run_assay(*flags, preexec_fn=limit, restore_signals=False)
        self.assert_sentence(done, "space", "nothing is lost")
        self.campaign_page("a.db")
        rest = self.fuzz(*flags[1:], code=1)
        straight = self.fuzz(*BOTH, "--count", 600, "--no-reduce", "--store", "b.db", code=1)
        self.assertEqual(deterministic(rest), deterministic(straight))


def descendants(pid):
    """The process, its children, theirs, and so on."""
    found = [pid]
    for one in found:
        for children in pathlib.Path(f"/proc/{one}/task").glob("*/children"):
            with contextlib.suppress(OSError):
                found += map(int, children.read_text().split())
    return found


class Interruption(CliTest):
    def start(self, *arguments):
        return subprocess.Popen([ASSAY, "fuzz", *map(str, arguments)], cwd=self.folder, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True)

    def workers(self, supervisor):
        path = f"/proc/{supervisor.pid}/task/{supervisor.pid}/children"
        try:
            return [int(pid) for pid in pathlib.Path(path).read_text().split()]
        except OSError:
            return []

    def wait_for_workers(self, supervisor, count):
        for _ in range(500):
            if len(self.workers(supervisor)) >= count:
                return self.workers(supervisor)
            time.sleep(0.01)
        self.fail("no workers")

    def test_ctrl_c_ends_with_a_summary_and_the_rest_can_follow(self):
        process = self.start("--target", "fake:slow", "--seed", 5, "--count", 300, "--store", "a.db", "--no-reduce")
        self.wait_for_workers(process, 1)
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=30)
        self.assertIn("interrupted", output)
        self.assertIn("go on:", output)
        rest = self.fuzz("--store", "a.db", "--count", 300, "--no-reduce", "--jobs", 8)
        straight = self.fuzz("--target", "fake:slow", "--seed", 5, "--count", 300, "--store", "b.db", "--no-reduce", "--jobs", 8)
        self.assertEqual(deterministic(rest), deterministic(straight))

    def test_workers_do_not_outlive_a_killed_supervisor(self):
        process = self.start("--target", "fake:hang", "--seed", 7, "--count", 300)
        workers = self.wait_for_workers(process, 2)
        time.sleep(0.5)
        process.kill()
        process.wait()
        for _ in range(200):
            if not any(os.path.exists(f"/proc/{pid}") for pid in workers):
                return
            time.sleep(0.02)
        self.fail("workers are left")

    def test_killing_workers_changes_nothing_in_what_is_found(self):
        flags = ("--target", "fake:ok,fake:slow", "--seed", 5, "--count", 60, "--jobs", 2)
        straight = deterministic(self.fuzz(*flags, "--store", "a.db"))
        process = self.start(*flags, "--store", "b.db")
        for _ in range(8):
            time.sleep(0.15)
            for pid in self.workers(process)[:1]:
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
        process.communicate(timeout=120)
        self.assertEqual(deterministic(self.fuzz(*flags, "--store", "b.db")), straight)

    def test_what_asks_all_processes_of_a_job_to_end_is_no_verdict_on_anything(self):
        flags = ("--target", "fake:ok,fake:slow", "--seed", 5, "--count", 60)
        straight = deterministic(self.fuzz(*flags, "--store", "a.db"))
        for delay in (0.3, 0.6, 0.9):
            process = self.start(*flags, "--store", "b.db")
            time.sleep(delay)
            # Workers first, as when a cluster takes its node back.
            for pid in reversed(descendants(process.pid)):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGTERM)
            process.communicate(timeout=60)
        self.assertEqual(deterministic(self.fuzz(*flags, "--store", "b.db")), straight)

    def test_a_killed_supervisor_loses_nothing_and_goes_on(self):
        flags = ("--target", "fake:ok,fake:slow", "--seed", 5, "--count", 60)
        straight = deterministic(self.fuzz(*flags, "--store", "a.db"))
        for delay in (0.05, 0.3, 0.6, 0.9):
            process = self.start(*flags, "--store", "b.db")
            time.sleep(delay)
            process.kill()
            process.communicate(timeout=60)
        self.assertEqual(deterministic(self.fuzz(*flags, "--store", "b.db")), straight)


if __name__ == "__main__":
    main()
