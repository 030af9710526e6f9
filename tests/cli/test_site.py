"""The site that `assay site` writes: its pages in a real browser, and that nothing in them acts."""
import contextlib
import fcntl
import html
import itertools
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import time
import unittest
import urllib.parse

from support import ASSAY, CliTest, main

CHROMIUM = shutil.which("chromium")
HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>"
# What acts on a terminal or turns the direction of writing.
ACTING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]")


@contextlib.contextmanager
def open_folder(path):
    folder = os.open(path, os.O_RDONLY)
    try:
        yield folder
    finally:
        os.close(folder)


class Site(CliTest):
    def setUp(self):
        super().setUp()
        self.environment = {**os.environ, "ASSAY_DATA": str(self.folder / "data"), "ASSAY_WHO": "ann"}
        self.no_bugs = self.folder / "no-bugs"  # beside those that come along
        self.no_bugs.mkdir()

    def site(self, *arguments, code=0, **options):
        return self.run_assay("site", *arguments, "-o", "site", env=self.environment, code=code, **options)

    def page(self, name):
        return (self.folder / "site" / name).read_text()

    def pages(self):
        return sorted((self.folder / "site").rglob("*.html"))


class Pages(Site):
    def test_every_finding_and_every_bug_has_a_row_and_a_page(self):
        summary = self.fuzz("--target", "fake:ok,fake:mismatch,fake:reject", "--seed", 7, "--count", 100, "--store", "a.db", code=1)
        self.site("a.db")
        index = self.page("index.html")
        rows = re.findall(r'<th role="rowheader" scope="row"><a href="([^"]*)">([^<]*)</a>', index)
        bugs = json.loads(self.run_assay("bug", "list", "--json", env=self.environment).stdout)
        self.assertEqual({html.unescape(name) for _, name in rows},
                         {finding["signature"] for finding in summary["findings"]} | {bug["id"] for bug in bugs})
        for page in self.pages():
            for link in re.findall(r'(?:href|src)="([^"#]*)"', page.read_text()):
                if "://" not in link and link != "data:,":
                    self.assertTrue(page.parent.joinpath(urllib.parse.unquote(link)).exists(), (page, link))
        [finding] = [page for page in self.pages() if page.parent.name == "findings" and "mismatch:reverse" in page.read_text()]
        for words in ("reverse(%", "func.func @main()", "assay replay site.cases/", "for the folder of this site, that of index.html", "of seed 7, default", "assay gen --seed 7 --index ", "✗ ", "– not seen",
                      "wrong result on fake:mismatch<", f"assay bug add {self.folder / 'a.db'} "):
            self.assertIn(words, html.unescape(finding.read_text()))

    def test_the_cases_of_findings_are_in_the_site(self):
        summary = self.fuzz("--target", "fake:mismatch", "--seed", 7, "--count", 100, "--store", "a.db", code=1)
        self.site("a.db")
        shutil.move(self.folder / "site", self.folder / "elsewhere")
        [command] = re.findall(r"assay replay [^<]*mlir", "".join(page.read_text() for page in (self.folder / "elsewhere/findings").iterdir()))
        done = subprocess.run([ASSAY, *command.split()[1:]], cwd=self.folder / "elsewhere", capture_output=True, text=True)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn(summary["findings"][0]["signature"], done.stdout)

    def test_what_a_pass_changes_is_a_comparison(self):
        [finding] = self.fuzz("--target", "fake:mismatch", "--seed", 7, "--count", 100, "--store", "a.db", code=1)["findings"]
        # What a compiler wrote, in place of an explanation of one.
        case = pathlib.Path(finding["case"])
        same = "".join(f"same {i}\n" for i in range(20))
        case.with_suffix(".pass.mlir").write_text(f"{same}  old <b>\n{same}")
        case.with_suffix(".after.mlir").write_text(f"{same}  new <i>\n{same}")
        with sqlite3.connect(self.folder / "a.db") as store:
            [[cause]] = store.execute("SELECT cause FROM causes")
            cause = {**json.loads(cause), "passes": [{"name": "cse", "evidence": "cut"}],
                     "beforePass": {"command": "opt FILE --cse", "shows": True, "says": "", "made": ""}}
            store.execute("UPDATE causes SET cause = ?", [json.dumps(cause)])
        self.site("a.db")
        [page] = (self.folder / "site/findings").iterdir()
        text = page.read_text()
        for words in ("<del>-   old &lt;b&gt;</del>\n<ins>+   new &lt;i&gt;</ins>", "@ 17 equal lines", "  same 19\n<del>", "pass cse (cut)"):
            self.assertIn(words, text)
        self.assertEqual({file.suffixes[0] for file in (self.folder / "site/site.cases").glob(f"{case.stem}.*")},
                         {".json", ".mlir", ".pass", ".after"})
        self.assertIn("<td role=\"cell\" data-label=\"Phase or pass\" class=\"mono\">cse</td>", self.page("index.html"))
        # The campaign's own report is made of the same parts.
        self.fuzz("--target", "fake:mismatch", "--seed", 7, "--count", 100, "--store", "a.db", code=1)
        self.assertIn("<del>-   old &lt;b&gt;</del>", (self.folder / "a.html").read_text())

    def test_a_bug_page_has_its_cause_releases_commands_and_history(self):
        self.run_assay("bug", "link", "iree-erf-f64", "https://github.com/iree-org/iree/issues/1", env=self.environment, code=0)
        self.site("--bugs", self.no_bugs)
        page = html.unescape(self.page("bugs/iree-erf-f64.html"))
        for words in ("reported: https://github.com/iree-org/iree/issues/1", "<strong>Cause</strong>", "iree@3.3.0:llvm-cpu:O2",
                      "✗ does not compile", "✓ right", "iree-base-compiler==$version", "<time>", "ann", "math.erf %in"):
            self.assertIn(words, page)
        self.assertRegex(self.page("matrix.html"), r'iree-erf-f64</a></th>(<td class="quiet">[^<]*</td>)*<td class="bad">✗ does not compile</td>')

    def test_a_finding_of_several_stores_says_which_program_and_which_cause_it_shows(self):
        """The smallest case is of one store, the cause of another."""
        for seed in (1, 2):
            self.fuzz("--target", "fake:mismatch", "--seed", seed, "--count", 60, "--store", f"{seed}.db", code=1)
        with sqlite3.connect(self.folder / "1.db") as store:
            [[explained]] = store.execute("SELECT casename FROM causes")
        with sqlite3.connect(self.folder / "2.db") as store:
            [[name, index]] = store.execute("SELECT casename, idx FROM findings WHERE reduced ORDER BY size, idx LIMIT 1")
            store.execute("UPDATE findings SET size = 1, casename = 'smaller' WHERE idx = ?", [index])
            store.execute("DELETE FROM causes")
        for ending in ("json", "mlir"):
            shutil.copy(self.folder / f"2.cases/{name}.{ending}", self.folder / f"2.cases/smaller.{ending}")
        self.site("1.db", "2.db")
        [page] = (self.folder / "site/findings").iterdir()
        text = html.unescape(page.read_text())
        self.assertIn(f"#{index} of seed 2, default", text)
        self.assertIn(f'Looked for with another case that shows the same: <a class="mono" href="./../site.cases/{explained}.json">', text)
        self.assertTrue((self.folder / f"site/site.cases/{explained}.json").exists())
        self.assertIn(f"assay bug add {self.folder / '2.db'} smaller", text)
        # Alone, each has the case that its cause was looked for with, or says which.
        self.site("1.db")
        [page] = (self.folder / "site/findings").iterdir()
        self.assertIn("of seed 1, default", page.read_text())

    def test_a_finding_says_which_bug_it_is_by_now_or_whose_cause_it_has_and_news_come_first(self):
        """By the list of today, which its campaign did not have."""
        for seed, targets in ((7, "fake:mismatch"), (8, "fake:mismatch,fake:reject")):
            self.fuzz("--target", targets, "--seed", seed, "--count", 60, "--store", f"{seed}.db", code=1)
        with sqlite3.connect(self.folder / "7.db") as store:
            [[name]] = store.execute("SELECT casename FROM causes")
        (self.folder / "bugs").mkdir()
        self.run_assay("bug", "add", "7.db", name, "--id", "mine", "--bugs", "bugs", env=self.environment)
        bug, cause, case = (self.folder / "bugs/mine" / file for file in ("bug.json", "case.cause.json", "case.mlir"))
        case.write_text(case.read_text() + "\n")  # not byte for byte what both campaigns come to

        def site_says(form, hidden_by, state, label):
            bug.write_text(json.dumps({"compiler": "fake", "verdict": "mismatch", "forms": [{**form, "case": "case.mlir"}]}))
            said = json.loads(cause.read_text())
            said["cause"]["hiddenBy"] = hidden_by
            cause.write_text(json.dumps(said))
            self.site("8.db", "--bugs", "bugs")
            index = self.page("index.html")
            self.assertEqual(re.findall(r'<span class="badge \w+">([^<]*)</span>', index)[:2], ["new", state])
            [page] = [page.read_text() for page in (self.folder / "site/findings").iterdir() if "mismatch:" in page.read_text()]
            self.assertIn(f'">{state}</span>', page)
            self.assertIn(f'<dt>{label}</dt><dd><a href="../bugs/mine.html">mine</a>', page)
            self.assertIn(f'{label} <a href="bugs/mine.html">mine</a>', index)

        ok = [{"kind": "backend", "what": "ok"}]
        site_says({"structure": {"op": "reverse"}}, [], "known", "Known as")
        site_says({"structure": {"op": "reverse"}, "hidden_by": ["ok"]}, [], "known", "Known as")
        site_says({"structure": {"op": "sort"}}, ok, "known cause", "Has the cause of")
        site_says({"structure": {"op": "sort"}}, [], "perhaps known", "Perhaps has the cause of")

    def test_bugs_that_were_met_come_first_and_those_of_other_targets_last(self):
        for name, said in (("no-reverse", {"compiler": "fake", "forms": [{}]}), ("an-old-one", {"compiler": "fake", "forms": [{}]}),
                           ("another", {"compiler": "fake", "backend": "other", "forms": [{}]})):
            folder = self.folder / "data/bugs" / name
            folder.mkdir(parents=True)
            (folder / "bug.json").write_text(json.dumps({"verdict": "compile_failure"} | said))
        self.fuzz("--target", "fake:listed", "--seed", 7, "--count", 100, "--store", "a.db", code=0)
        self.site("a.db")
        rows = re.findall(r'<tr role="row"( class="other")?><th role="rowheader" scope="row"><a href="bugs/([^"]*).html">', self.page("index.html"))
        self.assertEqual(rows[:2], [("", "no-reverse"), ("", "an-old-one")])
        self.assertEqual({other for other, name in rows[2:]}, {' class="other"'})
        self.assertIn("another", [name for _, name in rows])
        self.assertIn(f"Other targets' bugs as well ({len(rows) - 2})", html.unescape(self.page("index.html")))
        # Of bugs alone there are no others.
        self.site("--bugs", self.no_bugs)
        self.assertNotIn('class="other"', self.page("index.html"))

    def test_what_was_not_tested_is_told(self):
        self.fuzz("--target", "fake:ok,fake:reject", "--seed", 7, "--count", 60, "--store", "a.db", code=1)
        self.site("a.db")
        page = self.page("untested.html")
        self.assertIn("Ops that were never accepted", page)
        self.assertIn("never drawn", page)
        self.assertRegex(self.page("curves.html"), r"<h2>fake:reject</h2>(.|\n)*<td class=\"n\">1</td>")

    def test_known_bugs_that_were_met_lead_to_their_pages_and_stand_with_what_is_not_tested(self):
        self.fuzz("--target", "fake:listed", "--seed", 7, "--count", 100, "--store", "a.db", code=0)
        folder = self.folder / "data/bugs/no-reverse"
        folder.mkdir(parents=True)
        (folder / "bug.json").write_text(json.dumps({"compiler": "fake", "verdict": "compile_failure", "forms": [{}]}))
        self.site("a.db")
        row = re.search(r'<th scope="row"><a href="bugs/no-reverse.html">no-reverse</a></th><td class="n">(\d+)</td><td class="n">0</td>'
                        r'<td class="n">\d+</td><td class="n">(\d+)</td>',
                        self.page("untested.html"))
        self.assertGreater(int(row[1]), 10)
        self.assertGreater(int(row[2]), 0)  # behind a neg that is passed over
        self.assertIn(f"{int(row[1]) + int(row[2])} times in these campaigns", self.page("bugs/no-reverse.html"))
        self.assertRegex(self.page("untested.html"), r'<th scope="row">wrong-neg</th><td class="n">\d+</td><td class="n">[1-9]')

    def test_a_later_night_counts_what_no_earlier_one_had(self):
        for day, seed in ((1, 1), (2, 2)):
            self.fuzz("--target", "fake:mismatch", "--seed", seed, "--count", 60, "--store", f"{seed}.db", code=1)
            for file in (self.folder / f"{seed}.cases").iterdir():
                os.utime(file, (86400 * day, 86400 * day))
        self.site("2.db", "1.db")
        rows = re.findall(r'<tr><th scope="row">seed (\d), default</th><td class="date">([^<]*)</td><td class="n">60</td><td class="n">(\d)</td>',
                          self.page("curves.html"))
        self.assertEqual(rows, [("1", "1970-01-02", "1"), ("2", "1970-01-03", "0")])

    def test_several_stores_are_one_site(self):
        self.fuzz("--target", "fake:mismatch", "--seed", 1, "--count", 60, "--store", "a.db", code=1)
        self.fuzz("--target", "fake:reject", "--seed", 2, "--count", 60, "--store", "b.db", code=1)
        for _ in range(2):  # an earlier site goes
            self.site("a.db", "b.db")
            index = self.page("index.html")
            self.assertIn("mismatch:reverse", index)
            self.assertIn("compile-failure:cannot reverse", index)
            self.assertEqual(len(list((self.folder / "site/findings").iterdir())), 2)
            self.assertIn("<b>120</b><span>programs", self.page("campaign.html"))
            self.assertIn("store <span class=\"mono\">a.db, b.db</span>", self.page("campaign.html"))
        self.assertEqual({file.name for file in self.folder.iterdir() if file.suffix in (".db", ".cases")},
                         {"a.db", "a.cases", "b.db", "b.cases"})
        # What is gone from the stores goes from the site, and nothing else.
        (self.folder / "site/README").write_text("mine")
        self.site("a.db")
        self.assertEqual(len(list((self.folder / "site/findings").iterdir())), 1)
        self.assertEqual((self.folder / "site/README").read_text(), "mine")

    def test_stores_in_use_are_read_and_stay_as_they_are(self):
        self.fuzz("--target", "fake:mismatch", "--seed", 1, "--count", 60, "--store", "a.db", code=1)
        self.fuzz("--target", "fake:reject", "--seed", 2, "--count", 60, "--store", "b.db", code=1)
        before = {name: (self.folder / name).read_bytes() for name in ("a.db", "b.db")}
        # As whoever runs a campaign holds it.
        with open_folder(self.folder / "b.cases") as folder:
            fcntl.flock(folder, fcntl.LOCK_EX)
            self.site("a.db", "b.db")
        self.assertEqual(before, {name: (self.folder / name).read_bytes() for name in before})

    def test_nothing_that_was_written_is_markup(self):
        self.fuzz("--target", "fake:hostile", "--seed", 7, "--count", 60, "--store", "a.db", code=1)
        folder = self.folder / "data/bugs/ours"
        folder.mkdir(parents=True)
        (folder / "bug.json").write_text(json.dumps({"compiler": HOSTILE, "verdict": "crash", "no_case": HOSTILE, "link": "javascript:alert(3)",
                                                     "forms": [{"says": HOSTILE, "structure": {"op": HOSTILE}}]}))
        (folder / "report.md").write_text(f"# {HOSTILE}\n\n**Cause**: {HOSTILE} [x](javascript:alert(4))\n\n{HOSTILE}\n\n**What else**:\n\n"
                                          "![y](https://example.org/y.png) [z](/etc/passwd) \x1b]0;owned\x07 \u202e\n\n"
                                          f"# {HOSTILE}\n\n| a |\n| --- |\n| {HOSTILE} |\n")
        (folder / "case.mlir").write_text(f"// {HOSTILE} \x1b[2J\n")
        (folder / "pass.mlir").write_text(f"// {HOSTILE} \x1b[2J\n")
        (folder / "after.mlir").write_text(f"{HOSTILE} {{{{{{bug}}}}}} \u202e\n")
        self.run_assay("bug", "note", "ours", HOSTILE, env=self.environment, code=0)
        self.site("a.db")
        page = self.page("bugs/ours.html")
        self.assertEqual(re.findall(r'href="(?!\.\./|#|data:,)[^"]*|src="[^"]*', page), [])
        self.assertIn("<td>&lt;script&gt;", page)
        self.assertEqual(re.findall("<h1[^>]*>", page), ["<h1>"])
        for page in self.pages():
            text = page.read_text()
            with self.subTest(page.name):
                self.assertIn("Content-Security-Policy", text)
                self.assertEqual(ACTING.findall(text), [])
                self.assertEqual(re.findall(r"<script(?! src=\"site\.js\" defer></script>)", text), [])
                self.assertEqual(re.findall(r"<img|href=\"javascript|<[^>]* on[a-z]+=", text), [])
        self.assertIn("&lt;script&gt;", self.page("bugs/ours.html"))
        self.assertIn("<ins>+ &lt;script&gt;", self.page("bugs/ours.html"))

    def test_a_bug_has_its_pass_and_what_that_changes(self):
        folder = self.folder / "data/bugs/ours"
        folder.mkdir(parents=True)
        (folder / "bug.json").write_text(json.dumps({"compiler": "ours", "verdict": "mismatch", "forms": [{}]}))
        for files, diff in (({"pass.mlir": "%a = one\n"}, None),
                            ({"after.mlir": "%0 = two\n"}, "<del>- %a = one</del>\n<ins>+ %0 = two</ins>\n"),
                            # As the compiler prints it.
                            ({"before.mlir": "%0 = one\n"}, "<del>- %0 = one</del>\n<ins>+ %0 = two</ins>\n")):
            for name, text in files.items():
                (folder / name).write_text(text)
            self.site("--bugs", self.no_bugs)
            page = self.page("bugs/ours.html")
            self.assertIn("%a = one\n</pre>", page)
            shown = re.search(r'<pre class="diff" tabindex="0">(.*?)</pre>', page, re.DOTALL)
            self.assertEqual(shown and shown[1], diff)

    def test_wrong_use_is_a_sentence_and_leaves_things_as_they_are(self):
        (self.folder / "full").mkdir()
        (self.folder / "full/mine.txt").write_text("mine")
        self.fuzz("--target", "fake:ok", "--seed", 7, "--count", 5, "--store", "a.db", code=0)
        for arguments, words in ((("a.db", "-o", "full"), "is not empty, and no site"), (("none.db", "-o", "site"), "there is no store none.db"),
                                 (("a.db", "none.db", "-o", "site"), "there is no store none.db"), (("-o", "site"), "name a store"), (("a.db",), "--output")):
            self.assert_sentence(self.run_assay("site", *arguments, env=self.environment), words)
        self.assertFalse((self.folder / "site").exists())
        self.assertEqual([file.name for file in (self.folder / "full").iterdir()], ["mine.txt"])

    def test_what_cannot_be_read_or_written_is_a_sentence_and_leaves_an_earlier_site(self):
        self.fuzz("--target", "fake:mismatch", "--seed", 7, "--count", 60, "--store", "a.db", code=1)
        self.site("a.db")
        (self.folder / "site/index.html").write_text("of an earlier one")
        before = self.contents()
        store = (self.folder / "a.db").read_bytes()
        (self.folder / "torn.db").write_bytes(store[:len(store) // 2])
        (self.folder / "foreign.db").write_text("a letter")
        (self.folder / "file").write_text("")
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
        for arguments, words, options in (
                (("torn.db", "-o", "site"), "torn.db", {}), (("a.db", "torn.db", "-o", "site"), "torn.db", {}),
                (("foreign.db", "-o", "site"), "is no store of assay", {}), (("a.db", "-o", "file"), "file is no folder", {}),
                (("a.db", "-o", "/proc/none/site"), "/proc/none/site", {}), (("a.db", "-o", "file/site"), "file/site", {}),
                # In place of a full disk.
                (("a.db", "-o", "site"), "free some space", {"preexec_fn": limit, "restore_signals": False}),
                (("a.db", "-o", "new/site"), "free some space", {"preexec_fn": limit, "restore_signals": False})):
            with self.subTest(arguments):
                self.assert_sentence(self.run_assay("site", *arguments, env=self.environment, **options), words)
                self.assertEqual(self.contents(), before)
        self.assertFalse((self.folder / "new").exists())

    def contents(self):
        return {file: file.read_bytes() for file in sorted((self.folder / "site").rglob("*")) if file.is_file()}

    def test_a_kill_leaves_whole_pages_alone_and_the_next_time_mends_all(self):
        whole = {}
        for store, seed in (("a.db", 7), ("b.db", 8)):
            self.fuzz("--target", "fake:mismatch", "--seed", seed, "--count", 60, "--store", store, code=1)
            self.site(store)
            whole[store] = self.contents()
        for old, milliseconds in itertools.product((None, "a.db"), range(0, 300, 60)):
            with self.subTest(old=old, milliseconds=milliseconds):
                if old:
                    self.site(old)
                else:
                    shutil.rmtree(self.folder / "site")
                process = subprocess.Popen([ASSAY, "site", "b.db", "-o", "site"], cwd=self.folder, env=self.environment,
                                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                time.sleep(milliseconds / 1000)
                process.kill()
                process.wait()
                # What anybody looks at is whole, of one store or the other, and where there is a list there is all that it leads to.
                shown = {file: text for file, text in self.contents().items() if ".assay-site" not in file.parts}
                for file, text in shown.items():
                    self.assertIn(text, [whole["b.db"].get(file), whole.get(old, {}).get(file)])
                index = shown.get(self.folder / "site/index.html", b"").decode()
                for page in re.findall(r'href="([^"#:]*)"', index):
                    self.assertIn(self.folder / "site" / page, shown)
                self.site("b.db")
                self.assertEqual(self.contents(), whole["b.db"])

    def test_what_has_not_changed_is_not_written_again(self):
        self.fuzz("--target", "fake:mismatch", "--seed", 7, "--count", 60, "--store", "a.db", code=1)
        self.site("a.db")
        before = self.contents()
        written = {page: page.stat().st_ino for page in self.pages()}
        spoilt, gone = self.folder / "site/matrix.html", self.folder / "site/untested.html"
        spoilt.write_text("spoilt")
        gone.unlink()
        self.site("a.db")
        self.assertEqual(self.contents(), before)
        self.assertEqual({page for page, number in written.items() if page.stat().st_ino != number} | {gone}, {spoilt, gone})

    def test_a_folder_that_another_process_writes_is_left_to_it(self):
        self.site("--bugs", self.no_bugs)
        before = self.contents()
        with open_folder(self.folder / "site/.assay-site") as folder:
            fcntl.flock(folder, fcntl.LOCK_EX)
            self.assert_sentence(self.site("--bugs", self.no_bugs, code=2), "is being written")
        self.assertEqual(self.contents(), before)

    def test_a_store_gives_away_only_its_own_files(self):
        [finding] = self.fuzz("--target", "fake:mismatch", "--seed", 7, "--count", 60, "--store", "a.db", code=1)["findings"]
        (self.folder / "secret").write_text("a secret")
        lit = pathlib.Path(finding["lit"])
        (self.folder / lit).unlink()
        (self.folder / lit).symlink_to(self.folder / "secret")
        self.site("a.db")
        for file in (self.folder / "site").rglob("*"):
            self.assertFalse(file.is_file() and "a secret" in file.read_text(), file)


@unittest.skipUnless(CHROMIUM, "chromium is not installed")
class InBrowser(Site):
    def browse(self, page, *flags):
        address = page if page.startswith("file:") else (self.folder / "site" / page).as_uri()
        done = subprocess.run([CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                               f"--user-data-dir={self.folder / 'profile'}", "--enable-logging=stderr", "--v=0",
                               "--host-resolver-rules=MAP * ~NOTFOUND", "--dump-dom", "--virtual-time-budget=4000", *flags, address],
                              capture_output=True, text=True, timeout=180)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(re.findall(r".*CONSOLE.*", done.stderr), [])
        return done.stdout

    def shown(self, dom):
        return re.search(r'<p id="shown"[^>]*>([^<]*)</p>', dom)[1]

    def test_the_list_filters_and_has_its_headings_as_buttons(self):
        self.fuzz("--target", "fake:mismatch,fake:reject", "--seed", 7, "--count", 100, "--store", "a.db", code=1)
        self.site("a.db")
        dom = self.browse("index.html")
        self.assertEqual(len(re.findall(r"<th[^>]*><button type=\"button\">", dom)), 8)
        address = (self.folder / "site/index.html").as_uri()
        dom = self.browse(address + "#State=new&Kind=wrong+result")
        self.assertRegex(self.shown(dom), r"^1 of \d+ rows$")
        self.assertEqual(len(re.findall(r'<tr role="row">', dom)), 2)  # with that of the headings
        # Bugs of other targets are there for who asks for them, by a box or by words.
        self.assertRegex(self.shown(self.browse("index.html")), r"^2 of \d+ rows$")
        self.assertRegex(self.shown(self.browse(address + "#others=all")), r"^(\d+) of \1 rows$")
        self.assertRegex(self.shown(self.browse(address + "#words=erf-f64")), r"^1 of \d+ rows$")
        for least, rows in ((1, 2), (10 ** 6, 0)):
            self.assertRegex(self.shown(self.browse(f"{address}#Seen={least}")), rf"^{rows} of \d+ rows$")
        self.assertRegex(self.shown(self.browse(address + "#Since=2020-01-01")), r"^2 of \d+ rows$")
        self.assertRegex(self.shown(self.browse(address + "#Since=2999-01-01")), r"^0 of \d+ rows$")

    def test_all_pages_open_without_a_complaint(self):
        self.fuzz("--target", "fake:hostile", "--seed", 7, "--count", 60, "--store", "a.db", code=1)
        self.site("a.db")
        finding = next(page for page in self.pages() if page.parent.name == "findings")
        for page in ("matrix.html", "curves.html", "untested.html", "campaign.html", "bugs/iree-erf-f64.html",
                     str(finding.relative_to(self.folder / "site"))):
            with self.subTest(page):
                self.assertIn("</html>", self.browse(page))

    def test_the_page_is_no_wider_than_a_narrow_window(self):
        self.fuzz("--target", "fake:mismatch", "--seed", 7, "--count", 60, "--store", "a.db", code=1)
        self.site("a.db")
        # A page that tells its own width; the site's pages have no such script.
        for page in ("index.html", "bugs/iree-erf-f64.html", "bugs/iree-outer-product-of-result.html", "matrix.html", "curves.html",
                     "untested.html"):
            frame = self.folder / "frame.html"
            frame.write_text(f'<iframe width=400 height=800 src="{(self.folder / "site" / page).as_uri()}" onload="'
                             "document.title=this.contentDocument.documentElement.scrollWidth\"></iframe>")
            dom = self.browse(frame.as_uri(), "--allow-file-access-from-files", "--disable-web-security")
            with self.subTest(page):
                self.assertLessEqual(int(re.search(r"<title>(\d+)</title>", dom)[1]), 400)


class Alone(Site):
    """What makes sites by itself, on machines that have no compiler."""

    def test_links_no_compiler(self):
        # Nor does the program with fakes, or these tests would take three times as long.
        for program in os.environ["ASSAY_SITE"], ASSAY:
            libraries = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
            self.assertIn("libc.so", libraries)
            self.assertNotRegex(libraries, "(?i)llvm|mlir|lld")

    def test_writes_the_same_site(self):
        self.fuzz("--target", "fake:ok,fake:mismatch", "--seed", 7, "--count", 60, "--store", "a.db", code=1)
        self.site("a.db")
        done = subprocess.run([os.environ["ASSAY_SITE"], "a.db", "-o", "other"], capture_output=True, text=True, cwd=self.folder,
                              env=self.environment)
        self.assertEqual((done.returncode, done.stdout), (0, "other/index.html\n"), done.stderr)
        for page in self.pages():
            self.assertEqual((self.folder / "other" / page.relative_to(self.folder / "site")).read_text(), page.read_text())


if __name__ == "__main__":
    main()
