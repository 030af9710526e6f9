"""Compilers that a manifest describes: what they do wrong becomes the right verdict. Runs with the fake compiler in
tests/fakes/mycc.py."""
import copy
import html
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time
import unittest
import unittest.mock

from support import ASSAY, MYCC, MYCC_MANIFEST, SUM_CASE, CliTest, in_soak, main

LIT = shutil.which("lit-22") or "/usr/lib/llvm-22/build/utils/lit/lit.py"


def is_running(process):
    """Whether there is a process of that number that has not ended."""
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().split()[2] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


# In f16, exp(x) - 1 has no digit of the first right.
SMALL_CASE = """assay 1
%0 = argument f16[2]
%1 = unary(%0) {function=expm1}
return %1
run
  %0 = f16[2] [0.0004,1]
"""

# Three of the values are equal: their places are right in any order, but each only once.
TOPK_CASE = """assay 1
%0 = argument f32[4]
%1, %2 = topk(%0) {k=4}
return %1, %2
run
  %0 = f32[4] [5,5,7,5]
"""

# d1 is an index argument: no argument's shape spells it.
INDEX_CASE = """assay 1
d0 dynamic
d1 dynamic
%0 = argument f32[d0+d1]
%1 = binary(%0, %0) {function=add}
return %1
run d0=1 d1=2
  %0 = f32[3] [1,2,3]
"""


class ManifestTest(CliTest):
    def setUp(self):
        super().setUp()
        os.environ["ASSAY_DATA"] = str(self.folder / "data")
        os.environ["PATH"] = f"{MYCC.parent}:{os.environ['PATH']}"
        (self.folder / "mycc.py").symlink_to(MYCC)
        (self.folder / "case.txt").write_text(SUM_CASE)

    def write(self, file="mycc.json", **changes):
        manifest = {**copy.deepcopy(MYCC_MANIFEST), **changes}
        (self.folder / file).write_text(json.dumps(manifest, indent=2))

    def verdict(self, target, case="case.txt", **options):
        done = self.run_assay("check", case, "--target", target, "--json", **options)
        self.assertNotEqual(done.returncode, 2, done.all)
        return json.loads(done.stdout)[0]


class Verdicts(ManifestTest):
    def expect(self, flag, verdict, signature, detail=""):
        with self.subTest(flag):
            got = self.verdict(f"manifest=mycc.json:O0,{flag}")
            self.assertEqual(got["verdict"], verdict, got)
            self.assertEqual(got["signature"], signature, got)
            self.assertIn(detail, got["detail"])

    def test_what_compiles_and_runs_agrees_in_both_formats(self):
        for format in ("raw", "npy"):
            self.write(run={**MYCC_MANIFEST["run"], "format": format})
            for target in ("manifest=mycc.json:O0", "manifest=mycc.json:O2", f"manifest={self.folder}/mycc.json:O2,--x:y,-f"):
                got = self.verdict(target, code=0)
                self.assertEqual((got["verdict"], got["elements"]["exact"]), ("agree", 3), got)

    def test_what_goes_wrong_in_the_compiler(self):
        self.write()
        self.expect("--do=diagnostic", "compile_failure", "compile-failure:compile:cannot tile loop #", "cannot tile loop 17")
        self.expect("--do=colour", "compile_failure", "compile-failure:compile:cannot tile loop #", "input.mlir:3:4: error: cannot")
        self.expect("--do=elsewhere", "compile_failure", "compile-failure:compile:said on stdout", "input.mlir:1:1")
        self.expect("--do=silent", "compile_failure", "compile-failure:compile:exits with # and says nothing")
        self.expect("--do=nothing", "compile_failure", "compile-failure:compile:ends well but has written no module")
        self.expect("--do=unsupported", "unsupported", "unsupported:mycc takes no rank #", "mycc takes no rank 1")
        self.expect("--do=crash", "crash", "crash:compile:SIGSEGV")
        self.expect("--do=shell", "crash", "crash:compile:SIGSEGV")
        self.expect("--do=dump", "crash", "crash:compile:SIGSEGV: mycc::Tiler::tile<mycc::Pass::run", "mycc::Pass::run")
        self.expect("--do=abort", "crash", "crash:compile:SIGABRT: mycc: PATH void tile(): Assertion `size > #' failed.")
        self.expect("--do=killed", "timeout", "timeout:compile:memory")
        self.expect("--do=memory", "timeout", "timeout:compile:memory")
        self.expect("--do=bytes", "compile_failure", "compile-failure:compile:�� no text �")

    def test_what_is_printed_without_end_is_survived(self):
        self.write()
        self.expect("--do=noise", "compile_failure", "compile-failure:compile:too late")
        got = self.verdict("manifest=mycc.json:O0,--do=flood", env={**os.environ, "ASSAY_DISK": "16"})
        self.assertEqual(got["signature"], "compile-failure:compile:writes without end")

    def test_what_goes_wrong_in_a_run(self):
        for format in ("raw", "npy"):
            self.write(run={**MYCC_MANIFEST["run"], "format": format})
            self.expect("--then=diagnostic", "run_failure", "run-failure:cannot tile loop #")
            self.expect("--then=unsupported", "unsupported", "unsupported:mycc takes no rank #")
            self.expect("--then=crash", "crash", "crash:run:SIGSEGV")
            self.expect("--then=missing", "run_failure", "run-failure:the file of result # was not written")
            self.expect("--then=wrong", "mismatch", "mismatch:binary(add):f32:named")
            self.expect("--then=folder", "run_failure", "run-failure:the file of result # was not written")
        self.expect("--then=type", "run_failure", "run-failure:the file of result # has elements of type <i4, not <f4")
        self.expect("--then=long", "run_failure", "run-failure:the file of result # has shape [#], not [#]",
                    "has shape [4], not [3]")
        for how in ("short", "nonsense"):
            self.expect(f"--then={how}", "run_failure", "run-failure:the file of result # is no file of format NPY")
        self.write()
        self.expect("--then=long", "run_failure", "run-failure:the file of result # is # bytes long, not #",
                    "is 16 bytes long, not 12")
        self.expect("--then=short", "run_failure", "run-failure:the file of result # is # bytes long, not #",
                    "is 3 bytes long, not 12")

    def test_a_limit_of_time_ends_everything(self):
        self.write(limits={"seconds": 1})
        self.expect("--do=hang", "timeout", "timeout:compile")
        self.expect("--then=hang", "timeout", "timeout:run")
        note = self.folder / "child"
        got = self.verdict("manifest=mycc.json:O0,--do=brood", env={**os.environ, "MYCC_CHILD": str(note)})
        self.assertEqual(got["signature"], "timeout:compile")
        self.assertFalse(is_running(note.read_text()))

    def test_several_are_named_with_commas_between(self):
        for name in ("one", "two"):
            self.write(f"{name}.json", name=name)
        done = self.run_assay("check", "case.txt", "--target", "manifest=one.json:O2,--opt,manifest=two.json:O2", code=0)
        self.assertIn("one.json:O2,--opt: agree", done.stdout)
        self.assertIn("two.json:O2: agree", done.stdout)

    def test_index_arguments_need_words(self):
        (self.folder / "index.txt").write_text(INDEX_CASE)
        self.write()
        got = self.verdict("manifest=mycc.json:O0", case="index.txt")
        self.assertEqual((got["verdict"], got["detail"]), ("unsupported", "the manifest has no words for index arguments"))
        self.write(run={**MYCC_MANIFEST["run"], "index": ["--index", "{value}"]})
        self.assertEqual(self.verdict("manifest=mycc.json:O0", case="index.txt")["verdict"], "agree")

    def test_a_campaign_leaves_no_files_behind(self):
        self.write()
        scratch = self.folder / "tmp"
        scratch.mkdir()
        summary = self.fuzz("--target", "manifest=mycc.json:O0", "--count", 20, "--seed", 1, "--jobs", 1, "--no-reduce",
                            env={**os.environ, "TMPDIR": str(scratch)})
        self.assertEqual(summary["checks"], 20)
        self.assertEqual(list(scratch.iterdir()), [])

    def test_a_compiler_that_changed_makes_another_campaign(self):
        self.write()
        campaign = ("fuzz", "--target", "manifest=mycc.json:O0", "--seed", 1, "--jobs", 1, "--no-reduce", "--store", "s.db")
        self.run_assay(*campaign, "--count", 2, code=1)
        self.run_assay(*campaign, "--count", 4, code=1)
        self.write(version="2")
        done = self.run_assay(*campaign, "--count", 6)
        self.assert_sentence(done, "s.db holds another campaign", "mycc.json")


