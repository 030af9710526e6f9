"""Compilers that a manifest describes: what they do wrong becomes the right verdict. Runs with the fake compiler in
tests/fakes/mycc.py."""
import copy
import json
import os
import pathlib
import re
import time
import unittest

from support import CliTest, main

MYCC = pathlib.Path(__file__).resolve().parents[1] / "fakes/mycc.py"


def is_running(process):
    """Whether there is a process of that number that has not ended."""
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().split()[2] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


MANIFEST = {
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

CASE = """assay 1
d0 dynamic
%0 = argument f32[d0]
%1 = binary(%0, %0) {function=add}
return %1
run d0=3
  %0 = f32[3] [1,2,3]
run d0=0
  %0 = f32[0] []
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
        (self.folder / "case.txt").write_text(CASE)

    def write(self, file="mycc.json", **changes):
        manifest = {**copy.deepcopy(MANIFEST), **changes}
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
            self.write(run={**MANIFEST["run"], "format": format})
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
        self.write(limits={"seconds": 1})
        got = self.verdict("manifest=mycc.json:O0,--do=flood")
        # Python lives on when its file may not grow.
        self.assertIn(got["signature"], ("timeout:compile", "compile-failure:compile:all work and no play"))

    def test_what_goes_wrong_in_a_run(self):
        for format in ("raw", "npy"):
            self.write(run={**MANIFEST["run"], "format": format})
            self.expect("--then=diagnostic", "run_failure", "run-failure:cannot tile loop #")
            self.expect("--then=unsupported", "unsupported", "unsupported:mycc takes no rank #")
            self.expect("--then=crash", "crash", "crash:run:SIGSEGV")
            self.expect("--then=missing", "run_failure", "run-failure:the file of a result of type f32[d#] was not written")
            self.expect("--then=wrong", "mismatch", "mismatch:binary(add):f32:named")
            self.expect("--then=folder", "run_failure", "run-failure:the file of a result of type f32[d#] was not written")
        self.expect("--then=type", "run_failure", "run-failure:the file of a result of type f32[d#] has elements of type <i4, not <f4")
        self.expect("--then=long", "run_failure", "run-failure:the file of a result of type f32[d#] has shape [#], not [#]",
                    "has shape [4], not [3]")
        for how in ("short", "nonsense"):
            self.expect(f"--then={how}", "run_failure", "run-failure:the file of a result of type f32[d#] is no file of format NPY")
        self.write()
        self.expect("--then=long", "run_failure", "run-failure:the file of a result of type f32[d#] is # bytes long, not #",
                    "is 16 bytes long, not 12")
        self.expect("--then=short", "run_failure", "run-failure:the file of a result of type f32[d#] is # bytes long, not #",
                    "is 3 bytes long, not 12")

    def test_a_limit_of_time_ends_everything(self):
        self.write(limits={"seconds": 1})
        self.expect("--do=hang", "timeout", "timeout:compile")
        self.expect("--then=hang", "timeout", "timeout:run")
        note = self.folder / "child"
        got = self.verdict("manifest=mycc.json:O0,--do=brood", env={**os.environ, "MYCC_CHILD": str(note)})
        self.assertEqual(got["signature"], "timeout:compile")
        # A signal is on its way for a while where processors are busy.
        until = time.monotonic() + 10
        while is_running(note.read_text()) and time.monotonic() < until:
            time.sleep(0.05)
        self.assertFalse(is_running(note.read_text()))

    def test_index_arguments_need_words(self):
        (self.folder / "index.txt").write_text(INDEX_CASE)
        self.write()
        got = self.verdict("manifest=mycc.json:O0", case="index.txt")
        self.assertEqual((got["verdict"], got["detail"]), ("unsupported", "the manifest has no words for index arguments"))
        self.write(run={**MANIFEST["run"], "index": ["--index", "{value}"]})
        self.assertEqual(self.verdict("manifest=mycc.json:O0", case="index.txt")["verdict"], "agree")

    def test_a_campaign_leaves_no_files_behind(self):
        self.write()
        scratch = self.folder / "tmp"
        scratch.mkdir()
        summary = self.fuzz("--target", "manifest=mycc.json:O0", "--count", 20, "--seed", 1, "--jobs", 1,
                            env={**os.environ, "TMPDIR": str(scratch)})
        self.assertEqual(summary["checks"], 20)
        self.assertEqual(list(scratch.iterdir()), [])


class Names(ManifestTest):
    def test_wrong_names_are_a_sentence(self):
        self.write()
        plain = {key: value for key, value in MANIFEST.items() if key != "levels"}
        plain["compile"] = MANIFEST["compile"][:-1]
        (self.folder / "plain.json").write_text(json.dumps(plain))
        for target, word in (("manifest=mycc.json", "O0, O2"), ("manifest=mycc.json:O3", "O0, O2"), ("manifest=mycc.json:", "O0, O2"),
                             ("manifest=mycc.json:O0,fast", "'fast' is no flag"), ("manifest=plain.json:O0", "has no levels"),
                             ("manifest=plain.json:-x", "takes no flags"), ("manifest=none.json:O0", "cannot read"),
                             ("manifest=", "cannot read"), ("manifest=.", "cannot read"), ("mycc:O0", "there is no target"),
                             ("../x", "there is no target")):
            with self.subTest(target):
                self.assert_sentence(self.run_assay("check", "case.txt", "--target", target), word)
        self.run_assay("check", "case.txt", "--target", "manifest=plain.json", code=0)

    def test_a_program_that_is_not_there_is_no_finding(self):
        self.write(compile=["no-such-mycc", "{input}", "{output}", "{flags}"])
        self.assert_sentence(self.run_assay("check", "case.txt", "--target", "manifest=mycc.json:O0"), "/compile/0", "on the PATH")
        self.write(compile=["sub/no-such-mycc", "{input}", "{output}", "{flags}"])
        self.assert_sentence(self.run_assay("check", "case.txt", "--target", "manifest=mycc.json:O0"), "sub/no-such-mycc")
        self.write(run={**MANIFEST["run"], "command": ["no-such-run", "{module}", "{inputs}", "{outputs}"]})
        self.assert_sentence(self.run_assay("check", "case.txt", "--target", "manifest=mycc.json:O0"), "/run/command/0")

    def test_faults_are_for_our_own_targets(self):
        self.write()
        self.assert_sentence(self.run_assay("check", "case.txt", "--target", "manifest=mycc.json:O0", "--inject",
                                            "topk-tie-at-tile-edge"), "cpu and iree targets only")


class Added(ManifestTest):
    def test_what_was_added_is_a_target_until_it_is_removed(self):
        self.write()
        done = self.run_assay("target", "add", "mycc.json", code=0)
        self.assertEqual(done.stdout.count("compiles and runs"), 2, done.stdout)
        # A copy is kept; what stands beside the manifest is still found.
        (self.folder / "mycc.json").unlink()
        self.assertIn("mycc ", self.run_assay("target", "list", code=0).stdout)
        self.assertIn("mycc:LEVEL[,FLAG...]", self.run_assay("targets", code=0).stdout)
        self.assertIn("compiles and runs", self.run_assay("target", "doctor", code=0).stdout)
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
        self.assert_sentence(self.run_assay("target", "add", "mycc.json"), "is not JSON")
        self.assert_sentence(self.run_assay("target", "add", "none.json"), "none.json")
        self.assert_sentence(self.run_assay("target", "add", "mycc.json", "--path", "x"), "--path")
        self.assertIn("none", self.run_assay("target", "list", code=0).stdout)

    def test_doctor_says_what_no_longer_works(self):
        self.write()
        self.run_assay("target", "add", "mycc.json", code=0)
        (self.folder / "mycc.py").unlink()
        done = self.run_assay("target", "doctor", code=1)
        self.assertIn("/compile/0", done.stderr)
        copied = self.folder / "data/toolchains/mycc/manifest.json"
        copied.write_text(copied.read_text()[:50])
        self.assertIn("is not JSON", self.run_assay("target", "doctor", code=1).stderr)
        self.assert_sentence(self.run_assay("check", "case.txt", "--target", "mycc:O0"), "is not JSON")
        self.run_assay("targets", code=0)
        self.run_assay("target", "remove", "mycc", code=0)


class Upstream(ManifestTest):
    """A real compiler: upstream's passes to a shared object."""
    PASSES = ("func.func(llvm-request-c-wrappers),{0}one-shot-bufferize{{bufferize-function-boundaries=1 "
              "function-boundary-type-conversion=identity-layout-map allow-return-allocs-from-loops=1}},"
              "func.func(convert-linalg-to-loops),convert-scf-to-cf,memref-expand,expand-strided-metadata,lower-affine,arith-expand,"
              "convert-complex-to-standard,convert-math-to-llvm,convert-math-to-libm,convert-to-llvm,reconcile-unrealized-casts")
    SCRIPT = ("mlir-opt-22 --pass-pipeline=\"builtin.module($3)\" \"$1\" | mlir-translate-22 --mlir-to-llvmir | "
              "clang-22 -x ir - -w -shared -fPIC --rtlib=compiler-rt -fuse-ld=lld-22 -o \"$2\" -L/usr/lib/llvm-22/lib "
              "-Wl,-rpath,/usr/lib/llvm-22/lib -lmlir_c_runner_utils -lm")

    def test_the_corpus_agrees(self):
        corpus = sorted((MYCC.parents[2] / "corpus").glob("*.txt"))
        self.write(compile=["bash", "-o", "pipefail", "-c", self.SCRIPT, "bash", "{input}", "{output}", "{flags}"],
                   levels={"plain": [self.PASSES.format("")], "generic": [self.PASSES.format("func.func(linalg-generalize-named-ops),")]},
                   run={"command": [str(MYCC.parent / "shared_object.py"), "{module}", "{function}", "{inputs}", "{outputs}"],
                        "index": "--index={value}", "input": "--input={type}@{file}", "output": "--output={type}@{file}"},
                   limits={"seconds": 60})
        for level in ("plain", "generic"):
            done = self.run_assay("check", *corpus, "--target", f"manifest=mycc.json:{level}", "--json")
            failed = [one for one in json.loads(done.stdout) if one["verdict"] != "agree"]
            self.assertEqual(failed, [])


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
        for path, value in (("name", "cpu"), ("name", "My"), ("schema", 2), ("version", ""), ("x", 1), ("flavour", "linalg"),
                            ("flavour.name", "tosa"), ("flavour.version", "new"), ("compile", []), ("compile", ["no-mycc"]),
                            ("run.command", ["{module}"]), ("run.format", "npz"), ("run.x", 1), ("limits.seconds", 0),
                            ("limits.seconds", 101), ("limits.mebibytes", -1), ("limits.x", 1), ("levels", {}), ("levels.O2", "-O2"),
                            ("elements.c32", "c32"), ("elements.c64", ""), ("unsupported", [{}]), ("unsupported", {}),
                            ("accuracy.function_scale", -1), ("accuracy.x", 1)):
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


if __name__ == "__main__":
    main()
