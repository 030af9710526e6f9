"""The report in a real browser: it opens, complains about nothing, and shows the findings; and what else says how a
campaign went: the console and the JSON summary."""
import html
import pathlib
import re
import shutil
import subprocess
import unittest
import urllib.parse

from support import ASSAY, CliTest, main

CHROMIUM = shutil.which("chromium")
# What acts on a terminal: controls but for tabs and line breaks, and C1 controls in UTF-8.
ACTING = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]")


@unittest.skipUnless(CHROMIUM, "chromium is not installed")
class InBrowser(CliTest):
    def browse(self, *flags):
        done = subprocess.run([CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                               f"--user-data-dir={self.folder / 'profile'}", "--enable-logging=stderr", "--v=0",
                               # Nothing is reachable: the page must not want it.
                               "--host-resolver-rules=MAP * ~NOTFOUND", *flags, (self.folder / "a.html").as_uri()],
                              capture_output=True, text=True, timeout=180)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(re.findall(r".*CONSOLE.*", done.stderr), [])
        return done.stdout

    def test_findings_stand_in_the_page_as_text(self):
        self.fuzz("--target", "fake:ok,fake:mismatch,fake:reject", "--seed", 7, "--count", 300, "--store", "a.db", code=1)
        page = self.browse("--dump-dom", "--virtual-time-budget=2000")
        table = re.search(r'<table id="findings">.*?</tbody></table>', page.replace("\n", ""))
        self.assertTrue(table, page[:2000])
        # Both findings shrink to one case, and have lit cases of their own.
        for words in ("// mismatch:reverse// assay-target: fake:mismatch", "// compile-failure:cannot reverse// assay-target: fake:reject",
                      "&lt;script&gt;alert('2')", "assay replay"):
            self.assertIn(words, table.group(0))
        self.assertNotIn("<script", page)

    def test_nothing_that_a_compiler_printed_runs(self):
        self.fuzz("--target", "fake:hostile", "--seed", 7, "--count", 60, "--store", "a.db", code=1)
        page = self.browse("--dump-dom", "--virtual-time-budget=2000")
        for tag in ("script", "img"):
            self.assertNotIn(f"<{tag}", page)
            self.assertIn(f"&lt;{tag}", page)
        self.assertIn("{{replay}}", page)

    def test_an_empty_campaign_has_a_page_too(self):
        self.fuzz("--target", "fake:ok", "--seed", 7, "--count", 3, "--store", "a.db", code=0)
        self.assertIn("No check accused a target", self.browse("--dump-dom", "--virtual-time-budget=2000"))


class Page(CliTest):
    ALL = "fake:reject,fake:run-reject,fake:segv,fake:bounds,fake:mismatch"

    def test_the_worst_comes_first_in_the_page_and_on_the_console(self):
        summary = self.fuzz("--target", self.ALL, "--seed", 7, "--count", 60, "--store", "a.db", code=1)
        page = (self.folder / "a.html").read_text()
        order = ("mismatch:", "sanitizer:", "crash:", "run-failure:", "compile-failure:")
        for text in (page[page.index('id="findings"'):], self.output[self.output.index(" findings\n"):]):
            places = [text.index(kind) for kind in order]
            self.assertEqual(places, sorted(places))
        titles = ("Wrong results", "Out of bounds and races", "Crashes", "Run failures", "Compile failures")
        self.assertEqual(re.findall(r'<th colspan="4">([^<]*?) <span', page), list(titles))
        # A list for programs, which keep the order that they know.
        signatures = [finding["signature"] for finding in summary["findings"]]
        self.assertEqual(signatures, sorted(signatures))

    def test_the_mlir_of_each_finding_stands_there_without_a_click(self):
        summary = self.fuzz("--target", self.ALL, "--seed", 7, "--count", 60, "--store", "a.db", code=1)
        page = html.unescape((self.folder / "a.html").read_text())
        self.assertNotIn("<details", page)
        self.assertEqual(page.count("func.func @main()"), len(summary["findings"]))
        self.assertNotIn("// assay-case", page)

    def test_case_files_are_linked_whatever_the_store_is_called(self):
        summary = self.fuzz("--target", "fake:mismatch,fake:reject", "--seed", 7, "--count", 60, "--store", "it's <a> #1.db", code=1)
        links = re.findall(r'href="(\./[^"]*)"', (self.folder / "it's <a> #1.html").read_text())
        files = {self.folder.joinpath(urllib.parse.unquote(link)).resolve() for link in links}
        self.assertEqual(files, {pathlib.Path(finding[key]).resolve() for finding in summary["findings"] for key in ("case", "lit")})
        self.assertTrue(all(file.exists() for file in files))


