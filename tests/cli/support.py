"""What the tests of the command line share: running assay in a folder of its own."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

# Given by CMake: the real program, or the one with fakes.
ASSAY = pathlib.Path(os.environ["ASSAY"]).resolve()
# Compilers that are scripts start this interpreter by its name hundreds of times: without what may stand before it, as pyenv's shims do.
os.environ["PATH"] = f"{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}"

# A compiler that is a script, and does wrong what its flags say.
MYCC = pathlib.Path(__file__).resolve().parents[1] / "fakes/mycc.py"
MYCC_MANIFEST = {
    "schema": 1,
    "name": "mycc",
    "version": "1.4",
    "flavour": {"name": "linalg"},
    "compile": ["{here}/mycc.py", "compile", "{input}", "{output}", "{flags}"],
    "run": {
        "command": ["mycc.py", "run", "{module}", "{inputs}", "{outputs}"],
        "input": "--input={type}@{file}",
        "output": "--output={file}",
    },
    "limits": {"seconds": 10, "mebibytes": 500},
    "levels": {"O0": [], "O2": ["--opt"]},
    "unsupported": [{"pattern": "is not implemented", "reason": "mycc takes no rank 1"}],
}

# x + x, of three elements and of none.
SUM_CASE = """assay 1
d0 dynamic
%0 = argument f32[d0]
%1 = binary(%0, %0) {function=add}
return %1
run d0=3
  %0 = f32[3] [1,2,3]
run d0=0
  %0 = f32[0] []
"""

# For what takes long beside a shorter test of the same thing.
in_soak = unittest.skipUnless(os.environ.get("ASSAY_SOAK"), "runs in ./dev soak")


class CliTest(unittest.TestCase):
    """Each test has a fresh current folder, and says how long it took."""

    def setUp(self):
        began, used = time.monotonic(), os.times()
        def say_cost():
            now = os.times()
            cpu = now.children_user - used.children_user + now.children_system - used.children_system
            print(f"{time.monotonic() - began:7.1f} s, {cpu:6.1f} s of CPU: {self.id()}", file=sys.stderr)
        self.addCleanup(say_cost)
        self.holder = tempfile.TemporaryDirectory(prefix="assay-cli-")
        self.folder = pathlib.Path(self.holder.name)
        self.addCleanup(self.holder.cleanup)

    def run_assay(self, *arguments, code=None, timeout=300, **options):
        done = subprocess.run([ASSAY, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True,
                              timeout=timeout, **options)
        done.all = done.stdout + done.stderr
        if code is not None:
            self.assertEqual(done.returncode, code, done.all)
        # Whatever happens, the program itself does not crash.
        self.assertGreaterEqual(done.returncode, 0, done.all)
        return done

    def fuzz(self, *arguments, **options):
        """Runs a campaign and returns its JSON summary."""
        done = self.run_assay("fuzz", "--json", "summary.json", *arguments, **options)
        self.output = done.stdout
        return json.loads((self.folder / "summary.json").read_text())

    def campaign_page(self, *stores):
        """What `assay site` writes of the campaign and its findings."""
        self.run_assay("site", *stores, "-o", "site", code=0)
        site = self.folder / "site"
        return "".join(page.read_text() for page in [site / "campaign.html", *sorted(site.glob("findings/*.html"))])

    def assert_sentence(self, done, *words):
        """One line on stderr, with these words in it, and exit code 2."""
        self.assertEqual(done.returncode, 2, done.all)
        self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)


def deterministic(summary):
    """The part of a summary that may not depend on jobs, kills or time."""
    findings = [{key: finding[key] for key in ("signature", "verdict", "count", "targets", "reduced", "moreLike")} |
                {"case": pathlib.Path(finding["case"]).name} for finding in summary["findings"]]
    return {"findings": findings, **{key: summary[key] for key in
                                     ("version", "seed", "programs", "checks", "verdicts", "opAcceptance")}}


class PartLoader(unittest.TestLoader):
    """Every n-th test, from the k-th on, where ASSAY_TEST_PART is "k/n": so that CTest may run the parts side by side."""

    def loadTestsFromModule(self, *arguments, **options):
        first, step = map(int, os.environ.get("ASSAY_TEST_PART", "0/1").split("/"))
        return self.suiteClass(list(each(super().loadTestsFromModule(*arguments, **options)))[first::step])


def each(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from each(test)
        else:
            yield test


def main():
    unittest.main(argv=[sys.argv[0], *sys.argv[1:]], testLoader=PartLoader())
