"""Lists of known bugs that users keep: what is on one is suppressed, and `assay known --add` writes entries."""
import json
import os
import pathlib
import re
import shutil
import subprocess

from support import main
from test_manifest import ManifestTest


LIST = pathlib.Path(__file__).resolve().parents[2] / "triage/known/bugs/list.py"


def entries():
    """Those that come with the program."""
    return json.loads(subprocess.run([LIST, "--json"], capture_output=True, text=True, check=True).stdout)


class Known(ManifestTest):
    def setUp(self):
        super().setUp()
        self.write()
        self.run_assay("target", "add", "mycc.json", "--seconds", "0", code=0)

    def add(self, flags, case="case.txt", **options):
        return self.run_assay("known", "--add", case, "--target", f"mycc:O0,{flags}", "--to", "mine.json", **options)

    def known(self, flags, *more):
        """What a check says is known of the failure with these flags of the compiler."""
        done = self.run_assay("check", "case.txt", "--target", f"mycc:O0,{flags}", "--json", *more, code=1)
        return json.loads(done.stdout)[0]["known"]

    def test_what_was_added_is_known_and_nothing_else(self):
        done = self.add("--then=wrong", code=0)
        self.assertIn("added to mine.json", done.stdout)
        [entry] = json.loads((self.folder / "mine.json").read_text())
        self.assertEqual(entry["structure"], {"op": "binary", "function": "add", "element": "f32"})
        self.assertNotIn("since", entry)  # the target names no release
        self.assertIn(entry["id"], self.known("--then=wrong", "--known", "mine.json"))
        self.assertEqual(self.known("--then=wrong"), "")
        self.assertEqual(self.known("--do=diagnostic", "--known", "mine.json"), "")
        # The list grows; what is on it is not written down twice.
        self.add("--do=diagnostic", code=0)
        self.assertEqual(len(json.loads((self.folder / "mine.json").read_text())), 2)
        for one in json.loads((self.folder / "mine.json").read_text()):
            self.assertIn(one["id"], self.run_assay("known", "--known", "mine.json", code=0).stdout)
        self.assertIn("known already", self.add("--do=diagnostic", env={**os.environ, "ASSAY_KNOWN": "mine.json"}, code=0).stdout)
        self.assertEqual(self.known("--do=crash", "--known", "mine.json"), "")

    def test_what_other_flags_hide_is_known_only_if_they_do(self):
        """Entries of the same structure; the last flag counts for the fake compiler."""
        for hiding, known in ((["--then=right"], "ours"), (["--opt", "--then=right"], "ours"), (["--opt"], ""), (["--then=short"], "")):
            with self.subTest(hiding):
                entry = {"id": "ours", "compiler": "mycc", "verdict": "mismatch", "structure": {"op": "binary"}, "hidden_by": hiding}
                (self.folder / "mine.json").write_text(json.dumps([entry]))
                self.assertEqual(self.known("--then=wrong", "--known", "mine.json"), known)
        (self.folder / "mine.json").write_text(json.dumps([entry | {"hidden_by": "--opt"}]))
        self.assert_sentence(self.run_assay("known", "--known", "mine.json"), "hidden_by is no list of texts")

    def test_a_campaign_is_silent_about_it(self):
        (self.folder / "mine.json").write_text(json.dumps([{"id": "ties", "compiler": "cpu", "verdict": "mismatch", "structure": {"op": "topk"}}]))
        flags = ("fuzz", "--target", "cpu:O0", "--inject", "topk-tie-at-tile-edge", "--profile", "sorting", "--seed", 1, "--count", 60, "--no-reduce")
        self.run_assay(*flags, "--store", "loud.db", code=1)
        said = self.run_assay(*flags, "--store", "silent.db", "--known", "mine.json", code=0).stdout
        count = re.search(r"\n  known +([1-9]\d*)\n", said)[1]
        self.assertRegex(said, rf"1 known bug met; .*\n  ties +{count}x; in \d+ the rest of the program is right\n")
        # With everything that there is to report, it says what of it is known.
        said = self.run_assay(*flags, "--store", "all.db", "--known", "mine.json", "--no-known", code=1).stdout
        self.assertIn("    known: ties\n", said)

    def test_a_bug_of_ones_own_is_known_until_it_is_fixed(self):
        add = ("bug", "add", "case.txt", "--target", "mycc:O0,--then=wrong")
        said = self.run_assay(*add, "--id", "ours", code=0).stdout
        self.assertIn("known from now on", said)
        self.assertIn("ours", self.run_assay("known", "ours", code=0).stdout)
        self.assertEqual(self.known("--then=wrong"), "ours")
        self.assertEqual(self.known("--do=diagnostic"), "")
        self.assertIn("known already: ours", self.run_assay(*add, code=0).stdout)
        self.run_assay("bug", "link", "ours", "https://example.org/1", code=0)
        self.assertEqual(self.known("--then=wrong"), "ours, https://example.org/1")
        shutil.copytree(self.folder / "data/bugs", self.folder / "team")
        # It is of no release, so that it is over once it is fixed.
        self.run_assay("bug", "set", "ours", "fixed", "--release", "1.5", "--why", "it is right", code=0)
        self.assertEqual(self.known("--then=wrong"), "")
        # A team's folder, in which it is not, is a list as well.
        self.assertEqual(self.known("--then=wrong", "--known", "team"), "ours, https://example.org/1")

    def test_a_gate_and_a_check_see_what_a_known_bug_stands_beside(self):
        """What is wrong first is not what the list speaks of, though it may have been written over by that."""
        (self.folder / "max.txt").write_text("assay 1\n%0 = argument f32[4]\n%1 = argument f32[4]\n%2 = binary(%0, %1) {function=max}\n"
                                             "%3 = unary(%2) {function=neg}\nreturn %3\n"
                                             "run\n  %0 = f32[4] [nan,1,2,3]\n  %1 = f32[4] [1,nan,5,7]\n")
        (self.folder / "mine.json").write_text(json.dumps([{"id": "negs", "compiler": "cpu", "verdict": "mismatch", "structure": {"op": "unary"}}]))
        gate = ("gate", "--base", "cpu:O0", "--candidate", "cpu:O1", "--inject", "max-loses-nan", "--no-corpus", "--count", 0, "--bases", "bases",
                "--no-reduce", "--explain-budget", 0)
        said = self.run_assay(*gate, "--corpus", "max.txt", "--known", "mine.json", code=1).stdout
        self.assertRegex(said, r"new failure: mismatch:binary\(max\)")
        # Where nothing else is wrong, it is known, unless the base has that bug and is right.
        maxima = {"id": "maxima", "compiler": "cpu", "verdict": "mismatch", "structure": {"op": "binary"}}
        (self.folder / "mine.json").write_text(json.dumps([maxima]))
        said = self.run_assay(*gate, "--corpus", "max.txt", "--known", "mine.json", code=1).stdout
        self.assertRegex(said, r"new failure: mismatch:binary\(max\)")
        (self.folder / "mine.json").write_text(json.dumps([{**maxima, "levels": ["O1"]}]))
        said = self.run_assay(*gate, "--corpus", "max.txt", "--known", "mine.json", code=3).stdout
        self.assertRegex(said, r"\nknown: mismatch:binary\(max\)\S*, maxima ")

    def test_a_list_that_is_not_there_yet_is_empty_and_said_to_be(self):
        for flags, options in ((("--known", "none.json"), {}), ((), {"env": {**os.environ, "ASSAY_KNOWN": "none.json"}})):
            for command in (("fuzz", "--target", "cpu:O0", "--seed", 1, "--count", 2), ("check", "case.txt", "--target", "cpu:O0"), ("known",)):
                with self.subTest((*command, *flags)):
                    done = self.run_assay(*command, *flags, code=0, **options)
                    self.assertRegex(done.stderr, r"\Aassay: there is no list \S*none.json yet: it counts as empty\n\Z")
        (self.folder / "folder").mkdir()
        done = self.run_assay("known", "--known", "folder", code=0)
        self.assertRegex(done.stderr, r"\Aassay: the folder \S*folder holds no bugs yet: it counts as an empty list\n\Z")

    def test_the_list_that_comes_along_is_that_of_the_folders(self):
        listed = [line.split()[0] for line in self.run_assay("known", code=0).stdout.splitlines()]
        self.assertEqual(listed, [entry["id"] for entry in entries()])

    def test_wrong_lists_and_cases_are_a_sentence_and_change_nothing(self):
        (self.folder / "list.json").write_text('[{"id": "x"}]')
        for done in (self.run_assay("fuzz", "--known", "list.json"), self.run_assay("targets", env={**os.environ, "ASSAY_KNOWN": "list.json"})):
            self.assert_sentence(done, "list.json: entry 0: there is no compiler")
        self.assert_sentence(self.run_assay("known", "--add", "case.txt", "--to", "list.json", "--target", "mycc:O0"), "there is no compiler")
        self.assertEqual((self.folder / "list.json").read_text(), '[{"id": "x"}]')
        self.assert_sentence(self.run_assay("known", "--add", "case.txt", "--to", "mine.json", "--target", "mycc:O0"), "does not fail on mycc:O0")
        self.assert_sentence(self.run_assay("known", "--add", "case.txt", "--to", "mine.json"), "give --target")
        self.assertFalse((self.folder / "mine.json").exists())


if __name__ == "__main__":
    main()
