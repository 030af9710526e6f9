"""A released IREE: installing it, what was found in it, and its own tools on the lit cases.

Where its wheels cannot be installed, everything here is skipped: exit code 77.
"""
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

from support import ASSAY, CliTest, main

ROOT = pathlib.Path(__file__).parents[2]
FOUND = sorted((ROOT / "corpus/found").glob("iree-*/case.mlir"))
RELEASE = "iree@3.13.0"


def assay(*arguments):
    return subprocess.run([ASSAY, *map(str, arguments)], capture_output=True, text=True)


def has_release():
    return any(line.startswith(RELEASE) for line in assay("target", "list").stdout.splitlines())


def tools():
    """Where the release's own programs lie, by name."""
    for line in assay("target", "list").stdout.splitlines():
        if line.startswith(RELEASE):
            root = pathlib.Path(line.split(maxsplit=1)[1])
            return {path.name: path for pattern in ("**/_mlir_libs/iree-compile", "**/_runtime_libs/iree-run-module")
                    for path in root.glob(pattern)}
    return {}


# At O2 the maximum and its index are one dispatch. At O0 they are two, and 3.13.0 sorts the maxima before the second reads them.
ONE_DISPATCH_AT_O2 = """assay 1
%0 = argument f32[2]
%1 = argument f32[2,2]
%2, %3 = arg_reduce(%1) as primitives {dim=0, first_index=true, index_type=i32}
%4 = fill() {shape=[], element=i32, value=0}
%5, %6 = sort(%0, %2) {dim=0, descending=true}
return %3, %6, %4
run
  %0 = f32[2] [0,1]
  %1 = f32[2,2] [0,0,0,1]
"""


class Iree(CliTest):
    def test_doctor_tells_what_works(self):
        done = assay("target", "doctor")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        for line in ("llvm-cpu  compiles and runs", "vmvx      compiles and runs", "hip       compiles"):
            self.assertIn(line, done.stdout)

    def test_programs_agree(self):
        done = assay("fuzz", "--target", f"{RELEASE}:llvm-cpu:O2,{RELEASE}:vmvx:O1", "--seed", 1, "--count", 4, "--jobs", 1,
                     "--no-reduce", "--store", pathlib.Path(self.folder) / "s.db")
        self.assertIn("agree", done.stdout, done.stderr)

    def test_levels_are_those_of_iree_compile(self):
        case = pathlib.Path(self.folder) / "case.txt"
        case.write_text(ONE_DISPATCH_AT_O2)
        for level, code in {"O0": 1, "O2": 0}.items():
            done = assay("replay", case, "--target", f"{RELEASE}:llvm-cpu:{level}")
            self.assertEqual(done.returncode, code, done.stdout + done.stderr)

    def test_what_was_found_is_still_told_from_what_is_right(self):
        self.assertGreater(len(FOUND), 9)
        for case in FOUND:
            with self.subTest(case.parent.name):
                done = assay("replay", case)
                self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
                self.assertEqual(assay("replay", case, "--target", "cpu:O2").returncode, 0)

    def test_its_own_tools_fail_on_the_lit_cases(self):
        found = tools()
        for case in FOUND:
            with self.subTest(case.parent.name), tempfile.TemporaryDirectory() as folder:
                codes = []
                for command in re.findall(r"^// RUN: (.*)$", case.read_text(), re.MULTILINE):
                    words = shlex.split(command.replace("%s", str(case)).replace("%t", folder + "/t"))
                    words[0] = str(found[words[0]])
                    codes.append(subprocess.run(words, capture_output=True).returncode)
                self.assertNotEqual(codes[-1], 0)
                self.assertEqual(codes[:-1], [0] * (len(codes) - 1))


if __name__ == "__main__":
    if not has_release():
        os.environ["ASSAY_DATA"] = os.environ["ASSAY_TEST_DATA"]
    if not has_release():
        added = assay("target", "add", RELEASE)
        if added.returncode != 0:
            print(f"skipped: {added.stderr.strip()}")
            sys.exit(77)
    main()