class Hostile(CliTest):
    def assert_inert(self, text):
        self.assertEqual(ACTING.findall(text.replace(b"\r\n", b"\n")), [], text[:2000])

    def test_nothing_that_a_compiler_printed_acts_on_a_terminal(self):
        self.fuzz("--target", "fake:hostile", "--seed", 7, "--count", 60, "--store", "a.db", code=1)
        self.assertIn("\\x1b]0;owned\\x07", self.output)
        self.assert_inert(self.output.encode())
        for file in ("a.html", "summary.json"):
            self.assert_inert((self.folder / file).read_bytes())
        [lit] = (self.folder / "a.cases").glob("*.mlir")
        self.assert_inert(lit.read_bytes())
        for arguments in (("replay", lit), ("check", lit, "--target", "fake:hostile"),
                          ("check", lit, "--target", "fake:hostile", "--json"),
                          ("reduce", lit, "--target", "fake:hostile", "-o", "-")):
            done = self.run_assay(*arguments)
            self.assertIn("owned", done.stdout + done.stderr)
            self.assert_inert(done.all.encode())

    def test_nor_is_it_a_command_to_lit(self):
        self.fuzz("--target", "fake:hostile", "--seed", 7, "--count", 60, "--store", "a.db", code=1)
        [lit] = (self.folder / "a.cases").glob("*.mlir")
        self.assertEqual(re.findall(r"RUN:(.*)", lit.read_text()), [" true"])
        self.assertEqual(re.findall(r"(?:CHECK|END)[:.].*owned", lit.read_text()), [])
        self.run_assay("replay", lit, code=1)

    def test_a_terminal_gets_no_more_than_the_status_line_needs(self):
        script = shutil.which("script")
        if not script:
            self.skipTest("there is no script")
        done = subprocess.run([script, "-qec", f"{ASSAY} fuzz --target fake:hostile,fake:slow --seed 7 --count 60", "/dev/null"],
                              cwd=self.folder, capture_output=True, stdin=subprocess.DEVNULL, timeout=120)
        shown = done.stdout.replace(b"\r\x1b[K", b"")
        self.assertIn(b"owned", shown)
        self.assert_inert(shown)


