"""Where output goes when it cannot go where it should: closed, full, or to a reader that has seen enough."""
import contextlib
import fcntl
import os
import pty
import struct
import subprocess
import termios
import unittest

from support import ASSAY, CliTest, main

FUZZ = ("fuzz", "--target", "fake:ok", "--seed", "3", "--count", "200", "--store", "a.db")


def fill_cases(test, count, folder="cases"):
    test.run_assay("gen", "--seed", 1, "--count", count, "-o", folder, code=0)
    return sorted(str(path) for path in (test.folder / folder).iterdir())


class Status(CliTest):
    def test_failures_that_wait_to_be_confirmed_are_told(self):
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 300, 0, 0))
        process = subprocess.Popen([ASSAY, "fuzz", "--target", "fake:various-slow", "--seed", "7", "--count", "40", "--jobs", "2", "--no-reduce",
                                    "--store", "a.db"], cwd=self.folder, stdout=theirs, stderr=theirs)
        os.close(theirs)
        said = b""
        with contextlib.suppress(OSError):  # which is its end
            while True:
                said += os.read(ours, 4096)
        process.wait()
        os.close(ours)
        self.assertRegex(said.decode(), r"\d findings?, [1-9]\d* to confirm")


class FullOutput(CliTest):
    def to_full_disk(self, *arguments):
        with open("/dev/full", "w") as full:
            return subprocess.run([ASSAY, *arguments], cwd=self.folder, stdout=full, stderr=subprocess.PIPE, text=True,
                                  timeout=300)

    def test_output_that_does_not_fit_is_a_sentence(self):
        cases = fill_cases(self, 60)  # more than a buffer
        for arguments in (["--help"], ["--version"], ["targets"], ["profiles"], ["gen", "--seed", "3"],
                          ["check", *cases, "--target", "fake:ok"], ["check", cases[0], "--target", "fake:ok", "--json"],
                          ["fuzz", "--target", "fake:ok", "--count", "3", "--json", "-"]):
            with self.subTest(arguments[0]):
                done = self.to_full_disk(*arguments)
                self.assertEqual(done.returncode, 2, done.stderr)
                line = done.stderr.strip().splitlines()[-1]
                self.assertIn("cannot write to standard output", line)

    def test_a_campaign_is_finished_all_the_same(self):
        self.assertEqual(self.to_full_disk(*FUZZ).returncode, 2)
        self.assertTrue((self.folder / "a.html").exists())
        self.assertEqual(self.fuzz(*FUZZ[1:], code=0)["programs"], 200)


class ClosedOutput(CliTest):
    def closed(self, *arguments, files):
        close = "; ".join(f"os.close({file})" for file in files)
        script = f"import os, sys; {close}; os.execv(sys.argv[1], sys.argv[1:])"
        return subprocess.run(["python3", "-c", script, ASSAY, *arguments], cwd=self.folder, stderr=subprocess.DEVNULL,
                              timeout=300).returncode

    def test_nothing_is_printed_into_the_store(self):
        for files in ((1,), (0, 1, 2)):
            with self.subTest(files):
                self.assertEqual(self.closed(*FUZZ, files=files), 2)
                self.assertEqual(self.fuzz(*FUZZ[1:], code=0)["programs"], 200)

    def test_a_closed_output_is_an_error(self):
        self.assertEqual(self.closed("gen", "--seed", "1", files=(1,)), 2)
        self.assertEqual(self.closed("targets", files=(1,)), 2)


class ReaderThatLeaves(CliTest):
    def head(self, *arguments):
        """The exit code and the complaints, where only the first line is read."""
        with open(self.folder / "stderr", "w") as complaints:
            process = subprocess.Popen([ASSAY, *arguments], cwd=self.folder, stdout=subprocess.PIPE, stderr=complaints)
        fcntl.fcntl(process.stdout, fcntl.F_SETPIPE_SZ, 4096)
        process.stdout.readline()
        process.stdout.close()
        return process.wait(timeout=300), (self.folder / "stderr").read_text()

    def test_no_fuss_is_made(self):
        cases = fill_cases(self, 50, "c" * 250)  # names of more than the pipe holds
        self.assertEqual(self.head("check", *cases, "--target", "fake:ok"), (0, ""))

    def test_a_campaign_goes_on(self):
        self.assertEqual(self.head(*FUZZ), (0, ""))
        self.assertEqual(self.fuzz(*FUZZ[1:], code=0)["checks"], 200)


class NothingIsLeftBehind(CliTest):
    def test_wrong_names_make_no_store(self):
        for flags in (["--target", "fake:nothing"], ["--target", "fake:ok", "--profile", "huge"],
                      ["--target", "fake:ok", "--inject", "bug"]):
            with self.subTest(flags):
                self.assert_sentence(self.run_assay("fuzz", "--count", 3, *flags))
                self.assertEqual(os.listdir(self.folder), [])

    def test_a_device_is_no_store(self):
        self.assert_sentence(self.run_assay("fuzz", "--target", "fake:ok", "--count", 3, "--store", "/dev/full"), "/dev/full")
        self.assertFalse(os.path.exists("/dev/full.cases"))


if __name__ == "__main__":
    main()
