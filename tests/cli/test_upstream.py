"""Upstream's tools as processes, and random pipelines of upstream's passes."""
import json
import pathlib
import re
import shlex
import shutil
import subprocess
import unittest

from support import ASSAY, CliTest, main

BUGS = pathlib.Path(__file__).resolve().parents[2] / "triage/known/bugs"
CORPUS = sorted((pathlib.Path(__file__).resolve().parents[2] / "corpus").glob("*.txt"))
FAULTS = pathlib.Path(__file__).resolve().parents[1] / "faults"

BUFFERIZE = ("one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map "
             "allow-return-allocs-from-loops=1}")
LOWERING = ("func.func(convert-linalg-to-loops),convert-scf-to-cf,expand-strided-metadata,lower-affine,arith-expand,"
            "convert-complex-to-standard,convert-complex-to-llvm,convert-math-to-llvm,convert-math-to-libm,finalize-memref-to-llvm,"
            "convert-arith-to-llvm,convert-func-to-llvm,convert-cf-to-llvm,convert-index-to-llvm,reconcile-unrealized-casts")
PIPELINE = f"{BUFFERIZE},{LOWERING}"

CASE = """assay 1
%0 = argument f32[2,2]
%1 = transpose(%0) {permutation=[1,0]}
return %1
run
  %0 = f32[2,2] [1,2,3,4]
"""

# Upstream's canonicalizer makes the slice's source a static 0, which then fails its verifier.
EMPTY = """assay 1
d0 disguised
d1 dynamic
%0 = fill() {shape=[d0]} : f32[d0]
%1 = extract_slice(%0) {offsets=[0], sizes=[d1], strides=[1]} : f32[d1]
return %1
run d0=0 d1=0
"""


class Explain(CliTest):
    """The passes that a failure needs, and which of them is to blame, with the IR that shows it."""

    def explain(self, bug):
        done = self.run_assay("explain", BUGS / bug / "case.mlir", "-o", self.folder, code=0)
        return done.stdout, self.folder / "case.pass.mlir"

    def test_a_wrong_result_is_laid_on_the_pass_without_which_it_is_right(self):
        said, before = self.explain("mlir-fused-accumulation")
        self.assertIn("needs 5 of 10 passes:\n", said)
        self.assertRegex(said, r"linalg-fuse-elementwise-ops +without it: agree\n")
        self.assertIn("goes wrong with linalg-fuse-elementwise-ops\n", said)
        self.assertRegex(said, r"\ntook [^\n]*\d s, \d+ checks\n\Z")
        self.assertIn("linalg.", before.read_text())

    @unittest.skipUnless(shutil.which("script"), "there is no script")
    def test_a_terminal_is_told_how_far_it_is_and_keeps_what_was_found(self):
        command = shlex.join([str(ASSAY), "explain", str(BUGS / "mlir-fused-accumulation/case.mlir"), "-o", str(self.folder)])
        done = subprocess.run(["script", "-qec", f"stty cols 200; {command}", "/dev/null"], capture_output=True,
                              stdin=subprocess.DEVNULL, timeout=300)
        said = done.stdout.decode()
        self.assertRegex(said, r"\x1b\[K[\d.]+ s  without pass \d+ of \d+: \S+")
        kept = re.sub(r"\r\x1b\[K[^\r\n]*(?=\r\x1b\[K)", "", said).replace("\r\x1b[K", "").replace("\r", "")
        self.assertEqual(re.sub(r"took.*", "", kept), re.sub(r"took.*", "", self.explain("mlir-fused-accumulation")[0]))

    def test_a_wrong_result_that_every_pass_is_needed_for_is_laid_on_none(self):
        said, before = self.explain("mlir-slice-cast-to-dense")
        self.assertIn("which of the passes that it needs is to blame is not known", said)
        self.assertFalse(before.exists())

    def test_a_failure_to_compile_is_laid_on_the_pass_that_fails_and_shows_there_alone(self):
        (self.folder / "case.txt").write_text(EMPTY)
        done = self.run_assay("explain", "case.txt", "--target", f"cpu:pipeline={BUFFERIZE},canonicalize,{LOWERING}", code=0)
        self.assertIn("fails in canonicalize\n", done.stdout)
        alone = subprocess.run(["mlir-opt-22", self.folder / "case.pass.mlir", "--pass-pipeline=builtin.module(canonicalize)"],
                               capture_output=True, text=True)
        self.assertEqual(alone.returncode, 1)
        self.assertIn("offset 0 is out-of-bounds", alone.stderr)


