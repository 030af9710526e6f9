"""Targets on HIP, with assay's own library."""
import os
import subprocess
import sys
import unittest

from support import ASSAY, CliTest, main

LIBRARY = ASSAY.parents[1] / "lib/hip/libamdhip64.so"

CASE = """assay 1
%0 = argument f32[8]
%1 = unary(%0) {function=neg}
return %1
run
  %0 = integers {seed=1, low=-4, high=4}
"""

WRONG = [("ASSAY_HIP_CHECKS", "races,bogus", "'bogus' is no check"), ("ASSAY_HIP_SCHEDULE", "seven", "is no number"),
         ("ASSAY_HIP_SCHEDULE", "7x", "is no number"), ("ASSAY_HIP_BUDGET", "-1", "is no number"),
         ("ASSAY_HIP_CHIP", "gfx9", "neither gfx942 nor gfx90a")]


@unittest.skipUnless(LIBRARY.exists(), "HIP's headers are not installed: there is no library")
class Hip(CliTest):
    def setUp(self):
        super().setUp()
        (self.folder / "case.txt").write_text(CASE)

    def assay(self, command, *flags, **variables):
        what = {"fuzz": ["fuzz", "--count", 1, "--store", "new.db"]}.get(command, [command, "case.txt"])
        return self.run_assay(*what, "--target", "hip:O1", *flags, env={**os.environ, **variables})


class Environment(Hip):
    def test_a_wrong_variable_is_one_sentence_before_any_work(self):
        for name, value, sentence in WRONG:
            for command in ("check", "replay", "fuzz"):
                with self.subTest(f"{command} with {name}={value}"):
                    self.assert_sentence(self.assay(command, **{name: value}), f"{name}={value}", sentence)
        self.assertFalse((self.folder / "new.db").exists())

    def test_right_and_empty_variables_are_taken(self):
        for checks, schedule in (("races,waits", "7"), ("all", "18446744073709551615"), ("", "")):
            with self.subTest((checks, schedule)):
                done = self.assay("check", ASSAY_HIP_CHECKS=checks, ASSAY_HIP_SCHEDULE=schedule)
                self.assertEqual(done.returncode, 0, done.all)

    def test_the_library_says_which_variables_it_does_not_use(self):
        for name, value, sentence in WRONG:
            with self.subTest(f"{name}={value}"):
                done = subprocess.run([sys.executable, "-c", "import ctypes, sys; sys.exit(ctypes.CDLL(sys.argv[1]).hipInit(0))",
                                       LIBRARY], env={**os.environ, name: value}, capture_output=True, text=True, timeout=60)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
                self.assertIn(f"{name}={value}", done.stderr)
                self.assertIn(sentence, done.stderr)


class DumpedCodeObjects(Hip):
    def test_the_folder_is_made_and_holds_code_and_plan(self):
        self.assertEqual(self.assay("check", "--dump-code-objects", "new/code").returncode, 0)
        self.assertEqual([file.suffix for file in sorted((self.folder / "new/code").iterdir())], [".hsaco", ".txt", ".s"])

    def test_a_folder_that_cannot_be_written_is_one_sentence_before_any_work(self):
        for folder in ("/proc/x", "/proc", "case.txt", "case.txt/code", "/sys/kernel"):
            for command in ("check", "replay", "fuzz"):
                with self.subTest(f"{command} into {folder}"):
                    self.assert_sentence(self.assay(command, "--dump-code-objects", folder), folder, "name another folder")


class Report(Hip):
    def test_it_says_on_which_library_device_and_chip_each_target_ran(self):
        summary = self.fuzz("--target", "hip:O0,hip:O1,gfx90a,cpu:O0", "--profile", "small", "--seed", 1, "--count", 1, "--no-reduce",
                            "--store", "a.db")
        self.assertEqual([(row["target"], row["device"], row["chip"]) for row in summary["devices"]],
                         [("hip:O0", "assay AMDGPU emulator (gfx942)", "gfx942"),
                          ("hip:O1,gfx90a", "assay AMDGPU emulator (gfx90a)", "gfx90a")])
        self.assertEqual({row["library"] for row in summary["devices"]}, {str(LIBRARY)})
        self.assertIn(f"{LIBRARY}, assay AMDGPU emulator (gfx90a), code for gfx90a", self.campaign_page("a.db"))


if __name__ == "__main__":
    main()
