"""The bugs of MLIR in triage/known/bugs: still told from what is right, and not shared by the core. And the list made of all bugs."""
import json
import pathlib
import re
import shutil
import subprocess
import unittest

from support import CliTest, main

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "triage/known/bugs"
OF_TOOLS = sorted(FOLDER.glob("mlir-*/case.mlir"))
# The others are no programs of the generator.
FOUND = [case for case in OF_TOOLS if "// assay-case:" in case.read_text() and "// assay-target: cpu:" in case.read_text()]


def run_line(case, without=""):
    """The exit code of a lit case's RUN line, less some passes, with the tools of MLIR 22."""
    command = re.search(r"^// RUN: (.*)$", case.read_text(), re.MULTILINE).group(1)
    libraries = subprocess.run(["llvm-config-22", "--libdir"], capture_output=True, text=True).stdout.strip()
    for library in ("mlir_runner_utils", "mlir_c_runner_utils"):
        command = command.replace(f"%{library}", f"{libraries}/lib{library}.so")
    command = re.sub(r"\b(mlir-opt|mlir-runner|FileCheck) ", r"\1-22 ", command.replace("%s", str(case)))
    return subprocess.run(["bash", "-o", "pipefail", "-c", command.replace(without, "")], capture_output=True).returncode


class Found(CliTest):
    def test_each_replays_on_the_compiler_it_was_found_in(self):
        self.assertGreater(len(FOUND), 0)
        for case in FOUND:
            with self.subTest(case.parent.name):
                replay = self.run_assay("replay", case)
                # 0: the installed MLIR has been mended since.
                self.assertIn(replay.returncode, (0, 1), replay.stderr)
                if replay.returncode == 1:
                    self.assertIn("mismatch", replay.stdout)

    def test_the_core_gets_each_right(self):
        for case in FOUND:
            for level in ("O0", "O1", "O2", "O3"):
                with self.subTest(f"{case.parent.name} {level}"):
                    self.run_assay("replay", case, "--target", f"cpu:{level}", code=0)

    @unittest.skipUnless(shutil.which("mlir-opt-22"), "there is no mlir-opt-22")
    def test_the_tools_fail_on_what_was_found_without_a_program_of_ours(self):
        self.assertGreater(len(OF_TOOLS), 0)
        for case in OF_TOOLS:
            with self.subTest(case.parent.name):
                self.assertNotEqual(run_line(case), 0)
        case = FOLDER / "mlir-vectorize-constant-reduction/case.mlir"
        self.assertEqual(run_line(case, without="transform-interpreter,"), 0)


class List(CliTest):
    """list.py in a tree of its own, with the bugs that a test writes down."""

    HEAD = "| bug | compiler | releases | kind | what | reported |\n| --- | --- | --- | --- | --- | --- |\n"

    def setUp(self):
        super().setUp()
        self.bugs = self.folder / "triage/known/bugs"
        self.bugs.mkdir(parents=True)
        (self.folder / "docs").mkdir()
        (self.folder / "docs/found.md").write_text(f"Before\n\n{self.HEAD}\nBehind\n")
        shutil.copy(FOLDER / "list.py", self.bugs)

    def write(self, bug, **keys):
        text = {"title": f"What {bug} is", "compiler": "c", "no_case": "none was kept", "forms": [{"verdict": "crash", "says": bug}]} | keys
        (self.bugs / bug).mkdir(exist_ok=True)
        (self.bugs / bug / "bug.json").write_text(json.dumps({key: value for key, value in text.items() if value is not None}))

    def list(self, flag, code=0):
        done = subprocess.run([self.bugs / "list.py", flag], capture_output=True, text=True)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def test_each_form_is_an_entry_and_what_they_share_stands_once(self):
        self.write("b", no_case=None, since="1", until="2", verdict="mismatch",
                   forms=[{"structure": {"op": "sort"}, "order": 2}, {"says": "x", "case": "../a/shown.mlir"}])
        self.write("a", forms=[{"verdict": "timeout", "says": "y"}], link="https://example.org/a/b/issues/3")
        (self.bugs / "a/shown.mlir").touch()
        common = {"id": "b", "compiler": "c", "since": "1", "until": "2", "verdict": "mismatch"}
        self.assertEqual(json.loads(self.list("--json")),
                         [{"id": "a", "compiler": "c", "link": "https://example.org/a/b/issues/3", "verdict": "timeout", "says": "y"},
                          common | {"says": "x", "case": "triage/known/bugs/a/shown.mlir"}, common | {"structure": {"op": "sort"}}])
        self.assertIn("its table is another", self.list("--check", code=1))
        self.list("--write")
        self.assertEqual(self.list("--check"), "")
        self.assertEqual((self.folder / "docs/found.md").read_text(),
                         f"Before\n\n{self.HEAD}"
                         "| [a](../triage/known/bugs/a) | c | | time-out | What a is | [a/b#3](https://example.org/a/b/issues/3) |\n"
                         "| [b](../triage/known/bugs/b) | c | 1 to 2 | wrong result | What b is | |\n\nBehind\n")

    def test_a_bug_that_is_never_passed_over_is_in_the_table_alone(self):
        self.write("a", forms=[], no_forms="nobody meets it", verdict="crash")
        self.assertEqual(json.loads(self.list("--json")), [])
        self.list("--write")
        self.assertIn("| crash | What a is | |", (self.folder / "docs/found.md").read_text())

    def test_what_is_wrong_with_a_bug_is_a_sentence_with_its_place(self):
        for keys, says in (({"no_case": None}, "there is no case, and no_case does not say why"),
                           ({"forms": [{"verdict": "crash", "says": "x", "case": "case.mlir"}]}, "there is no triage/known/bugs/a/case.mlir"),
                           ({"forms": []}, "there is no form, and no_forms does not say why"),
                           ({"forms": [{"compiler": "d", "verdict": "crash", "says": "x"}]}, "'compiler' of a form is said of the bug"),
                           ({"forms": {}}, "forms is no list of objects"), ({"compiler": None}, "there is no compiler"),
                           ({"title": None}, "there is neither a report.md nor a title"), ({"id": "b"}, "the folder's name is the id"),
                           ({"same_cause": "b"}, "there is no b")):
            with self.subTest(says):
                self.write("a", **keys)
                self.assertEqual(self.list("--json", code=1), f"triage/known/bugs/a/bug.json:1: {says}\n")
        (self.bugs / "a/bug.json").write_text('{\n  "compiler": "c",\n  "forms" []\n}\n')
        self.assertEqual(self.list("--json", code=1), "triage/known/bugs/a/bug.json:3: Expecting ':' delimiter\n")
        (self.bugs / "a/bug.json").write_text('{"compiler": "c", "compiler": "d"}')
        self.assertEqual(self.list("--json", code=1), "triage/known/bugs/a/bug.json:1: there are two of 'compiler'\n")
        self.write("a")
        (self.bugs / "a/case.mlir").touch()
        self.assertEqual(self.list("--check", code=1), "triage/known/bugs/a/bug.json:1: there is a case and no_case\n")


if __name__ == "__main__":
    main()
