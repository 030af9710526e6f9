"""Lists of known bugs that users keep: what is on one is no news, and `assay known --add` writes entries."""
import json
import os

from support import main
from test_manifest import ManifestTest


class Known(ManifestTest):
    def setUp(self):
        super().setUp()
        self.write()
        self.run_assay("target", "add", "mycc.json", code=0)

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
        self.assertEqual(entry["structure"], {"op": "binary", "element": "f32"})
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
        flags = ("fuzz", "--target", "cpu:O0", "--inject", "topk-tie-at-tile-edge", "--seed", 1, "--count", 40, "--no-reduce")
        self.run_assay(*flags, "--store", "loud.db", code=1)
        self.assertIn("known            1", self.run_assay(*flags, "--store", "silent.db", "--known", "mine.json", code=0).stdout)

    def test_wrong_lists_and_cases_are_a_sentence_and_change_nothing(self):
        (self.folder / "list.json").write_text('[{"id": "x"}]')
        for done in (self.run_assay("fuzz", "--known", "list.json"), self.run_assay("targets", env={**os.environ, "ASSAY_KNOWN": "list.json"})):
            self.assert_sentence(done, "list.json: entry 0: there is no compiler")
        self.assert_sentence(self.run_assay("check", "case.txt", "--known", "none.json"), "none.json")
        self.assert_sentence(self.run_assay("known", "--add", "case.txt", "--to", "list.json", "--target", "mycc:O0"), "there is no compiler")
        self.assertEqual((self.folder / "list.json").read_text(), '[{"id": "x"}]')
        self.assert_sentence(self.run_assay("known", "--add", "case.txt", "--to", "mine.json", "--target", "mycc:O0"), "does not fail on mycc:O0")
        self.assert_sentence(self.run_assay("known", "--add", "case.txt", "--to", "mine.json"), "give --target")
        self.assertFalse((self.folder / "mine.json").exists())


if __name__ == "__main__":
    main()
