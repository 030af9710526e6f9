"""The life of bugs: what `assay bug` writes into journals, what it refuses, and what it hands on."""
import concurrent.futures
import contextlib
import json
import os
import pathlib
import re
import signal
import sqlite3
import subprocess
import tarfile
import time

from support import ASSAY, CliTest, main

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUG = "iree-erf-f64"  # comes with the program
ISSUE = "https://github.com/iree-org/iree/issues/1"
HOSTILE = "\x1b]0;owned\x07<script>alert(1)</script>\u202e"


class Life(CliTest):
    def setUp(self):
        super().setUp()
        self.data = self.folder / "data"
        self.environment = {**os.environ, "ASSAY_DATA": str(self.data), "ASSAY_WHO": "ann"}

    def bug(self, *arguments, who="ann", data=None, **options):
        environment = self.environment | {"ASSAY_WHO": who} | ({"ASSAY_DATA": str(data)} if data else {})
        return self.run_assay("bug", *arguments, env=environment, **options)

    def shown(self, name=BUG, **options):
        return json.loads(self.bug("show", name, "--json", code=0, **options).stdout)

    def journals(self, data=None):
        return {str(file): file.read_bytes() for file in (data or self.data).rglob("*.jsonl")}

    def own(self, name="ours", **more):
        """A bug of the user's own."""
        folder = self.data / "bugs" / name
        folder.mkdir(parents=True)
        (folder / "bug.json").write_text(json.dumps({"title": "Ours", "compiler": "mycc", "verdict": "crash", "no_case": "none",
                                                     "forms": [{"says": "x", "structure": {"op": "topk"}}]} | more))
        return folder

    def test_each_change_has_its_time_who_and_why(self):
        self.assertEqual(self.shown()["state"], "confirmed")
        self.bug("link", BUG, ISSUE, code=0)
        self.bug("set", BUG, "fix-named", "--fix", "pull 17", "--why", "they said so", who="bob", code=0)
        self.bug("set", BUG, "fixed", "--release", "3.14.0", "--why", "it is right", code=0)
        self.bug("set", BUG, "regressed", "--release", "3.15.0", "--why", "it fails", code=0)
        bug = self.shown()
        self.assertEqual((bug["state"], bug["detail"]), ("regressed", "3.15.0"))
        self.assertEqual(bug["links"], [ISSUE])
        self.assertEqual([entry.get("state") for entry in bug["history"]], ["reported", "fix-named", "fixed", "regressed"])
        self.assertEqual([entry["who"] for entry in bug["history"]], ["ann", "bob", "ann", "ann"])
        self.assertEqual(len(self.journals()), 2)
        text = self.bug("show", BUG, code=0).stdout
        for words in ("state     regressed in 3.15.0", "they said so", "fix named: pull 17", f"reported: {ISSUE}"):
            self.assertIn(words, text)
        # Nothing is rewritten: what was there is the beginning of what is there.
        before = self.journals()
        self.bug("note", BUG, "a note", code=0)
        for file, content in self.journals().items():
            self.assertTrue(content.startswith(before[file]))

    def test_the_union_of_journals_is_the_history_and_what_was_set_at_once_a_conflict(self):
        one, other = self.folder / "one", self.folder / "other"
        self.bug("set", BUG, "fixed", "--release", "3.14.0", "--why", "x", data=one, code=0)
        self.bug("link", BUG, ISSUE, who="bob", data=other, code=0)
        shown = self.shown(data=one)
        self.assertEqual(shown["conflicts"], [])
        done = self.bug("show", BUG, "--bugs", other / "bugs", data=one, code=0).stdout
        self.assertIn(f"state     reported: {ISSUE}", done)
        self.assertRegex(done, r"CONFLICT  ann said at \S+, without knowing of that: fixed in 3.14.0")
        self.assertIn(BUG, self.bug("list", "--state", "conflict", "--bugs", other / "bugs", data=one, code=0).stdout)
        # The same from the other side, and once it is settled there is none.
        self.assertEqual(self.shown(data=other)["conflicts"], [])
        self.bug("set", BUG, "fixed", "--release", "3.14.0", "--why", "both seen", "--bugs", other / "bugs", "--bugs", one / "bugs", code=0)
        done = json.loads(self.bug("show", BUG, "--json", "--bugs", one / "bugs", data=other, code=0).stdout)
        self.assertEqual((done["state"], done["conflicts"]), ("fixed", []))
        self.assertEqual(len(done["history"]), 3)

    def test_a_copy_of_a_journal_changes_nothing(self):
        self.bug("note", BUG, "once", code=0)
        folder = self.data / "bugs" / BUG / "journal"
        [file] = folder.iterdir()
        (folder / "copy.jsonl").write_bytes(file.read_bytes())
        self.assertEqual(len(self.shown()["history"]), 1)

    def test_a_bug_of_the_users_own_is_one_as_any_other(self):
        folder = self.own()
        self.bug("duplicate", "ours", BUG, "--why", "the same", code=0)
        self.assertEqual([file.parent.parent for file in folder.rglob("*.jsonl")], [folder])
        self.assertEqual(self.shown("ours")["state"], "duplicate")
        [one] = json.loads(self.bug("list", "--json", "--compiler", "mycc", "--op", "topk", code=0).stdout)
        self.assertEqual((one["id"], one["detail"], one["kinds"]), ("ours", BUG, ["crash"]))
        self.bug("set", "ours", "confirmed", "--why", "it is another", code=0)
        self.assertEqual(self.shown("ours")["state"], "confirmed")

    def test_a_folder_of_the_repository_can_be_written_to(self):
        folder = self.folder / "copy"
        (folder / BUG).mkdir(parents=True)
        (folder / BUG / "bug.json").write_bytes((ROOT / "triage/known/bugs" / BUG / "bug.json").read_bytes())
        self.bug("link", BUG, ISSUE, "--bugs", folder, code=0)
        self.assertEqual(len(list((folder / BUG / "journal").iterdir())), 1)
        self.assertFalse(self.data.exists())

    def test_all_that_come_along_are_listed(self):
        listed = json.loads(self.bug("list", "--json", code=0).stdout)
        folders = {file.parent.name for file in (ROOT / "triage/known/bugs").glob("*/bug.json")}
        self.assertEqual({bug["id"] for bug in listed}, folders)
        for bug in listed:
            said = json.loads((ROOT / "triage/known/bugs" / bug["id"] / "bug.json").read_text())
            self.assertEqual(bug["state"] == "duplicate", "same_cause" in said)

    def test_what_cannot_be_is_one_sentence_and_changes_nothing(self):
        self.own()
        self.bug("note", BUG, "there", code=0)
        before = self.journals()
        for arguments, words in (
                (("show", "iree-erf-f46"), "did you mean iree-erf-f64?"),
                (("set", BUG, "regressed", "--release", "1", "--why", "x"), "regressed cannot follow confirmed; reported, fix-named, fixed"),
                (("set", BUG, "mended", "--why", "x"), "there is no state 'mended'; there are new, confirmed"),
                (("set", BUG, "fixed", "--why", "x"), "fixed is said with --release"),
                (("set", BUG, "fixed", "--release", "1", "--link", ISSUE, "--why", "x"), "fixed is not said with --link"),
                (("set", BUG, "fixed", "--release", "3.14.O", "--why", "x"), "'3.14.O' is no release of iree: one is written as 3."),
                (("set", BUG, "fixed", "--release", "3.14.0", "--why", ""), "give its text"),
                (("duplicate", BUG, "iree-folds-cast", "--why", ""), "give its text"),
                (("set", BUG, "not-a-bug", "--reason", "dull", "--why", "x"), "there are premise, contract, ours"),
                (("link", BUG, "javascript:alert(1)"), "is no link"),
                (("duplicate", BUG, "none", "--why", "x"), "no bug is called none"),
                (("duplicate", BUG, BUG, "--why", "x"), "a duplicate of itself"),
                (("duplicate", "iree-folds-cast", "iree-folds-cast-sort", "--why", "x"),
                 "iree-folds-cast would be a duplicate of itself, by way of iree-folds-cast-sort"),
                (("note", BUG, ""), "give its text"),
                (("note", "none", "x"), "no bug is called none"),
                (("export", BUG, "-o", "x.zip"), "neither a .md nor a .tar.gz"),
                (("note", BUG, "x", "--bugs", "/proc/none"), "cannot write into /proc/none")):
            with self.subTest(arguments):
                self.assert_sentence(self.bug(*arguments), words)
                self.assertEqual(self.journals(), before)

    def test_each_state_is_said_with_what_the_docs_name(self):
        self.own()
        text = (ROOT / "docs/bugs.md").read_text()
        rows = re.findall(r"^\| `([a-z-]+)` \| (?:`--([a-z]+)`)? ?\|", text, re.MULTILINE)
        states = [state for state, _ in rows]
        self.assertEqual(states[:2] + states[-2:], ["new", "confirmed", "not-a-bug", "obsolete"])
        said = {"link": ISSUE, "fix": "pull 17", "release": "3.14.0", "of": "iree-folds-cast", "reason": "ours"}
        self.assertIn("need `--why`", text)
        for state, needed in rows:
            with self.subTest(state):
                # All but --why, and all but that.
                done = self.bug("set", BUG, state, *([f"--{needed}", said[needed]] if needed else []))
                self.assertEqual(done.returncode, 2, done.all)
                self.assertIn("--why", done.stderr)
                if needed:
                    self.assert_sentence(self.bug("set", BUG, state, "--why", "x"), f"{state} is said with --{needed}")
                for key in sorted(said.keys() - {needed}):
                    self.assert_sentence(self.bug("set", BUG, state, "--why", "x", f"--{key}", said[key]), f"{state} is not said with --{key}")

    def test_journals_that_are_torn_foreign_or_newer_are_a_sentence_and_stay_as_they_are(self):
        self.bug("note", BUG, "there", code=0)
        [file] = (self.data / "bugs" / BUG / "journal").iterdir()
        good = file.read_text()
        for content, words in ((good[:-5], "is torn in line 2"), (good + '{"id": "x"', "is torn in line 3"),
                               (good.replace("there", "thhre"), "was changed since it was written"),
                               (good.replace('"assay-journal":1', '"assay-journal":2'), "written by a newer assay"),
                               ("hello\n", "is no journal of a bug")):
            file.write_text(content)
            # All others are listed, and can be written to.
            listed = self.bug("list")
            self.assert_sentence(listed, f"{BUG} is not listed", words, file.name)
            self.assertIn("iree-pad-complex", listed.stdout)
            self.assertNotIn(BUG, listed.stdout)
            self.bug("show", "iree-pad-complex", code=0)
            for arguments in (("show", BUG), ("note", BUG, "more"), ("set", BUG, "obsolete", "--why", "x")):
                with self.subTest((words, arguments)):
                    self.assert_sentence(self.bug(*arguments), words, file.name)
                    self.assertEqual(file.read_text(), content)
        file.write_text(good)
        other = self.data / "bugs/iree-pad-complex/journal"
        other.mkdir(parents=True)
        (other / "x.jsonl").write_text(good)
        self.assert_sentence(self.bug("list"), f"is about another bug, {BUG}")
        (other / "x.jsonl").unlink()
        (self.data / "bugs/nobody-knows/journal").mkdir(parents=True)
        self.assert_sentence(self.bug("list"), "journals of a bug that is not known here")
        (self.data / "bugs/nobody-knows/bug.json").write_text("{")
        self.assert_sentence(self.bug("list"), "nobody-knows/bug.json is no JSON object")

    def test_folders_that_are_only_read_must_be_there(self):
        for arguments in (("show", BUG), ("list",), ("export", BUG)):
            self.assert_sentence(self.bug(*arguments, "--bugs", "none"), "there is no folder none")
        self.assert_sentence(self.run_assay("site", "--bugs", "none", "-o", "site", env=self.environment), "there is no folder none")

    def find(self, target="fake:mismatch", count=64):
        """A store with findings."""
        return self.fuzz("--target", target, "--seed", 5, "--count", count, "--store", "found.db", env=self.environment)["findings"]

    def test_a_finding_becomes_a_bug_that_is_shown_written_to_and_handed_on(self):
        [finding] = self.find()
        said = self.bug("add", "found.db", "--id", "ours", "--why", "looked at it", code=0).stdout
        folder = self.data / "bugs/ours"
        self.assertIn(f"ours: new, in {folder}", said)
        bug = self.shown("ours")
        self.assertEqual((bug["state"], bug["compiler"], bug["kinds"]), ("new", "fake", ["wrong result"]))
        self.assertEqual([entry["why"] for entry in bug["history"]], ["looked at it"])
        [form] = json.loads((folder / "bug.json").read_text())["forms"]
        self.assertEqual(form["case"], "case.mlir")
        case = self.folder / finding["case"]
        self.assertEqual((folder / "case.mlir").read_bytes(), case.with_suffix(".mlir").read_bytes())
        report = (folder / "report.md").read_text()
        for words in ("# wrong result on fake: ", "**What happened** (wrong result)", "**Cause**", "**Steps to reproduce**", "assay replay case.mlir",
                      "**Expected**", "**Actual**", "| fake:mismatch | wrong result |", "of seed 5 (default"):
            self.assertIn(words, report)
        exported = self.bug("export", "ours", code=0).stdout
        for words in ("# wrong result on fake: ", "**Cause**", "**Steps to reproduce**", "**Expected**", "**Actual**", "**case.mlir**", "assay-case"):
            self.assertIn(words, exported)
        for words in ("In assay", "of seed 5", "op=negation", "not tried"):
            self.assertNotIn(words, exported)
        self.assertRegex(said, r"\nnext: assay bug show ours; assay bug export ours -o ours.tar.gz; assay bug link ours URL\n")
        # The page of the store it comes from shows that it is one.
        self.run_assay("site", "found.db", "-o", "site", env=self.environment, code=0)
        [page] = [page.read_text() for page in (self.folder / "site/findings").iterdir()]
        self.assertIn('href="../bugs/ours.html"', page)
        self.assertNotIn("assay bug add", page)
        self.bug("link", "ours", ISSUE, code=0)
        self.assertEqual(self.shown("ours")["state"], "reported")
        # By its case, which lies beside its store, it is the same, and not filed again.
        self.assertIn("filed already: ours;", self.bug("add", case.with_suffix(".mlir"), code=0).stdout)
        (self.data / "bugs/ours").rename(self.folder / "ours")
        # A name that is taken gets a number.
        taken = "fake-" + finding["signature"].removeprefix("mismatch:")
        self.own(taken)
        self.assertIn(f"{taken}-2: new, in", self.bug("add", case.with_suffix(".mlir"), code=0).stdout)
        self.assertIn("of seed 5", (self.data / f"bugs/{taken}-2/report.md").read_text())
        self.run_assay("site", "found.db", "-o", "site", env=self.environment, code=0)
        self.assertIn("new, in", self.bug("add", "found.db", finding["signature"], "--id", "again", code=0).stdout)

    def test_what_has_the_same_cause_goes_into_the_bug_as_well(self):
        self.find()
        flags = ("--target", "fake:mismatch", "--seed", 7, "--count", 60, "--no-reduce", "--store", "raw.db")
        signatures = {finding["signature"] for finding in self.fuzz(*flags, env=self.environment)["findings"]}
        self.assertEqual(signatures, {"mismatch:reverse:f32", "mismatch:reverse:f32:after-exp"})
        with contextlib.closing(sqlite3.connect(self.folder / "found.db")) as found, \
                contextlib.closing(sqlite3.connect(self.folder / "raw.db")) as raw:
            [[cause]] = found.execute("SELECT cause FROM causes")
            raw.execute("INSERT INTO causes SELECT campaign, raw, about, casename, ? FROM findings", (cause,))
            raw.commit()
        said = self.bug("add", "raw.db", "mismatch:reverse:f32", "--id", "ours", code=0).stdout
        self.assertIn("with 1 more of the store's findings", said)
        folder = self.data / "bugs/ours"
        forms = json.loads((folder / "bug.json").read_text())["forms"]
        self.assertEqual([form["case"] for form in forms], ["case.mlir", "case-2.mlir"])
        self.assertTrue((folder / "case-2.mlir").exists())
        self.assertIn("**The same cause**\n\n- `mismatch:reverse:f32:after-exp` ", (folder / "report.md").read_text())
        self.assertEqual(self.shown("ours")["state"], "new")
        # It is not news any more.
        self.assertIn("filed already: ours", self.bug("add", "raw.db", "mismatch:reverse:f32:after-exp", code=0).stdout)

    def test_a_bug_says_whose_cause_it_may_have_and_what_shows_it(self):
        [finding] = self.find()
        with contextlib.closing(sqlite3.connect(self.folder / "found.db")) as found:
            [[cause]] = found.execute("SELECT cause FROM causes")
            cause = json.loads(cause) | {
                "perhapsKnown": ["iree-erf-f64", "iree-folds-cast"], "passes": [{"name": "the-pass", "evidence": "named"}],
                "phase": {"name": "the-phase", "evidence": "replayed"},
                "beforePass": {"command": "fake-opt FILE", "shows": False, "says": "x#-#-v#"},
                "afterPhase": {"command": "fakecc FILE --from=the-phase", "shows": True, "says": ""}}
            found.execute("UPDATE causes SET cause = ?", (json.dumps(cause),))
            found.commit()
        case = self.folder / finding["case"]
        case.with_suffix(".pass.mlir").write_text("before the pass\n")
        case.with_suffix(".phase.mlir").write_text("before the phase\n```\n")
        said = self.bug("add", "found.db", code=0).stdout
        self.assertTrue(said.startswith("fake-the-pass: new, in "), said)
        self.assertIn("\n  wrong result on fake in the-pass: ", said)
        for other in ("iree-erf-f64", "iree-folds-cast"):
            self.assertIn(f"it perhaps has the cause of {other}: look with `assay bug show {other}`", said)
            self.assertIn(f"`assay bug duplicate fake-the-pass {other} --why TEXT`", said)
        self.assertEqual(self.shown("fake-the-pass")["pass"], "the-pass")
        text = self.bug("export", "fake-the-pass", code=0).stdout
        self.assertIn("**Cause**: pass `the-pass` fails in the phase `the-phase`.", text)
        self.assertIn("\n```\nfakecc phase.mlir --from=the-phase\n```\n", text)
        self.assertIn("**phase.mlir**\n\n````mlir\nbefore the phase\n```\n````\n", text)
        for words in ("perhaps", "bug show", "x#-#-v#", "pass.mlir", "before the pass"):
            self.assertNotIn(words, text)
        self.bug("export", "fake-the-pass", "-o", "a.tar.gz", code=0)
        with tarfile.open(self.folder / "a.tar.gz") as archive:
            self.assertEqual({name.split("/")[1] for name in archive.getnames()}, {"issue.md", "case.mlir", "phase.mlir"})
        # Of a cause that a known bug has for sure the same is said, and it can be merged so.
        (self.data / "bugs/fake-the-pass").rename(self.folder / "away")
        with contextlib.closing(sqlite3.connect(self.folder / "found.db")) as found:
            found.execute("UPDATE causes SET cause = ?", (json.dumps({**cause, "knownBug": "iree-erf-f64"}),))
            found.commit()
        said = self.bug("add", "found.db", "--bugs", self.data / "bugs", code=0).stdout
        self.assertIn("it has, as far as causes tell, the cause of iree-erf-f64: ", said)
        command = re.search(r"`assay (bug duplicate .*) TEXT`", said).group(1).split()
        self.run_assay(*command, "the same", env=self.environment, code=0)
        self.assertEqual(self.shown("fake-the-pass")["state"], "duplicate")

    def test_a_failure_of_a_gate_becomes_a_bug_with_its_cause(self):
        said = self.run_assay("gate", "--base", "fake:ok", "--candidate", "fake:mismatch", "--seed", 7, "--count", 60, "--no-corpus", "--bases", "b",
                              "-o", "gate", "--json", "gate.json", env=self.environment, code=1).stdout
        [finding] = json.loads((self.folder / "gate.json").read_text())["findings"]
        self.assertTrue(finding["cause"])
        command = re.search(r"to file it: assay bug (.*)", said).group(1).split()
        self.assertEqual(command, ["add", "gate/" + pathlib.Path(finding["case"]).name.replace(".json", ".mlir")])
        self.bug(*command, "--id", "ours", code=0)
        report = (self.data / "bugs/ours/report.md").read_text()
        self.assertIn(f"The cause: {finding['cause']['headline']}\n", report)
        self.assertIn("filed already: ours;", self.bug(*command, code=0).stdout)
        # The folder is one of cases, whatever lies beside them; what is no cause is none.
        self.run_assay("gate", "--base", "fake:ok", "--candidate", "fake:ok", "--even-if-equal", "--count", 2, "--no-corpus", "--corpus", "gate",
                       "--bases", "b", env=self.environment, code=0)
        next((self.folder / "gate").glob("*.cause.json")).write_text('{"target": 1}')
        self.bug(*command, "--id", "other", code=0)
        self.assertNotIn("**Cause**", (self.data / "bugs/other/report.md").read_text())

    def test_what_no_bug_has_is_said_where_bugs_are_looked_for(self):
        said = self.bug("list", "--compiler", "iree", "--op", "topkk", "--kind", "wrong result", code=0).stdout
        self.assertRegex(said, r"\n0 of \d+ bugs; none has the op 'topkk'; did you mean topk\?\n|none has the op 'topkk'")
        self.assertEqual(json.loads(self.bug("list", "--compiler", "nope", "--json", code=0).stdout), [])

    def test_what_is_looked_for_may_stand_behind_any_option(self):
        for option, value in (("--compiler", "iree"), ("--state", "open"), ("--kind", "compile failure"), ("--op", "softmax")):
            wanted = [bug["id"] for bug in json.loads(self.bug("list", "translation", option, value, "--json", code=0).stdout)]
            listed = json.loads(self.bug("list", "--json", option, value, "translation", code=0).stdout)
            self.assertEqual([bug["id"] for bug in listed], wanted)
            self.assertTrue(wanted, option)
        twice = json.loads(self.bug("list", "--compiler", "iree", "--compiler", "mlir", "--json", code=0).stdout)
        self.assertEqual({bug["compiler"] for bug in twice}, {"iree", "mlir"})

    def test_what_cannot_become_a_bug_is_one_sentence_and_leaves_nothing(self):
        self.find("fake:mismatch,fake:segv")
        (self.folder / "case.txt").write_text("assay 1\n%0 = argument f32[2]\n%1 = unary(%0) {function=neg}\nreturn %1\nrun\n  %0 = f32[2] [1,2]\n")
        before = sorted(self.folder.rglob("*"))
        for arguments, words in (
                (("add", "found.db"), "name one of the"),
                (("add", "found.db", "er"), "name one of the 2 findings"),
                (("add", "found.db", "mismatsch"), "has no finding 'mismatsch'"),
                (("add", "none.db", "er"), "there is no file none.db: name a case, or a store"),
                (("add", "case.txt"), "the case names no target: give --target"),
                (("add", "case.txt", "mismatch"), "case.txt is no store of `assay fuzz`"),
                (("add", "case.txt", "--target", "fake:ok"), "case.txt does not fail on fake:ok: agree"),
                (("add", "found.db", "mismatch", "--id", BUG), f"there is a bug {BUG} already"),
                (("add", "found.db", "mismatch", "--id", "a/b"), "'a/b' is no name for a bug"),
                (("add", "found.db", "mismatch", "--bugs", "/proc/none"), "/proc/none")):
            with self.subTest(arguments):
                self.assert_sentence(self.bug(*arguments), words)
        # Whoever reads a store leaves files of SQLite beside it.
        there = [file for file in sorted(self.folder.rglob("*")) if "data" not in file.parts and not file.name.startswith("found.db-")]
        self.assertEqual(there, before)
        self.assertEqual(self.journals(), {})

    def test_a_kill_while_a_bug_is_made_leaves_all_of_it_or_nothing(self):
        self.find()
        began = time.monotonic()
        self.bug("add", "found.db", "--id", "whole", code=0)
        whole = time.monotonic() - began
        for i in range(20):
            process = subprocess.Popen([ASSAY, "bug", "add", "found.db", "--id", f"bug-{i}"], env=self.environment, cwd=self.folder,
                                       stdout=subprocess.PIPE, text=True)
            time.sleep(whole * (0.5 + i / 40))
            process.send_signal(signal.SIGKILL)
            said = process.communicate()[0]
            listed = [bug["id"] for bug in json.loads(self.bug("list", "--json", "--compiler", "fake", code=0).stdout)]
            if said:
                self.assertIn(f"bug-{i}", listed)
            if f"bug-{i}" in listed:
                self.assertEqual(self.shown(f"bug-{i}")["state"], "new")
            else:
                self.bug("add", "found.db", "--id", f"bug-{i}", code=0)
        # What a kill left goes with the next, whatever that is called.
        (self.data / "bugs/.new-other/journal").mkdir(parents=True)
        self.bug("add", "found.db", "--id", "last", code=0)
        self.assertEqual(list((self.data / "bugs").glob(".new-*")), [])

    def test_what_people_and_compilers_wrote_acts_on_nothing(self):
        self.own(title=HOSTILE)
        self.bug("note", "ours", HOSTILE, code=0)
        for arguments in (("list",), ("show", "ours"), ("show", "ours", "--json"), ("list", "--json"), ("export", "ours")):
            done = self.bug(*arguments, code=0)
            self.assertIn("owned", done.stdout)
            self.assertEqual(re.findall("[\x00-\x08\x0b-\x1f\x7f\u202e]", done.all), [])

    def test_many_who_write_at_once_lose_nothing(self):
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda i: self.bug("note", BUG, f"note {i}", who="ann" if i % 2 else "bob", code=0), range(40)))
        self.assertEqual({entry["why"] for entry in self.shown()["history"]}, {f"note {i}" for i in range(40)})

    def test_a_kill_loses_nothing_that_was_said_to_be_kept(self):
        said = []
        began = time.monotonic()
        self.bug("note", BUG, "before", code=0)
        whole = time.monotonic() - began
        for i in range(60):
            process = subprocess.Popen([ASSAY, "bug", "note", BUG, f"note {i}"], env=self.environment, stdout=subprocess.PIPE, text=True)
            time.sleep(whole * (i % 30) / 20)
            process.send_signal(signal.SIGKILL)
            if process.communicate()[0].endswith("\n"):
                said.append(f"note {i}")
        there = [entry["why"] for entry in self.shown()["history"]]
        self.assertEqual(len(set(there)), len(there))
        self.assertEqual(set(said) - set(there), set())

    def test_an_export_has_all_that_an_issue_needs(self):
        text = self.bug("export", BUG, code=0).stdout
        for words in ("# math.erf on f64 is not legalised", "**Cause**", "iree-base-compiler==$version", "| iree@3.3.0:llvm-cpu:O2 |",
                      "math.erf %in : f64", "iree-compile \"$here/case.mlir\" -o /dev/null"):
            self.assertIn(words, text)
        for words in ("assay-case", "versions.py", "https://pypi", "://"):
            self.assertNotIn(words, text)
        for name in ("a.tar.gz", "b.tar.gz"):
            self.bug("export", BUG, "-o", name, code=0)
        self.assertEqual((self.folder / "a.tar.gz").read_bytes(), (self.folder / "b.tar.gz").read_bytes())
        with tarfile.open(self.folder / "a.tar.gz") as archive:
            self.assertEqual(sorted(archive.getnames()), [f"{BUG}/case.mlir", f"{BUG}/issue.md", f"{BUG}/reproduce.sh"])
            self.assertEqual(archive.getmember(f"{BUG}/reproduce.sh").mode, 0o755)
            self.assertEqual(archive.extractfile(f"{BUG}/issue.md").read().decode(), text)

    def test_an_export_has_the_pass_by_itself(self):
        bug = "iree-outer-product-of-result"
        text = self.bug("export", bug, code=0).stdout
        self.assertIn("**pass.mlir**", text)
        self.bug("export", bug, "-o", "a.tar.gz", code=0)
        with tarfile.open(self.folder / "a.tar.gz") as archive:
            self.assertIn(archive.extractfile(f"{bug}/pass.mlir").read().decode(), text)

    def test_every_bug_can_be_exported_and_every_script_is_one(self):
        for bug in json.loads(self.bug("list", "--json", code=0).stdout)[::9]:
            with self.subTest(bug["id"]):
                self.bug("export", bug["id"], "-o", "x.tar.gz", code=0)
                with tarfile.open(self.folder / "x.tar.gz") as archive:
                    if f"{bug['id']}/reproduce.sh" in archive.getnames():
                        script = archive.extractfile(f"{bug['id']}/reproduce.sh").read()
                        subprocess.run(["sh", "-n"], input=script, check=True)

    def test_the_script_tells_a_bug_from_none(self):
        """With tools that are there already in place of those of PyPI."""
        self.bug("export", BUG, "-o", "x.tar.gz", code=0)
        # As a user does; Python's own way to do it safely is newer than Debian's Python.
        subprocess.run(["tar", "-xzf", "x.tar.gz"], cwd=self.folder, check=True)
        tools = self.folder / "tools"
        tools.mkdir()
        (tools / "python3").write_text('#!/bin/sh\nmkdir -p "$3/bin"\ncp "$(dirname "$0")"/iree-compile "$3/bin"\n'
                                       'printf "#!/bin/sh\\necho $* \\"\\$@\\"" > "$3/bin/pip"\nchmod +x "$3/bin/pip"\n')
        for status, code in ((1, 1), (0, 0)):
            (tools / "iree-compile").write_text(f"#!/bin/sh\nexit {status}\n")
            for file in tools.iterdir():
                file.chmod(0o755)
            done = subprocess.run(["sh", self.folder / BUG / "reproduce.sh", "3.12.0"], capture_output=True, text=True,
                                  env={**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"})
            self.assertEqual(done.returncode, code, done)
            self.assertIn("iree-base-compiler==3.12.0", done.stdout)
            self.assertIn("the bug shows on iree 3.12.0" if code else "the bug does not show on iree 3.12.0", done.stdout)


if __name__ == "__main__":
    main()