class Known(CliTest):
    """fake:listed cannot reverse, and is wrong where a program begins with neg, which is passed over; both are known."""
    FLAGS = ("--target", "fake:ok,fake:listed", "--seed", 7, "--count", 200)

    def test_what_is_known_is_named_with_how_often(self):
        summary = self.fuzz(*self.FLAGS, "--store", "a.db", code=0)
        tallies = {one["bug"]: one for one in summary["known"]}
        self.assertEqual(set(tallies), {"no-reverse", "wrong-neg"})
        self.assertEqual(sum(one["failures"] + one["passedOver"] for one in summary["known"]), summary["verdicts"]["known"])
        self.assertGreater(tallies["no-reverse"]["failures"], 20)
        self.assertEqual(tallies["no-reverse"]["passedOver"], 0)
        # One in eight is looked at all the same.
        self.assertGreater(tallies["wrong-neg"]["passedOver"], 4 * tallies["wrong-neg"]["failures"])
        for one in tallies.values():
            self.assertEqual(one["targets"], {"fake:listed": one["failures"] + one["passedOver"]})
            self.assertRegex(self.output, rf"  {one['bug']} +{one['failures']}x{', and ' + str(one['passedOver']) if one['passedOver'] else ''}")
        page = (self.folder / "a.html").read_text()
        self.assertIn("Known bugs that were met", page)
        self.assertIn("no-reverse", page)

    def test_what_else_is_in_a_program_that_shows_a_known_bug_is_checked(self):
        summary = self.fuzz(*self.FLAGS, "--store", "a.db", code=0)
        for one in summary["known"]:
            # Some programs are nothing but a reverse, or a neg.
            self.assertGreater(one["restRight"], 0.7 * (one["failures"] + one["passedOver"]))
            self.assertLess(one["restRight"], one["failures"] + one["passedOver"])
            self.assertIn(f"; in {one['restRight']} the rest of the program is right", self.output)

    def test_known_bugs_behind_others_are_counted(self):
        summary = self.fuzz(*self.FLAGS, "--store", "a.db", code=0)
        both = {one["bug"]: one["besideOthers"] for one in summary["known"]}
        # Most programs that begin with a neg are passed over: the reverse in them shows once that is cut out.
        self.assertGreater(both["no-reverse"], 5)
        self.assertIn(f"; {both['no-reverse']}x beside others", self.output)

    def test_what_is_wrong_behind_a_known_bug_is_found(self):
        """Programs with a reverse do not compile, which is known; what has an exp and none is wrong."""
        flags = ("--target", "fake:behind-listed", "--seed", 7, "--count", 200)
        summary = self.fuzz(*flags, "--store", "a.db", code=1)
        loud = self.fuzz(*flags, "--store", "b.db", "--no-known", "--no-reduce", code=1)
        self.assertGreater(summary["verdicts"]["mismatch"], loud["verdicts"]["mismatch"])
        self.assertLess(summary["verdicts"]["known"], loud["verdicts"]["compile_failure"])
        # Where something is found in the rest, the bug in front of it was met all the same.
        [known] = summary["known"]
        self.assertGreater(known["besideOthers"], 0)
        self.assertEqual(known["failures"] + known["besideOthers"], loud["verdicts"]["compile_failure"])
        # Of the others nothing is left: they are a reverse alone.
        self.assertGreater(summary["known"][0]["restRight"], 0.7 * summary["verdicts"]["known"])
        [finding] = summary["findings"]
        self.assertTrue(finding["reduced"])
        self.assertNotIn("reverse", pathlib.Path(finding["lit"]).read_text())

    def test_a_failure_for_which_a_known_bug_is_not_enough_is_news(self):
        summary = self.fuzz("--target", "fake:only-together", "--seed", 7, "--count", 200, code=1)
        self.assertGreater(summary["verdicts"]["mismatch"], 0)
        # Though all that is smaller is known here.
        [finding] = summary["findings"]
        self.assertTrue(finding["reduced"])
        self.assertGreater(summary["verdicts"]["known"], 0)  # where an exp stands beside the reverse

    def test_a_failure_for_which_one_known_bug_is_not_enough_may_be_another(self):
        """What begins with a neg may be either of two bugs, and is not the first."""
        summary = self.fuzz("--target", "fake:listed-twice", "--seed", 7, "--count", 200, code=0)
        self.assertEqual(summary["verdicts"]["mismatch"], 0)
        self.assertEqual(summary["findings"], [])
        self.assertIn("wrong-reverse", [one["bug"] for one in summary["known"]])

    def test_what_fails_without_what_is_known_to_make_it_fail_is_news(self):
        """A reverse is wrong, which is known of programs with an exp; but it is by itself as well."""
        summary = self.fuzz("--target", "fake:known-with-exp", "--seed", 7, "--count", 200, "--no-reduce", code=1)
        self.assertGreater(summary["verdicts"]["mismatch"], 20)
        self.assertEqual(summary["verdicts"]["known"], 0)

    def test_what_shows_in_place_of_an_expected_bug_is_found(self):
        """Programs that begin with a neg are passed over, but for that node alone, which is wrong in another way."""
        flags = ("--target", "fake:unexpected", "--seed", 7, "--count", 200, "--no-reduce")
        summary = self.fuzz(*flags, "--store", "a.db", code=1)
        loud = self.fuzz(*flags, "--store", "b.db", "--no-known", code=1)
        self.assertEqual(summary["verdicts"]["known"], 0)
        self.assertEqual(summary["verdicts"]["mismatch"], loud["verdicts"]["mismatch"])

    def test_known_compile_failures_are_not_accepted(self):
        known = self.fuzz(*self.FLAGS, "--store", "a.db", code=0)["opAcceptance"]
        loud = self.fuzz(*self.FLAGS, "--store", "b.db", "--no-known", "--no-reduce", code=1)["opAcceptance"]
        # Each check on fake:ok is accepted, none on the other.
        self.assertEqual(loud["reverse"]["accepted"], loud["reverse"]["checks"] // 2)
        self.assertLess(known["reverse"]["accepted"], known["reverse"]["checks"])
        self.assertEqual(known["reverse"]["accepted"], loud["reverse"]["accepted"])
        # What was passed over is no check of the op.
        self.assertLess(known["unary"]["checks"], loud["unary"]["checks"])

    def test_whoever_wants_everything_is_told_what_of_it_is_known(self):
        summary = self.fuzz(*self.FLAGS, "--store", "a.db", "--no-known", code=1)
        self.assertEqual(summary["verdicts"]["known"], 0)
        for finding in summary["findings"]:
            bug = "wrong-neg" if finding["verdict"] == "mismatch" else "no-reverse"
            self.assertEqual(finding["known"], {bug: finding["count"]})
            self.assertIn(f"    known: {bug}\n", self.output)
        self.assertEqual({one["bug"]: one["failures"] for one in summary["known"]},
                         {bug: sum(finding["known"].get(bug, 0) for finding in summary["findings"]) for bug in ("wrong-neg", "no-reverse")})
        self.assertIn("Known: <span", (self.folder / "a.html").read_text())

    def test_what_another_target_hides_is_named_as_well(self):
        flags = ("--target", "fake:suspected", "--seed", 7, "--count", 200, "--no-reduce")
        quiet = self.fuzz(*flags, "--store", "a.db", code=1)
        loud = self.fuzz(*flags, "--store", "b.db", "--no-known", code=1)
        self.assertEqual([one["bug"] for one in loud["known"]], ["hidden"])
        # Of what is reported as a whole the rest is not looked at.
        self.assertGreater(quiet["known"][0].pop("restRight"), 10)
        self.assertEqual(loud["known"][0].pop("restRight"), 0)
        self.assertEqual(loud["known"], quiet["known"])
        self.assertEqual(sum(finding["known"].get("hidden", 0) for finding in loud["findings"]), quiet["verdicts"]["known"])

    def test_news_has_nothing_of_it(self):
        summary = self.fuzz("--target", "fake:mismatch", "--seed", 7, "--count", 60, code=1)
        self.assertEqual(summary["known"], [])
        self.assertEqual(summary["findings"][0]["known"], {})
        self.assertNotIn("known bug", self.output)


if __name__ == "__main__":
    main()
