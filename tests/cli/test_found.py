"""The wrong results kept in corpus/found: still told from right ones, and not shared by the core."""
import pathlib
import re
import shutil
import subprocess
import unittest

from support import CliTest, main

FOLDER = pathlib.Path(__file__).parents[2] / "corpus/found"
FOUND = sorted(FOLDER.glob("*.mlir"))
OF_TOOLS = sorted(FOLDER.glob("mlir-*/case.mlir"))


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
            with self.subTest(case.name):
                replay = self.run_assay("replay", case)
                # 0: the installed MLIR has been mended since.
                self.assertIn(replay.returncode, (0, 1), replay.stderr)
                if replay.returncode == 1:
                    self.assertIn("mismatch", replay.stdout)

    def test_the_core_gets_each_right(self):
        for case in FOUND:
            for level in ("O0", "O1", "O2"):
                with self.subTest(f"{case.name} {level}"):
                    self.run_assay("replay", case, "--target", f"cpu:{level}", code=0)

    @unittest.skipUnless(shutil.which("mlir-opt-22"), "there is no mlir-opt-22")
    def test_the_tools_fail_on_what_was_found_without_a_program_of_ours(self):
        self.assertGreater(len(OF_TOOLS), 0)
        for case in OF_TOOLS:
            with self.subTest(case.parent.name):
                self.assertNotEqual(run_line(case), 0)
        case = FOLDER / "mlir-vectorize-constant-reduction/case.mlir"
        self.assertEqual(run_line(case, without="transform-interpreter,"), 0)


if __name__ == "__main__":
    main()