class Processes(CliTest):
    def check_corpus(self, version):
        done = self.run_assay("check", *CORPUS[1::2], "--target", f"mlir@{version}:pipeline={PIPELINE}", "--json", code=0)
        self.assertEqual({one["verdict"] for one in json.loads(done.stdout)}, {"agree"})

    def test_the_corpus_agrees(self):
        self.check_corpus(22)

    @unittest.skipUnless(shutil.which("mlir-opt-19"), "mlir-19-tools is not installed")
    def test_the_corpus_agrees_on_an_older_version(self):
        self.check_corpus(19)

    def test_tools_that_are_not_there_are_named_with_their_packages(self):
        (self.folder / "case.txt").write_text(CASE)
        self.assert_sentence(self.run_assay("check", "case.txt", "--target", f"mlir@7:pipeline={PIPELINE}"),
                             "apt install mlir-7-tools libmlir-7")

    def test_a_wrong_pipeline_is_an_error_and_not_a_finding(self):
        (self.folder / "case.txt").write_text(CASE)
        self.assert_sentence(self.run_assay("check", "case.txt", "--target", "mlir@22:pipeline=no-such-pass"), "'no-such-pass'")

    def test_what_is_left_of_other_dialects_fails_in_the_run(self):
        (self.folder / "case.txt").write_text(CASE)
        done = self.run_assay("check", "case.txt", "--target", f"mlir@22:pipeline={BUFFERIZE}", code=1)
        self.assertIn("run_failure", done.stdout)

    def test_a_crash_is_named_by_its_functions(self):
        (self.folder / "case.txt").write_text(CASE)
        done = self.run_assay("check", "case.txt", "--target", f"mlir@22:pipeline={BUFFERIZE},test-pass-crash", code=1)
        self.assertRegex(done.stdout, "crash:compile:SIGABRT: .*mlir::PassManager::run")


class Random(CliTest):
    def test_a_name_stands_for_one_pipeline(self):
        first = self.run_assay("targets", "mlir@22:random=7", code=0).stdout
        self.assertTrue(first.startswith("cpu:pipeline="))
        self.assertEqual(first, self.run_assay("targets", "mlir@22:random=7", code=0).stdout)
        self.assertNotEqual(first, self.run_assay("targets", "mlir@22:random=8", code=0).stdout)
        self.assertEqual(self.run_assay("targets", "cpu:O2", code=0).stdout, "cpu:O2\n")
        self.assert_sentence(self.run_assay("targets", "mlir@22:random=x"), "random=7")

    def test_a_campaign_draws_again_and_again(self):
        done = self.run_assay("fuzz", "--target", "mlir@22:random", "--seed", 3, "--count", 70, "--no-known", "--no-reduce")
        self.assertIn(done.returncode, (0, 1), done.all)
        self.assertIn("70 programs, 70 checks", done.stdout)
        self.assert_sentence(self.run_assay("targets", "mlir@22:random"), "mlir@22:random=7")

    def test_a_lit_case_has_the_pipeline_in_it(self):
        fault = "topk-tie-at-tile-edge"
        case = FAULTS / f"{fault}.txt"
        for seed in range(1, 9):
            target = f"mlir@22:random={seed}"
            if self.run_assay("check", case, "--target", target).returncode == 0:
                break
        self.run_assay("reduce", case, "--target", target, "--inject", fault, "-o", "bug.mlir", code=1)
        pipeline = self.run_assay("targets", target, code=0).stdout.strip()
        text = (self.folder / "bug.mlir").read_text()
        self.assertIn(f"// assay-target: {pipeline}\n// assay-inject: {fault}\n", text)
        self.run_assay("replay", "bug.mlir", code=1)

    def test_bugs_found_within_this_program_are_tested_on_a_release(self):
        done = self.run_assay("retest", "--on", "mlir@22", "--dry-run", "mlir-slice-cast-to-dense", code=0)
        self.assertRegex(done.stdout, r"^mlir-slice-cast-to-dense +still fails\n")


if __name__ == "__main__":
    main()