class Processes(ManifestTest):
    """Whatever a compiler starts is gone with the check, and whatever it writes."""
    def setUp(self):
        super().setUp()
        self.note = self.folder / "child"
        self.scratch = self.folder / "tmp"
        self.scratch.mkdir()
        self.env = {**os.environ, "MYCC_CHILD": str(self.note), "TMPDIR": str(self.scratch)}
        self.addCleanup(self.end_what_is_left)

    def children(self):
        return self.note.read_text().split() if self.note.exists() else []

    def end_what_is_left(self):
        for child in filter(is_running, self.children()):
            os.kill(int(child), signal.SIGKILL)

    def gone_within(self, seconds):
        until = time.monotonic() + seconds
        while any(map(is_running, self.children())) and time.monotonic() < until:
            time.sleep(0.05)
        return not any(map(is_running, self.children()))

    def test_daemons_end_with_the_check(self):
        self.write()
        for flag, verdict in (("--do=daemon", "agree"), ("--then=daemon", "agree")):
            got = self.verdict(f"manifest=mycc.json:O0,{flag}", env=self.env)
            self.assertEqual(got["verdict"], verdict, got)
        # One of compiling, and one of each run.
        self.assertEqual(len(self.children()), 3)
        self.assertTrue(self.gone_within(0))
        self.assertEqual(list(self.scratch.iterdir()), [])

    def test_a_campaign_leaves_no_process_behind(self):
        self.write(limits={"seconds": 5})
        self.fuzz("--target", "manifest=mycc.json:O0,--do=daemon", "--count", 8, "--seed", 1, "--jobs", 2, "--no-reduce", env=self.env)
        self.assertGreaterEqual(len(self.children()), 8)
        self.assertTrue(self.gone_within(0))
        self.assertEqual(list(self.scratch.iterdir()), [])

    def interrupted(self, how):
        """A check that hangs beside a daemon, and gets that signal."""
        self.write(levels={"O0": ["--do=daemon", "--then=hang"]}, limits={"seconds": 60})
        process = subprocess.Popen([ASSAY, "check", "case.txt", "--target", "manifest=mycc.json:O0"], cwd=self.folder, env=self.env,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        until = time.monotonic() + 60
        while not self.children() and time.monotonic() < until:
            time.sleep(0.05)
        self.assertTrue(self.children())
        how(process.pid)
        process.wait(timeout=60)
        return self.gone_within(20)

    def test_a_supervisor_that_is_killed_or_interrupted_takes_all_with_it(self):
        for how in (lambda pid: os.kill(pid, signal.SIGKILL), lambda pid: os.killpg(pid, signal.SIGKILL),
                    lambda pid: os.killpg(pid, signal.SIGINT)):
            self.note.unlink(missing_ok=True)
            self.assertTrue(self.interrupted(how))
        # Workers' folders are their keepers', which end with them.
        until = time.monotonic() + 20
        while list(self.scratch.glob("*/assay-scratch-*")) and time.monotonic() < until:
            time.sleep(0.05)
        self.assertEqual(list(self.scratch.glob("*/assay-scratch-*")), [])

    def test_what_it_keeps_goes_with_the_check(self):
        self.write()
        for flag in ("--do=keep", "--then=keep"):
            got = self.verdict(f"manifest=mycc.json:O0,{flag}", env=self.env)
            self.assertEqual(got["verdict"], "agree", got)
            places = self.note.read_text().split("\n")
            self.assertEqual(len(places), 8)
            for place in places:
                self.assertTrue(place.startswith(str(self.scratch)), place)
                self.assertFalse(os.path.exists(place))
        self.assertEqual(list(self.scratch.iterdir()), [])


class LitCases(ManifestTest):
    def lit(self, flags="", verdict=1, **changes):
        """The lit case of the case on that target."""
        self.write(**changes)
        self.run_assay("reduce", "case.txt", "--target", f"manifest=mycc.json:O0{flags}", "-o", "case.mlir", "--minutes", "0.01", code=1)
        return (self.folder / "case.mlir").read_text()

    def runs(self, text):
        """Whether lit's own shell is content with it, and a shell with the lines as they say to run them by hand."""
        folder = self.folder / "lit"
        folder.mkdir(exist_ok=True)
        (folder / "case.mlir").write_text(text)
        (folder / "lit.cfg.py").write_text("import lit.formats\nconfig.name = 'x'\nconfig.suffixes = ['.mlir']\n"
                                           "config.test_format = lit.formats.ShTest(execute_external=False)\n"
                                           "config.environment['PATH'] = " + repr(os.environ["PATH"]) + "\n")
        by_lit = subprocess.run([LIT, "-v", folder], capture_output=True, text=True)
        by_hand = re.search(r"// Without lit:\n((?://   .*\n)+)", text).group(1).replace("//   ", "").replace("FILE", "lit/case.mlir")
        by_hand = subprocess.run(by_hand, shell=True, cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(by_lit.returncode == 0, by_hand.returncode == 0, by_lit.stdout + by_hand.stdout + by_hand.stderr)
        self.said = by_lit.stdout + by_hand.stderr
        return by_hand.returncode == 0

    def test_a_wrong_result_is_a_file_that_stands_alone(self):
        for format in ("raw", "npy"):
            with self.subTest(format):
                text = self.lit(",--then=wrong", run={**MYCC_MANIFEST["run"], "format": format})
                # The module as the compiler was given it, and the commands as the manifest has them.
                self.assertIn("func.func @main", text)
                self.assertRegex(text, r"// RUN: \S*/mycc.py compile %s %t.dir/module --then=wrong\n")
                self.assertRegex(text, r"// RUN: mycc.py run %t.dir/module --input=(?:\d+x)?f32@%t.dir/run0/in0\.\w+ --output=\S+out0\.\w+\n")
                self.assertFalse(self.runs(text))
                self.assertIn("expected", self.said)
                # A compiler that is right passes.
                self.assertTrue(self.runs(text.replace(" --then=wrong", "")), self.said)
                self.assertFalse(self.runs(text.replace("--then=wrong", "--then=missing")))
                self.assertFalse(self.runs(text.replace("--then=wrong", "--then=long")))
                self.run_assay("replay", "case.mlir", code=1)

    def test_what_may_stand_in_several_orders_is_held_together(self):
        """A compiler whose programs return what its flags say."""
        (self.folder / "case.txt").write_text(TOPK_CASE)
        (self.folder / "say.py").write_text("import struct, sys\nmodule, _, values, indices = sys.argv[1:]\nnumbers = open(module).read().split()\n"
                                            "open(values, 'wb').write(struct.pack('<4f', *map(float, numbers[:4])))\n"
                                            "open(indices, 'wb').write(struct.pack('<4q', *map(int, numbers[4:])))\n")
        run = {"command": ["python3", "{here}/say.py", "{module}", "{inputs}", "{outputs}"], "input": "{file}", "output": "{file}"}
        compile = ["sh", "-c", "out=$2; shift 2; echo $* >$out", "sh", "{input}", "{output}", "{flags}"]
        for right, wrong in (("7 5 5 5 2 0 1 3", "7 5 5 5 2 0 1 1"), ("7 5 5 5 2 3 0 1", "7 5 5 5 0 2 1 3")):
            with self.subTest(wrong):
                text = self.lit(compile=compile, run=run, levels={"O0": wrong.split()})
                self.assertIn(wrong, text)
                self.assertFalse(self.runs(text))
                self.assertTrue(self.runs(text.replace(wrong, right)), self.said)

    def test_what_fails_is_a_command_that_fails(self):
        for flags in (",--do=diagnostic", ",--do=crash", ",--do=nothing", ",--then=diagnostic", ",--then=crash"):
            with self.subTest(flags):
                text = self.lit(flags)
                self.assertFalse(self.runs(text))
                self.assertTrue(self.runs(text.replace(f" {flags[1:]}", "")), self.said)

    def test_what_hangs_is_given_its_time(self):
        text = self.lit(",--do=hang", limits={"seconds": 1})
        self.assertRegex(text, "// RUN: timeout 1 ")
        self.assertFalse(self.runs(text))

    def test_words_that_lit_and_shells_read_otherwise(self):
        text = self.lit(",--then=wrong", levels={"O0": ["--x=a b", "--y='%s'", "--z=100%t", "--w=$HOME", "%%"]})
        self.assertFalse(self.runs(text))
        self.assertTrue(self.runs(text.replace(" --then=wrong", "")), self.said)
        module = next((self.folder / "lit").rglob("module"))
        self.assertEqual(json.loads(module.read_text())["flags"], ["--x=a b", "--y='%s'", "--z=100%t", "--w=$HOME", "%%"])

    def test_a_campaign_keeps_the_module_and_shows_it(self):
        self.write()
        self.run_assay("fuzz", "--target", "manifest=mycc.json:O0,--do=diagnostic", "--count", 2, "--seed", 1, "--store", "a.db", code=1)
        kept = list((self.folder / "a.cases").glob("*.mlir"))
        self.assertTrue(kept)
        report = html.unescape((self.folder / "a.html").read_text())
        for file in kept:
            self.assertIn("func.func @main", file.read_text())
            # What a replay needs is not shown.
            self.assertIn(file.read_text().split("\n// assay-content")[0].rstrip()[:2000], report)


class BasedOn(ManifestTest):
    SAYS = "input.mlir:3:4: error: 'memref.collapse_shape' op collapsed dim (0) must be dynamic or static"
    CASE = SUM_CASE.replace("%1 = binary(%0, %0) {function=add}", "%1 = expand(%0) {groups=[[1,d0]]}")

    def test_bugs_of_what_it_is_based_on_are_known(self):
        (self.folder / "case.txt").write_text(self.CASE)
        (self.folder / "mine.json").write_text(json.dumps([{"id": "ours", "compiler": "mlir", "since": "22", "until": "22",
                                                            "verdict": "compile_failure", "says": "op collapsed dim"}]))
        env = {**os.environ, "MYCC_SAYS": self.SAYS, "ASSAY_KNOWN": "mine.json"}
        for base, known in (({}, False), ({"based_on": "mlir@22"}, True), ({"based_on": "mlir@21"}, False)):
            self.write(**base)
            got = self.verdict("manifest=mycc.json:O0,--do=say", env=env)
            self.assertEqual(got["verdict"], "compile_failure", got)
            self.assertEqual(got["known"].startswith("ours"), known, got)
        # What is not on the list is news.
        self.write(based_on="mlir@22")
        self.assertEqual(self.verdict("manifest=mycc.json:O0,--do=diagnostic")["known"], "")

    def test_a_base_is_a_version_of_mlir(self):
        for base in ("mlir", "mlir@", "mlir@x", "iree@3.13.0", "", "mlir@22.1"):
            self.write(based_on=base)
            self.assert_sentence(self.run_assay("check", "case.txt", "--target", "manifest=mycc.json:O0"), "/based_on")

    def test_a_base_that_does_not_exist_is_refused_with_those_that_do(self):
        for base in ("mlir@99", "mlir@0", "mlir@9", "mlir@022"):
            self.write(based_on=base)
            self.assert_sentence(self.run_assay("target", "add", "mycc.json"), "/based_on", "from mlir@10 to mlir@22")


class Names(ManifestTest):
    def test_wrong_names_are_a_sentence(self):
        self.write()
        plain = {key: value for key, value in MYCC_MANIFEST.items() if key != "levels"}
        plain["compile"] = MYCC_MANIFEST["compile"][:-1]
        (self.folder / "plain.json").write_text(json.dumps(plain))
        for target, word in (("manifest=mycc.json", "O0, O2"), ("manifest=mycc.json:O3", "O0, O2"), ("manifest=mycc.json:", "empty word"),
                             ("manifest=mycc.json:O0,fast", "'fast' is no flag"), ("manifest=plain.json:O0", "has no levels"),
                             ("manifest=plain.json:-x", "takes no flags"), ("manifest=none.json:O0", "cannot read"),
                             ("manifest=", "names no file"), ("manifest=.", "cannot read"), ("mycc:O0", "there is no target"),
                             ("../x", "there is no target")):
            with self.subTest(target):
                self.assert_sentence(self.run_assay("check", "case.txt", "--target", target), word)
        self.run_assay("check", "case.txt", "--target", "manifest=plain.json", code=0)

    def test_a_program_that_is_not_there_is_no_finding(self):
        self.write(compile=["no-such-mycc", "{input}", "{output}", "{flags}"])
        self.assert_sentence(self.run_assay("check", "case.txt", "--target", "manifest=mycc.json:O0"), "/compile/0", "on the PATH")
        self.write(compile=["sub/no-such-mycc", "{input}", "{output}", "{flags}"])
        self.assert_sentence(self.run_assay("check", "case.txt", "--target", "manifest=mycc.json:O0"), "sub/no-such-mycc")
        self.write(run={**MYCC_MANIFEST["run"], "command": ["no-such-run", "{module}", "{inputs}", "{outputs}"]})
        self.assert_sentence(self.run_assay("check", "case.txt", "--target", "manifest=mycc.json:O0"), "/run/command/0")

    def test_a_file_that_is_not_there_is_no_finding(self):
        for place, changes in (("/compile/1", {"compile": ["python3", "{here}/nothere.py", "{input}", "{output}", "{flags}"]}),
                               ("/run/command/1", {"run": {**MYCC_MANIFEST["run"], "command": ["python3", "{here}/nothere.py", "{module}", "{inputs}",
                                                                                          "{outputs}"]}}),
                               ("/files/1", {"files": ["mycc.py", "{here}/nothere.py"]})):
            with self.subTest(place):
                self.write(**changes)
                self.assert_sentence(self.run_assay("check", "case.txt", "--target", "manifest=mycc.json:O0", code=2),
                                     f"mycc: {place}: there is no {self.folder}/nothere.py")

    def test_faults_are_for_our_own_targets(self):
        self.write()
        self.assert_sentence(self.run_assay("check", "case.txt", "--target", "manifest=mycc.json:O0", "--inject",
                                            "topk-tie-at-tile-edge"), "cpu and iree targets only")


class Content(ManifestTest):
    """Which files make a compiler another one."""

    def setUp(self):
        super().setUp()
        for side in ("base", "candidate"):
            (self.folder / side / "parts/.hidden").mkdir(parents=True)
            shutil.copy(MYCC, self.folder / side / "mycc.py")
            self.write(f"{side}/mycc.json", files=["{here}/tables"])
            (self.folder / side / "tables/deep").mkdir(parents=True)

    def is_equal(self):
        done = self.run_assay("gate", "--base", "manifest=base/mycc.json:O0", "--candidate", "manifest=candidate/mycc.json:O0", "--count", 1,
                              "--no-corpus")
        self.assertNotEqual(done.returncode, 2, done.all)
        return "base and candidate are equal" in done.all

    def test_a_gate_says_what_one_of_both_alone_is_granted(self):
        for side, granted in (("base", ("loose_tanh", "log1p_by_log")), ("candidate", ("loose_tanh", "flushes_subnormals"))):
            self.write(f"{side}/mycc.json", accuracy={name: True for name in granted}, unsupported=[{"pattern": ".", "reason": "all"}])
        said = self.run_assay("gate", "--base", "manifest=base/mycc.json:O0", "--candidate", "manifest=candidate/mycc.json:O0", "--count", 1,
                              "--no-corpus", "--json", "gate.json", code=3).stdout
        self.assertIn("candidate/mycc.json:O0 may lose more than the base: it alone is granted flushes_subnormals\n", said)
        self.assertIn("candidate/mycc.json:O0 may lose less than the base: that alone is granted log1p_by_log\n", said)
        [pair] = json.loads((self.folder / "gate.json").read_text())["pairs"]
        self.assertEqual((pair["grantedMore"], pair["grantedLess"]), ("flushes_subnormals", "log1p_by_log"))

    def test_one_without_levels_is_gated_as_it_is_called(self):
        for side in ("base", "candidate"):
            manifest = {key: value for key, value in MYCC_MANIFEST.items() if key != "levels"}
            (self.folder / side / "mycc.json").write_text(json.dumps(manifest))
        self.assertIn("base and candidate are equal", self.run_assay("gate", "--base", "manifest=base/mycc.json", "--candidate",
                                                                     "manifest=candidate/mycc.json", "--count", 1, code=0).all)

    def test_modules_and_files_that_the_manifest_names_are_part_of_it(self):
        for name, counts in (("parts/passes.py", True), ("passes.py", True), ("tables/deep/costs", True), ("parts/notes", False),
                             ("__pycache__/x.py", False), ("parts/.hidden/x.py", False)):
            with self.subTest(name):
                for side in ("base", "candidate"):
                    (self.folder / side / name).parent.mkdir(exist_ok=True)
                    (self.folder / side / name).write_text("1")
                self.assertTrue(self.is_equal())
                (self.folder / "candidate" / name).write_text("2")
                self.assertEqual(self.is_equal(), not counts)
                (self.folder / "candidate" / name).write_text("1")

    def test_so_are_those_beside_what_a_link_leads_to(self):
        (self.folder / "real").mkdir()
        (self.folder / "candidate/mycc.py").rename(self.folder / "real/mycc.py")
        (self.folder / "candidate/mycc.py").symlink_to(self.folder / "real/mycc.py")
        campaign = ("fuzz", "--target", "manifest=candidate/mycc.json:O0", "--seed", 1, "--jobs", 1, "--no-reduce", "--store", "s.db")
        self.run_assay(*campaign, "--count", 2, code=1)
        (self.folder / "real/passes.py").write_text("1")
        self.assert_sentence(self.run_assay(*campaign, "--count", 4), "s.db holds another campaign", "mycc.json")


class Passes(ManifestTest):
    """A manifest that says how to leave a pass out."""

    def explained(self, flag, minutes):
        done = self.run_assay("explain", "case.txt", "--target", f"manifest=mycc.json:O0,{flag}", "--minutes", minutes, "--json", "cause.json",
                              code=0)
        return done.stdout, json.loads((self.folder / "cause.json").read_text())

    def test_what_hangs_is_not_waited_for_when_the_time_is_over(self):
        self.write(levels={"O0": ["--then=wrong"], "O1": ["--do=hang"], "O2": []}, limits={"seconds": 100, "mebibytes": 500})
        began = time.monotonic()
        done = self.run_assay("explain", "case.txt", "--target", "manifest=mycc.json:O0", "--minutes", 0.1, "--json", "cause.json", code=0)
        self.assertLess(time.monotonic() - began, 60, done.all)
        cause = json.loads((self.folder / "cause.json").read_text())
        self.assertEqual(cause["variations"], {"tried": 0, "untried": 2}, done.all)

    def test_the_pass_without_which_a_case_is_right_is_named(self):
        passes = {"names": ["cse", "fuse"], "without": "--without={pass}"}
        self.write(passes=passes)
        text, cause = self.explained("--then=wrong", 1)
        self.assertEqual([(one["name"], one["evidence"]) for one in cause["passes"]], [("fuse", "left-out")], text)
        self.assertIn("hidden by: leaving out fuse, without --then=wrong\n", text)
        self.assertNotIn("beforePass", cause)
        # As one says what hides a known bug.
        self.run_assay("check", "case.txt", "--target", "manifest=mycc.json:O0,--then=wrong", code=1)
        self.run_assay("check", "case.txt", "--target", "manifest=mycc.json:O0,--then=wrong,without=fuse", code=0)
        self.assert_sentence(self.run_assay("check", "case.txt", "--target", "manifest=mycc.json:O0,without=fold"), "fold is no pass of mycc", "cse, fuse")
        self.write(passes={**passes, "after": "--after={pass}"})
        text, cause = self.explained("--then=wrong", 1)
        self.assertEqual((self.folder / "case.after.mlir").read_text(), (self.folder / "case.pass.mlir").read_text().replace("addf", "subf"))
        self.assertEqual((cause["change"]["gone"], cause["change"]["added"]), (["arith.addf"], ["arith.subf"]), text)
        # What was found out goes into a bug.
        target = "manifest=mycc.json:O0,--then=wrong"
        whole = target.replace("mycc.json", f"{self.folder}/mycc.json")
        self.run_assay("bug", "add", "case.txt", "--target", whole, "--id", "sum", code=0)
        [form] = json.loads((self.folder / "data/bugs/sum/bug.json").read_text())["forms"]
        self.assertEqual(form["hidden_by"], ["without=fuse"])
        self.assertIn("it does not happen without pass `fuse`", self.run_assay("bug", "show", "sum", code=0).stdout)
        # The next failure with that cause is one of that bug.
        self.assertEqual(json.loads((self.folder / "data/bugs/sum/case.cause.json").read_text())["target"], whole)
        text, cause = self.explained("--then=wrong", 1)
        self.assertIn("\nthe cause of the known bug sum, as far as causes tell: assay bug show sum\n", text)
        self.assertEqual(cause["knownBug"], "sum")
        self.run_assay("check", "case.txt", "--target", target, code=1)
        self.assertIn("known already: sum", self.run_assay("bug", "add", "case.txt", "--target", target, code=0).stdout)

    def test_words_may_be_several(self):
        self.write(passes={"names": ["cse", "fuse"], "without": ["--skip", "{pass}"], "after": ["--end-at", "{pass}"]})
        text, cause = self.explained("--then=wrong", 1)
        self.assertEqual([(one["name"], one["evidence"]) for one in cause["passes"]], [("fuse", "left-out")], text)
        self.assertEqual((cause["change"]["gone"], cause["change"]["added"]), (["arith.addf"], ["arith.subf"]), text)
        self.run_assay("check", "case.txt", "--target", "manifest=mycc.json:O0,--then=wrong,without=fuse", code=0)

    PASSES = {"names": ["cse", "fuse", "late"], "without": "--without={pass}", "after": "--after={pass}"}

    def test_of_two_without_which_it_is_right_both_are_named(self):
        self.write(passes=self.PASSES)
        text, cause = self.explained("--then=wrong,--marked", 1)
        self.assertEqual([(one["name"], one["evidence"]) for one in cause["passes"]], [("fuse", "left-out")], text)
        self.assertEqual(cause["alternatives"], ["cse"])
        self.assertIn("goes wrong with fuse, or cse, without which it is right as well\n", text)
        self.assertEqual(cause["change"]["gone"], ["arith.addf"])
        target = f"manifest={self.folder}/mycc.json:O0,--then=wrong,--marked"
        self.run_assay("bug", "add", "case.txt", "--target", target, "--id", "sum", code=0)
        self.assertIn("it does not happen without pass `fuse`, nor without `cse`", self.run_assay("bug", "show", "sum", code=0).stdout)

    def test_a_pass_that_takes_another_with_it_is_not_named(self):
        self.write(passes=self.PASSES)
        text, cause = self.explained("--then=wrong,--linked", 1)
        self.assertEqual([(one["name"], one["evidence"]) for one in cause["passes"]], [("fuse", "left-out")], text)
        self.assertNotIn("alternatives", cause)
        self.assertIn("leaving out late hides it as well, but changes what there is after fuse already", text)
        self.assertEqual((cause["change"]["gone"], cause["change"]["added"]), (["arith.addf"], ["arith.subf"]), text)

    def test_what_follows_a_pass_is_to_blame_where_what_that_makes_is_right_elsewhere(self):
        self.write(passes=self.PASSES, based_on="mlir@22")
        text, cause = self.explained("--then=wrong-later", 0.5)
        self.assertEqual([(one["name"], one["evidence"]) for one in cause["passes"]], [("fuse", "right-behind-it")], text)
        self.assertIn("goes wrong with fuse, or with what follows it\n  what fuse makes is right if cpu:O0 goes on with it, so that what follows is to blame unless it is "
                      "undefined; further behind it is right after late\n", text)
        self.assertIn("hidden by: leaving out fuse, ", text)
        text, cause = self.explained("--then=wrong", 1)
        self.assertEqual([(one["name"], one["evidence"]) for one in cause["passes"]], [("fuse", "left-out")], text)
        self.assertIn("what fuse makes is wrong as well if cpu:O0 goes on with it\n", text)
        # Nobody says that it has upstream's dialects.
        self.write(passes=self.PASSES)
        text, cause = self.explained("--then=wrong-later", 1)
        self.assertEqual([(one["name"], one["evidence"]) for one in cause["passes"]], [("fuse", "left-out")], text)
        self.assertNotIn("cpu:O0", text)

    def test_a_pass_left_out_in_the_words_of_the_compiler_is_told_how_to_be(self):
        self.write(passes={"names": ["cse", "fuse"], "without": ["--skip", "{pass}"]})
        for flags in ("--skip,fuse", "--skip=fuse", "--skip fuse", "fuse"):
            with self.subTest(flags):
                self.assert_sentence(self.run_assay("check", "case.txt", "--target", f"manifest=mycc.json:O0,{flags}", code=2),
                                     "to leave the pass out, write without=fuse")
        self.run_assay("check", "case.txt", "--target", "manifest=mycc.json:O0,--skip=all", code=0)
        self.assertIn("passes that are left out: manifest=mycc.json:O0,without=PASS",
                      self.run_assay("check", "case.txt", "--target", "manifest=mycc.json:O0", "--skip", "fuse", code=2).stderr)

    @in_soak
    def test_so_is_that_of_a_case_that_is_wrong_at_times_and_of_one_that_crashes(self):
        self.write(passes={"names": ["cse", "fuse"], "without": "--without={pass}", "after": "--after={pass}"})
        # What comes now and then may stay away where nothing hides it.
        text, cause = self.explained("--then=wrong-at-times", 2)
        self.assertIn("not the same each time", text)
        self.assertEqual([(one["name"], one["evidence"]) for one in cause["passes"]], [("fuse", "left-out")], text)
        self.assertNotIn("leaving out cse", text)
        text, cause = self.explained("--do=dump", 1)
        self.assertEqual([(one["name"], one["evidence"]) for one in cause["passes"]], [("fuse", "left-out")], text)
        self.assertIn("says crash:compile:SIGSEGV", text)

    def test_the_pass_that_hangs_is_found_within_a_minute(self):
        names = ["a", "b", "cse", "fuse", "tile", "unroll", "x", "y"]
        self.write(passes={"names": names, "without": "--without={pass}"}, limits={"seconds": 5, "mebibytes": 500})
        text, cause = self.explained("--do=hang", 2)
        self.assertEqual([(one["name"], one["evidence"]) for one in cause["passes"]], [("fuse", "left-out")], text)
        self.assertIn("hidden by: leaving out fuse", text)

    def test_another_bug_that_fails_alike_is_a_finding_of_its_own(self):
        crashes = [f"--crash={name}:%\\w+:\\stensor<{extent}xf32>" for name, extent in (("fuse", r"\?"), ("cse", r"\d"))]
        self.write(passes={"names": ["cse", "fuse"], "without": "--without={pass}"}, compile=MYCC_MANIFEST["compile"] + crashes,
                   unsupported=[{"pattern": "can only crash", "reason": "mycc can only crash"}])
        campaign = ("fuzz", "--target", "manifest=mycc.json:O0", "--seed", 5, "--count", 10, "--jobs", 2, "--store", "s.db", "--json", "s.json")
        done = self.run_assay(*campaign, code=1)
        found = json.loads((self.folder / "s.json").read_text())["findings"]
        self.assertEqual([one["signature"] for one in found], 2 * ["crash:compile:SIGSEGV"], done.all)
        first, second = sorted(found, key=lambda one: one["staysOn"] is not None)
        passes = [one["cause"]["passes"][0]["name"] for one in (first, second)]
        self.assertEqual(sorted(passes), ["cse", "fuse"], done.all)
        self.assertEqual((first["staysOn"], second["staysOn"]), (None, f"manifest=mycc.json:O0,without={passes[0]}"))
        # Each was asked of the other's programs.
        asked = first["counterfactual"]
        self.assertEqual(asked["on"], second["staysOn"])
        self.assertEqual((asked["asked"], asked["same"]), (min(8, asked["asked"]), second["count"]), asked)
        self.assertGreaterEqual(second["count"], 1)
        self.assertIn(f"crash:compile:SIGSEGV (also without={passes[0]})", done.stdout)
        self.assertIn("programs that fail so are right on", done.stdout)
        # Both cases fail on the target as it was given, each for its own pass.
        for one, other in ((first, second), (second, first)):
            name = one["cause"]["passes"][0]["name"]
            self.run_assay("check", one["case"], "--target", "manifest=mycc.json:O0", code=1)
            self.run_assay("check", one["case"], "--target", f"manifest=mycc.json:O0,without={name}", code=0)
        # Gone on with, nothing is asked again.
        self.run_assay(*campaign[:6], 11, *campaign[7:], code=1)
        again = json.loads((self.folder / "s.json").read_text())["findings"]
        self.assertEqual(len(again), 2, again)

    def test_without_such_a_word_no_pass_is_known_and_that_is_said(self):
        self.write()
        text, cause = self.explained("--then=wrong", 0.05)
        self.assertEqual(cause["passes"], [])
        self.assertIn("the manifest of mycc does not say how to leave a pass out", text)
        self.write(passes={"names": ["cse"], "without": "--without={pass}"})
        self.assertIn("no better with all passes left out", self.explained("--then=wrong", 0.2)[0])


class Added(ManifestTest):
    def test_what_was_added_is_a_target_until_it_is_removed(self):
        self.write()
        done = self.run_assay("target", "add", "mycc.json", "--seconds", "3", code=0)
        self.assertEqual(done.stdout.count("compiles and runs"), 2, done.stdout)
        # It goes by one name, the one that it is a target under.
        self.assertIn("mycc:O2  compiles and runs", done.stdout)
        self.assertNotIn("manifest=", done.all)
        # All that it can do is add.
        self.assertIn("granted nothing", done.stdout)
        self.assertRegex(done.stdout, r"not looked at: exp f32, .*: input.mlir:1:1: error: can only add|can only add")
        self.assertEqual(json.loads((self.folder / "data/toolchains/mycc/accuracy.json").read_text())["sweep"], 1)
        # A copy is kept; what stands beside the manifest is still found.
        (self.folder / "mycc.json").unlink()
        self.assertIn("mycc ", self.run_assay("target", "list", code=0).stdout)
        self.assertIn("mycc:LEVEL[,FLAG...]", self.run_assay("targets", code=0).stdout)
        self.assertIn("compiles and runs", self.run_assay("target", "doctor", "--seconds", "0", code=0).stdout)
        self.run_assay("check", "case.txt", "--target", "mycc:O2", code=0)
        self.run_assay("check", "case.txt", "--target", "mycc:O2,--x:y,cpu:O0,mycc:O0", code=0)
        self.assert_sentence(self.run_assay("check", "case.txt", "--target", "mycc"), "O0, O2")
        self.assertEqual(self.verdict("mycc:O0,--then=wrong")["verdict"], "mismatch")
        self.run_assay("target", "remove", "mycc", code=0)
        self.assert_sentence(self.run_assay("target", "remove", "mycc"), "was not added")
        self.assertIn("none", self.run_assay("target", "list", code=0).stdout)
        self.assert_sentence(self.run_assay("check", "case.txt", "--target", "mycc:O2"), "there is no target")

    def test_what_does_not_work_is_not_added(self):
        self.write(levels={"O0": ["--do=crash"]})
        done = self.run_assay("target", "add", "mycc.json", code=2)
        self.assertIn("SIGSEGV", done.stdout)
        self.assertIn("not added", done.stderr)
        self.write(name="cpu")
        self.assert_sentence(self.run_assay("target", "add", "mycc.json"), "mycc.json: /name: ")
        (self.folder / "mycc.json").write_text("{")
        self.assert_sentence(self.run_assay("target", "add", "mycc.json"), "is no JSON")
        self.assert_sentence(self.run_assay("target", "add", "none.json"), "none.json")
        self.assert_sentence(self.run_assay("target", "add", "mycc.json", "--path", "x"), "--path")
        self.assertIn("none", self.run_assay("target", "list", code=0).stdout)

    def test_a_manifest_of_another_file_does_not_take_the_place_of_one_that_is_there(self):
        self.write()
        self.run_assay("target", "add", "mycc.json", "--seconds", "0", code=0)
        shutil.copy(self.folder / "mycc.json", self.folder / "other.json")
        self.assert_sentence(self.run_assay("target", "add", "other.json", "--seconds", "0"), f"mycc is there already, from {self.folder}/mycc.json",
                             "assay target remove mycc")
        self.run_assay("target", "add", "mycc.json", "--seconds", "0", code=0)
        self.run_assay("target", "remove", "mycc", code=0)
        self.run_assay("target", "add", "other.json", "--seconds", "0", code=0)

    def test_doctor_says_what_no_longer_works(self):
        self.write()
        self.run_assay("target", "add", "mycc.json", "--seconds", "0", code=0)
        (self.folder / "mycc.py").unlink()
        done = self.run_assay("target", "doctor", code=1)
        self.assertIn("/compile/0", done.stderr)
        copied = self.folder / "data/toolchains/mycc/manifest.json"
        copied.write_text(copied.read_text()[:50])
        self.assertIn("is no JSON", self.run_assay("target", "doctor", code=1).stderr)
        self.assert_sentence(self.run_assay("check", "case.txt", "--target", "mycc:O0"), "is no JSON")
        self.run_assay("targets", code=0)
        self.run_assay("target", "remove", "mycc", code=0)


class Upstream(ManifestTest):
    """targets/manifest/examples/upstream.json: upstream's passes to a shared object."""
    EXAMPLE = MYCC.parents[2] / "targets/manifest/examples/upstream.json"

    def test_the_corpus_agrees(self):
        corpus = sorted((MYCC.parents[2] / "corpus").glob("*.txt"))
        for level, cases in ("plain", corpus[::4]), ("generic", corpus[2::4]):
            done = self.run_assay("check", *cases, "--target", f"manifest={self.EXAMPLE}:{level}", "--json")
            failed = [one for one in json.loads(done.stdout) if one["verdict"] != "agree"]
            self.assertEqual(failed, [])

    def test_what_a_sweep_saw_is_granted_and_nothing_without_one(self):
        # Of all functions it takes one, so that a sweep starts tens of processes and not hundreds.
        takes = r"! grep -E 'math\.|linalg\.(exp|log|sqrt|rsqrt|tanh|erf)' $1 | grep -qv 'math\.expm1'"
        script = f"{takes} || {{ echo is not implemented >&2; exit 1; }}; {self.EXAMPLE.with_suffix('.sh')} $1 $2 $3"
        example = json.loads(self.EXAMPLE.read_text().replace("{here}", str(self.EXAMPLE.parent)))
        self.write(compile=["bash", "-c", script, "bash", "{input}", "{output}", "{flags}"], run=example["run"], levels={"plain": []}, limits=example["limits"])
        (self.folder / "small.txt").write_text(SMALL_CASE)
        # Nobody has seen this compiler write expm1(x) as exp(x) - 1 in f16.
        got = self.verdict("manifest=mycc.json:plain", "small.txt", code=1)
        self.assertEqual((got["verdict"], got["signature"]), ("accuracy", "accuracy:unary(expm1):f16:named"), got)
        self.assertIn("granted expm1_by_exp, steps_in_type", got["detail"])
        done = self.run_assay("target", "add", "mycc.json", "--operands", "1", code=0)
        self.assertIn("granted expm1_by_exp: ", done.stdout)
        self.assertRegex(done.stdout, r"\n    expm1 +\d\.\de\+03 ")
        self.assertNotIn("flash_attention", done.stdout)
        self.assertNotIn("wrong whatever", done.stdout)
        self.assertEqual(self.verdict("mycc:plain", "small.txt", code=0)["verdict"], "agree")
        # The manifest's word is above the sweep's.
        manifest = json.loads((self.folder / "mycc.json").read_text())
        manifest["accuracy"] = {"expm1_by_exp": False}
        (self.folder / "data/toolchains/mycc/manifest.json").write_text(json.dumps(manifest))
        self.assertEqual(self.verdict("mycc:plain", "small.txt", code=1)["verdict"], "accuracy")


class Example(ManifestTest):
    """targets/manifest/examples/xla.json, with a jaxlib and a NumPy of ours in place of the real ones."""
    XLA = MYCC.parents[2] / "targets/manifest/examples/xla.json"

    def setUp(self):
        super().setUp()
        before = os.environ.get("PYTHONPATH")
        os.environ["PYTHONPATH"] = str(MYCC.parent / "xla")
        self.addCleanup(lambda: os.environ.__setitem__("PYTHONPATH", before) if before else os.environ.pop("PYTHONPATH"))
        static = SUM_CASE.replace("d0 dynamic", "d0 static").replace("run d0=0\n  %0 = f32[0] []\n", "")
        (self.folder / "static.txt").write_text(static)
        (self.folder / "product.txt").write_text(static.replace("=add", "=mul"))

    def test_a_compiler_of_static_extents_alone_is_added_and_says_so(self):
        done = self.run_assay("target", "add", self.XLA, "--seconds", "0", code=0)
        self.assertEqual(done.stdout.count("compiles and runs static extents alone: XLA has no dynamic extents but bounded ones\n"), 3,
                         done.stdout)
        self.assertIn("Try: assay fuzz --target xla:O3 --profile static\n", done.stdout)
        self.assertEqual(self.verdict("xla:O0", "static.txt")["verdict"], "agree")

    def serve(self):
        """Has `xla.py serve` do what is asked for from here on."""
        socket = self.folder / "xla.socket"
        server = subprocess.Popen([self.XLA.with_suffix(".py"), "serve", socket])
        self.addCleanup(server.wait)
        self.addCleanup(server.terminate)
        self.wait_for(socket.exists)
        self.enterContext(unittest.mock.patch.dict(os.environ, ASSAY_XLA_SERVER=str(socket)))

    def wait_for(self, condition):
        for _ in range(6000):
            if condition():
                return
            time.sleep(0.01)
        self.fail("what was waited for did not come")

    def test_verdicts_are_those_of_the_compiler(self):
        self.check_verdicts()

    def test_a_server_does_the_same(self):
        self.serve()
        self.check_verdicts()

    def test_a_server_does_not_go_on_with_what_nobody_waits_for(self):
        self.serve()
        (self.folder / "add.mlir").write_text("stablehlo.add")
        with subprocess.Popen([self.XLA.with_suffix(".py"), "compile", "add.mlir", "module", "--hang=pid"], cwd=self.folder) as client:
            pid = self.folder / "pid"
            self.wait_for(lambda: pid.exists() and pid.read_text())
            client.kill()
        self.wait_for(lambda: not is_running(pid.read_text()))

    def test_without_its_server_it_says_so(self):
        with unittest.mock.patch.dict(os.environ, ASSAY_XLA_SERVER="gone"):
            self.assertIn("no `xla.py serve` answers at gone", self.verdict(f"manifest={self.XLA}:O2", "static.txt")["signature"])

    def check_verdicts(self):
        for flag, case, verdict, signature in (
                ("", "static.txt", "agree", ""),
                ("", "case.txt", "unsupported", "unsupported:XLA has no dynamic extents but bounded ones"),
                ("", "product.txt", "compile_failure", "compile-failure:compile:UNIMPLEMENTED: the fake can only add:"),
                (",--die", "static.txt", "crash", "crash:compile:SIGSEGV"),
                (",--fail", "static.txt", "run_failure", "run-failure:INTERNAL: the fake fails in a run"),
                (",--wrong", "static.txt", "mismatch", "mismatch:binary(add):f32:named")):
            with self.subTest(case + flag):
                got = self.verdict(f"manifest={self.XLA}:O2{flag}", case)
                self.assertEqual((got["verdict"], got["signature"]), (verdict, signature), got)

    @in_soak
    def test_explain_tries_the_other_levels_and_leaves_out_flags(self):
        done = self.run_assay("explain", "static.txt", "--target", f"manifest={self.XLA}:O2,--wrong", "--minutes", 0.5, code=0)
        self.assertIn("hidden by: without --wrong\n", done.stdout)
        done = self.run_assay("explain", "product.txt", "--target", f"manifest={self.XLA}:O2", "--minutes", 0.5, code=0)
        self.assertIn("the compiler names no pass that fails\n", done.stdout)
        self.assertIn("hidden by: nothing\n", done.stdout)


class Documentation(ManifestTest):
    """docs/add-a-target.md and docs/manifest.schema.json say what the reader takes."""
    DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"

    def example(self):
        return json.loads(re.search(r"```json\n(.*?)```", (self.DOCS / "add-a-target.md").read_text(), re.DOTALL).group(1))

    def schema(self):
        return json.loads((self.DOCS / "manifest.schema.json").read_text())

    def rejection(self, manifest):
        """What the reader says, or nothing: then it goes on to look for the program."""
        (self.folder / "m.json").write_text(json.dumps(manifest))
        done = self.run_assay("check", "case.txt", "--target", "manifest=m.json:O2", code=2)
        return "" if "there is no program no-mycc" in done.stderr else done.stderr

    def wrong(self):
        for key in self.example():
            yield {name: value for name, value in self.example().items() if name != key}, key in self.schema()["required"]
        for path, value in (("name", "cpu"), ("name", "hip"), ("name", "My"), ("schema", 2), ("version", ""), ("x", 1), ("flavour", "linalg"),
                            ("flavour.name", "tosa"), ("flavour.version", "new"), ("compile", []), ("compile", ["no-mycc"]),
                            ("run.command", ["{module}"]), ("run.format", "npz"), ("run.guard", "yes"), ("run.x", 1), ("limits.seconds", 0),
                            ("limits.seconds", 101), ("limits.mebibytes", -1), ("limits.mebibytes", 15), ("limits.x", 1), ("levels", {}), ("levels.O2", "-O2"),
                            ("elements.c32", "c32"), ("elements.c64", ""), ("unsupported", [{}]), ("unsupported", {}), ("based_on", "mlir"), ("based_on", "mlir@23"), ("based_on", "mlir@9"),
                            ("accuracy.function_scale", -1), ("accuracy.x", 1), ("passes", {"names": ["cse"]}), ("passes.names", []), ("passes.x", 1),
                            ("passes.without", 1)):
            manifest = self.example()
            *folders, key = path.split(".")
            place = manifest
            for folder in folders:
                place = place[folder]
            place[key] = value
            yield manifest, True

    def test_the_example_is_a_manifest(self):
        example = self.example()
        example["compile"][0] = "no-mycc"
        self.assertEqual(self.rejection(example), "")

    def test_every_key_is_in_the_table_and_in_the_schema(self):
        text, schema = (self.DOCS / "add-a-target.md").read_text(), self.schema()["properties"]
        for key, part in schema.items():
            inner = part.get("properties", {}) if key != "accuracy" else {}
            for name in [f"{key}.{name}" for name in inner] or [key]:
                self.assertIn(f"| `{name}` |", text)
        for name in schema["accuracy"]["properties"]:
            self.assertIn(f"`{name}`", text)
        self.assertEqual(set(self.example()), set(schema))

    def test_schema_and_reader_agree(self):
        try:
            import jsonschema
        except ImportError:
            self.skipTest("python3-jsonschema is not installed")
        validator = jsonschema.Draft202012Validator(self.schema())
        validator.check_schema(self.schema())
        self.assertTrue(validator.is_valid(self.example()), list(validator.iter_errors(self.example())))
        for manifest, is_wrong in self.wrong():
            manifest.setdefault("compile", []) and manifest["compile"].__setitem__(0, "no-mycc")
            with self.subTest(json.dumps(manifest)):
                self.assertEqual(validator.is_valid(manifest), not is_wrong)
                # Without levels the target has another name.
                self.assertEqual(bool(self.rejection(manifest)), is_wrong or "levels" not in manifest)


class Bisect(ManifestTest):
    """Commits of a compiler, of which each builds mycc.json with the flag that its file `does` says."""

    def repository(self, *does):
        """Names each commit by its number."""
        self.write("template.json", levels={"O0": ["WHAT"]})
        self.git("init", "--quiet", "--initial-branch=main", ".")
        for i, what in enumerate(does):
            (self.folder / "r/does").write_text(f"{what} {i}\n")
            self.git("add", "does")
            self.git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "-m", f"number {i}")
            self.git("tag", f"c{i}")

    def git(self, *words):
        (self.folder / "r").mkdir(exist_ok=True)
        return subprocess.run(["git", *words], cwd=self.folder / "r", check=True, capture_output=True, text=True).stdout.strip()

    def bisect(self, good, bad, **options):
        build = "read what number < does; test $what != broken || { echo 'no such file' >&2; exit 1; }; sed s/WHAT/$what/ ../template.json > ../mycc.json"
        return self.run_assay("bisect", "case.txt", "--target", "manifest=mycc.json:O0", "--run", build, "--repository", "r", "--good", good, "--bad", bad,
                              **options)

    def test_the_first_bad_commit_is_found_and_the_branch_is_back(self):
        self.repository("--then=right", "--then=right", "--then=wrong", "broken", "--do=crash", "--then=wrong", "--then=wrong")
        done = self.bisect("c0", "main", code=0)
        self.assertRegex(done.stdout, r"first bad: [0-9a-f]+  number 2\n")
        self.assertRegex(done.stdout, r"bad      [0-9a-f]+  number 6  mismatch:binary")
        self.assertEqual(self.git("symbolic-ref", "--short", "HEAD"), "main")
        self.assertNotIn("bisect", self.git("for-each-ref"))

    def test_what_does_not_build_or_fails_otherwise_is_skipped(self):
        self.repository("--then=right", "broken", "--do=crash", "--then=wrong")
        done = self.bisect("c0", "c3", code=3)
        self.assertRegex(done.stdout, r"skipped  [0-9a-f]+  number 1  does not build: no such file\n")
        self.assertRegex(done.stdout, r"skipped  [0-9a-f]+  number 2  crash")
        self.assertRegex(done.stdout, r"the first bad commit is [0-9a-f]+  number 3, or one of those before it that were skipped")

    def test_what_was_skipped_before_the_last_one_that_was_judged_is_told_as_well(self):
        self.repository("--then=right", "--then=right", "broken", "--then=wrong", "--then=wrong", "--then=wrong")
        done = self.bisect("c0", "c5", code=3)
        self.assertRegex(done.stdout, r"the first bad commit is [0-9a-f]+  number 3, or one of those before it that were skipped")

    def test_what_cannot_be_bisected_is_a_sentence_and_changes_nothing(self):
        self.repository("--then=right", "--then=wrong", "--then=wrong")
        for good, bad, words in (("c1", "c2", r"the case fails so as well at \w+  number 1, which is said to be good"),
                                 ("c0", "c0", r"the case does not fail at \w+  number 0, which is said to be bad")):
            self.assertRegex(self.bisect(good, bad, code=2).stderr.splitlines()[-1], words)
        self.assert_sentence(self.bisect("nowhere", "c2"), "r has no commit 'nowhere'")
        self.assertEqual(self.git("symbolic-ref", "--short", "HEAD"), "main")
        (self.folder / "r/does").write_text("mine")
        self.assert_sentence(self.bisect("c0", "c2"), "r has changes that are not committed")
        self.assertEqual((self.folder / "r/does").read_text(), "mine")
        self.assert_sentence(self.run_assay("bisect", "case.txt", "--run", "true"), "name the target that --run builds")
        self.assert_sentence(self.run_assay("bisect", "case.txt"), "give --targets for releases, or --run for commits")


if __name__ == "__main__":
    main()
