"""./dev shows what it does and how far it is, with a ninja and an apt-get that do as they are told."""
import os
import pathlib
import pty
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
# Says its lines, waits where it is told to until the test has seen them, and ends as it is told.
TOOL = """#!/usr/bin/env bash
status=${NINJA_STATUS:-}
status=${status//%p/ 50%}
status=${status//%f/319}
status=${status//%t/638}
status=${status//%e/65.2}
while IFS= read -r line; do
  [ "$line" != WAIT ] || { while [ ! -e "$0.go" ]; do sleep 0.05; done; continue; }
  echo "${line/STATUS /$status}"
done <"$0.says"
exit "$(cat "$0.code")"
"""


class Dev(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory(prefix="assay-dev-")
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)
        for name in ("dev", "packages.txt"):
            shutil.copy(ROOT / name, self.folder)
        (self.folder / "build/release").mkdir(parents=True)
        (self.folder / "build/release/build.ninja").touch()
        (self.folder / "bin").mkdir()
        self.environment = {**os.environ, "PATH": f"{self.folder}/bin:{os.environ['PATH']}", "TERM": "xterm"}
        self.tool("dpkg-query", "installed")
        self.tool("ninja", "ninja: Entering directory `build/release'", "ninja: no work to do.")

    def tool(self, name, *lines, code=0):
        path = self.folder / "bin" / name
        path.write_text(TOOL)
        path.chmod(0o755)
        path.with_name(f"{name}.says").write_text("".join(f"{line}\n" for line in lines))
        path.with_name(f"{name}.code").write_text(f"{code}\n")
        return path

    def dev(self, *arguments, **options):
        return subprocess.Popen([self.folder / "dev", *arguments], env=self.environment, text=True,
                                **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options})

    def test_a_build_is_told_while_it_goes_on(self):
        ninja = self.tool("ninja", "STATUS Building CXX object program/types/Dim.cpp.o", "WAIT")
        process = self.dev("build")
        self.assertEqual(process.stdout.readline(),
                         "dev: building:  50%, 319 of 638 after 65.2 s: Building CXX object program/types/Dim.cpp.o\n")
        ninja.with_name("ninja.go").touch()
        self.assertEqual(process.communicate(), ("", ""))
        self.assertEqual(process.returncode, 0)

    def test_elsewhere_than_on_a_terminal_it_is_a_line_now_and_then(self):
        self.tool("ninja", *["STATUS Building CXX object program/types/Dim.cpp.o"] * 600)
        out, _ = self.dev("build").communicate()
        self.assertEqual(len(out.splitlines()), 1)

    def test_a_terminal_has_one_line_that_changes(self):
        self.tool("ninja", "STATUS Building CXX object program/types/Dim.cpp.o", "STATUS Linking CXX executable bin/assay")
        ours, theirs = pty.openpty()
        process = self.dev("build", stdout=theirs, stderr=None)
        os.close(theirs)
        process.wait()
        shown = os.read(ours, 65536).decode()
        os.close(ours)
        self.assertIn("319 of 638", shown)
        self.assertNotIn("\n", shown)
        self.assertEqual(shown.count("\r\033[K"), 3)
        self.assertTrue(shown.endswith("\r\033[K"), repr(shown))

    def test_what_does_not_compile_is_said_and_fails(self):
        self.tool("ninja", "STATUS Building CXX object program/types/Dim.cpp.o", "FAILED: program/types/Dim.cpp.o", "Dim.cpp:1: error", code=1)
        process = self.dev("build")
        _, err = process.communicate()
        self.assertEqual(err, "FAILED: program/types/Dim.cpp.o\nDim.cpp:1: error\n")
        self.assertEqual(process.returncode, 1)

    def test_what_is_built_is_not_talked_about(self):
        process = self.dev("build")
        self.assertEqual(process.communicate(), ("", ""))
        self.assertEqual(process.returncode, 0)

    def test_an_installation_is_told_while_it_goes_on(self):
        self.tool("dpkg-query", "not-installed")
        self.tool("sudo", "Unpacking clang-22 ...")
        apt = self.tool("apt-get", "Unpacking clang-22 ...", "WAIT")
        process = self.dev("build")
        self.assertIn("packages", process.stdout.readline())
        self.assertEqual(process.stdout.readline(), "dev: installing: Unpacking clang-22 ...\n")
        apt.with_name("apt-get.go").touch()
        process.communicate()
        self.assertEqual(process.returncode, 0)


if __name__ == "__main__":
    unittest.main()
