"""What compiled code does to memory in a process of its own: the library that guards it, and the verdicts. Runs with compiled
code that is wrong on purpose, tests/fakes/planted.c, and a program that wants everything of an allocator,
tests/fakes/allocations.c."""
import json
import os
import pathlib
import shlex
import subprocess
import unittest

from support import ASSAY, SUM_CASE, CliTest, main

FAKES = pathlib.Path(__file__).resolve().parents[1] / "fakes"
GUARD = ASSAY.parents[1] / "lib/libassay_guard.so"

MANIFEST = {
    "schema": 1,
    "name": "planted",
    "version": "1",
    "flavour": {"name": "linalg"},
    "compile": ["sh", "-c", f"clang-22 $3 -O1 -fno-builtin -shared -fPIC {shlex.quote(str(FAKES / 'planted.c'))} -o $2", "sh", "{input}", "{output}", "{flags}"],
    "run": {
        "command": [str(FAKES.parents[1] / "targets/manifest/examples/shared_object.py"), "{module}", "{function}", "{inputs}", "{outputs}"],
        "input": "--input={type}@{file}",
        "output": "--output={type}@{file}",
    },
}


class GuardTest(CliTest):
    def compile(self, source, *flags, name="program"):
        subprocess.run(["clang-22", "-O1", "-fno-builtin", "-w", source, "-o", self.folder / name, "-lpthread", *flags], check=True)
        return self.folder / name

    def guarded(self, *command, code=None, fill=0, **variables):
        """Runs a program with the library, and returns how it ended and what that reported."""
        report = self.folder / "report.json"
        report.unlink(missing_ok=True)
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=120,
                              env={**os.environ, "LD_PRELOAD": str(GUARD), "ASSAY_GUARD_REPORT": str(report),
                                   "ASSAY_GUARD_CODE": str(code or self.folder), "ASSAY_GUARD_FILL": str(fill), **variables})
        return done, [json.loads(line) for line in report.read_text().splitlines()] if report.exists() else []


class Allocator(GuardTest):
    def test_programs_get_all_that_they_may_want(self):
        program = self.compile(FAKES / "allocations.c")
        for code in (self.folder, "/nowhere"):
            for fill in (0, 1):
                done, found = self.guarded(program, code=code, fill=fill)
                self.assertEqual((done.returncode, done.stderr, found), (0, "", []))

    def test_without_a_report_nothing_is_done(self):
        program = self.compile(FAKES / "allocations.c")
        done, _ = self.guarded(program, ASSAY_GUARD_REPORT="")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_it_needs_the_c_library_alone(self):
        needed = subprocess.run(["llvm-readelf-22", "--needed-libs", GUARD], capture_output=True, text=True).stdout
        self.assertEqual([word for word in needed.split() if word.endswith(".so") or ".so." in word], ["libc.so.6"])

    def test_little_memory_is_enough(self):
        program = self.compile(FAKES / "allocations.c")
        limited = ["sh", "-c", "ulimit -v 6000000; exec \"$1\"", "sh", program]
        done, found = self.guarded(*limited)
        self.assertEqual((done.returncode, done.stderr, found), (0, "", []))

    def test_what_nobody_wrote_differs_in_every_byte(self):
        source = self.folder / "show.c"
        source.write_text("#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
                          "int main(void) { for (int i = 1; i < 9000; i = 2 * i + 1) {"
                          "  char *a = malloc(i), *b = malloc(1); b = realloc(b, i);"
                          "  fwrite(a, 1, i, stdout); fwrite(b + 1, 1, i - 1, stdout); } return 0; }\n")
        program = self.compile(source)
        contents = []
        for fill in (0, 1):
            done = subprocess.run([program], capture_output=True,
                                  env={**os.environ, "LD_PRELOAD": str(GUARD), "ASSAY_GUARD_REPORT": str(self.folder / "r"),
                                       "ASSAY_GUARD_CODE": str(self.folder), "ASSAY_GUARD_FILL": str(fill)})
            contents.append(done.stdout)
        self.assertEqual(len(contents[0]), len(contents[1]))
        self.assertGreater(len(contents[0]), 8000)
        self.assertEqual([i for i, (a, b) in enumerate(zip(*contents)) if a == b], [])

    def test_whose_blocks_are_guarded(self):
        """Those of the library in the folder and of one that it is linked with; not those of the program and of the C library."""
        here = self.folder / "code"
        here.mkdir()
        (self.folder / "runtime.c").write_text("#include <stdlib.h>\nvoid *runtime(void) { void *volatile p = malloc(12); return p; }\n")
        (self.folder / "code.c").write_text("#include <stdlib.h>\n#include <string.h>\nvoid *runtime(void);\n"
                                            "void *get(int how) { void *volatile p = how == 0 ? malloc(12) : how == 1 ? runtime() : strdup(\"elevencharas\");"
                                            " return p; }\n")
        (self.folder / "main.c").write_text("#include <stdlib.h>\nvoid *get(int);\nint main(int argc, char **argv) {"
                                            " char *p = argc > 2 ? malloc(12) : get(atoi(argv[1])); p[12] = 1; return 0; }\n")
        shared = ("-shared", "-fPIC", f"-Wl,-rpath,{here}:{self.folder}")
        self.compile(self.folder / "runtime.c", *shared, name="libruntime.so")
        self.compile(self.folder / "code.c", *shared, self.folder / "libruntime.so", name="code/code.so")
        program = self.compile(self.folder / "main.c", here / "code.so", f"-Wl,-rpath,{here}")
        for words, is_guarded in ((["0"], True), (["1"], True), (["2"], False), (["0", "own"], False)):
            with self.subTest(words):
                done, found = self.guarded(program, *words, code=here)
                self.assertEqual((done.returncode, len(found)), (0, int(is_guarded)), done.stderr)
        # Unless it is named.
        self.assertEqual(len(self.guarded(program, "0", "own", code=program)[1]), 1)

    def test_operator_new_is_asked_for_by_who_says_it(self):
        source = self.folder / "main.cpp"
        source.write_text("#include <new>\n#include <vector>\n#include <cstdlib>\nint main(int argc, char **argv) {\n"
                          "  std::vector<int> v(3); volatile int *p = v.data();\n"
                          "  try { new char[std::atol(\"9000000000000000000\")]; return 1; } catch (const std::bad_alloc &) {}\n"
                          "  delete new (std::align_val_t(256)) char; delete[] new (std::nothrow) char[7];\n"
                          "  if (argc > 1) p[3] = 1; return 0; }\n")
        subprocess.run(["clang++-22", "-O1", "-fno-builtin", source, "-o", self.folder / "program"], check=True)
        done, found = self.guarded(self.folder / "program")
        self.assertEqual((done.returncode, found), (0, []), done.stderr)
        done, found = self.guarded(self.folder / "program", "x")
        self.assertEqual([(one["kind"], one["bytes"]) for one in found], [("overwritten", 12)])


class Aligned(GuardTest):
    """Upstream's lowering of a memref.alloc with an alignment: more bytes than it needs, of which it passes over some."""
    MODULE = """func.func @fill(%n: index, %f: f32) -> (memref<?xf32>, memref<32xf32>) attributes {{llvm.emit_c_interface, passthrough = ["noinline"]}} {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc(%n) {{alignment = {0} : i64}} : memref<?xf32>
  %b = memref.alloc() {{alignment = {0} : i64}} : memref<32xf32>
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %n step %c1 {{ memref.store %f, %a[%i] : memref<?xf32> }}
  scf.for %i = %c0 to %c32 step %c1 {{ memref.store %f, %b[%i] : memref<32xf32> }}
  %end = arith.addi %{1}, %c1 : index
  scf.for %i = %c0 to %end step %c1 {{ memref.store %f, %{2}[%i] : memref<{3}xf32> }}
  return %a, %b : memref<?xf32>, memref<32xf32>
}}
func.func @run() {{
  %n = arith.constant 19 : index
  %f = arith.constant 1.0 : f32
  %0:2 = call @fill(%n, %f) : (index, f32) -> (memref<?xf32>, memref<32xf32>)
  memref.dealloc %0#0 : memref<?xf32>
  memref.dealloc %0#1 : memref<32xf32>
  return
}}
"""
    PASSES = "convert-scf-to-cf,finalize-memref-to-llvm,convert-arith-to-llvm,convert-func-to-llvm,convert-cf-to-llvm,reconcile-unrealized-casts"
    # The loop's bound, the block and its extent.
    ENDS = {"right": ("c0", "b", "32"), "dynamic": ("n", "a", "?"), "static": ("c32", "b", "32")}

    def lower(self, alignment, end):
        return subprocess.run(["mlir-opt-22", f"--pass-pipeline=builtin.module({self.PASSES})"], check=True, capture_output=True, text=True,
                              input=self.MODULE.format(alignment, *self.ENDS[end])).stdout

    def expect(self, found, end, where):
        bytes_of = {"right": [], "dynamic": [76], "static": [128]}[end]
        self.assertEqual([(one["side"], one["bytes"]) for one in found], [("behind", count) for count in bytes_of], where)

    def test_a_shared_object(self):
        (self.folder / "call.c").write_text("#include <stdint.h>\nvoid _mlir_ciface_fill(void *, int64_t, float);\n"
                                            "int main(void) { char results[80]; _mlir_ciface_fill(results, 19, 1); return 0; }\n")
        for alignment in (16, 32, 64, 128):
            for end in self.ENDS:
                code = subprocess.run(["mlir-translate-22", "--mlir-to-llvmir"], check=True, capture_output=True, text=True,
                                      input=self.lower(alignment, end)).stdout
                for level in ("-O0", "-O1", "-O3"):
                    subprocess.run(["clang-22", "-x", "ir", "-", "-w", level, "-shared", "-fPIC", "-o", self.folder / "module.so"],
                                   input=code, text=True, check=True)
                    program = self.compile(self.folder / "call.c", self.folder / "module.so", f"-Wl,-rpath,{self.folder}")
                    self.expect(self.guarded(program)[1], end, (alignment, end, level))

    def test_a_jit(self):
        for end in self.ENDS:
            (self.folder / "module.mlir").write_text(self.lower(64, end))
            done, found = self.guarded("mlir-runner-22", "-e", "run", "--entry-point-result=void", self.folder / "module.mlir", code="/nowhere")
            self.expect(found, end, (end, done.stderr))


class Verdicts(GuardTest):
    def setUp(self):
        super().setUp()
        os.environ["ASSAY_DATA"] = str(self.folder / "data")
        (self.folder / "case.txt").write_text(SUM_CASE)
        self.write()

    def write(self, **run):
        (self.folder / "planted.json").write_text(json.dumps({**MANIFEST, "run": {**MANIFEST["run"], **run}}))

    def check(self, planted, **options):
        done = self.run_assay("check", "case.txt", "--target", f"manifest=planted.json:-D{planted}", "--json", **options)
        self.assertNotEqual(done.returncode, 2, done.all)
        return json.loads(done.stdout)[0]

    def expect(self, planted, signature, *words):
        with self.subTest(planted):
            got = self.check(planted, code=1)
            self.assertEqual((got["verdict"], got["signature"]), ("sanitizer", f"sanitizer:run:{signature}"), got)
            for word in words:
                self.assertIn(word, got["detail"])

    def test_what_is_right_agrees(self):
        self.assertEqual(self.check("NOTHING", code=0)["verdict"], "agree")

    def test_accesses_beside_a_block(self):
        twelve = "a block of 12 bytes that _mlir_ciface_main asked for"
        self.expect("READS_BEHIND", "a block was read behind its end in _mlir_ciface_main", "16 bytes away", twelve)
        self.expect("WRITES_BEHIND", "a block of _mlir_ciface_main was written behind its end", "16 bytes away", twelve)
        self.expect("READS_BEFORE", "a block was read before its begin in _mlir_ciface_main", "bytes away", twelve)
        # memcpy() does it, but is not to blame.
        self.expect("COPIES_BEHIND", "a block was read behind its end in _mlir_ciface_main", twelve)

    def test_writes_into_what_alignment_leaves(self):
        self.expect("WRITES_GAP_BEHIND", "a block of _mlir_ciface_main was written behind its end", "0 to 3 bytes away", "of 12 bytes")
        self.expect("WRITES_GAP_BEFORE", "a block of _mlir_ciface_main was written before its begin", "bytes changed, 0 to 3 bytes away")
        # Never freed, so only the end of the process shows it.
        self.expect("LEAKS", "a block of _mlir_ciface_main was written behind its end", "of 12 bytes")

    def test_blocks_that_compiled_code_aligns_itself(self):
        twelve = "a block of 12 bytes that _mlir_ciface_main asked for"
        self.assertEqual(self.check("ALIGNED", code=0)["verdict"], "agree")
        self.expect("ALIGNED -DWRITES_GAP_BEHIND", "a block of _mlir_ciface_main was written behind its end", "0 to 3 bytes away", twelve)
        self.expect("ALIGNED -DWRITES_GAP_BEFORE", "a block of _mlir_ciface_main was written before its begin", "0 to 3 bytes away", twelve)
        self.expect("ALIGNED -DLEAKS", "a block of _mlir_ciface_main was written behind its end", twelve)
        self.expect("ALIGNED -DREADS_FAR_BEHIND", "a block was read behind its end in _mlir_ciface_main", "64 bytes away", twelve)

    def test_blocks_that_were_freed(self):
        self.expect("FREES_EARLY", "a block was written after it was freed in _mlir_ciface_main", "byte 0 of a block of 12 bytes")
        self.expect("FREES_TWICE", "a block was freed twice in _mlir_ciface_main", "12 bytes")
        self.expect("FREES_INSIDE", "what is no block was freed in _mlir_ciface_main", "4 bytes into a block of 12 bytes")

    def test_reads_of_what_nobody_wrote(self):
        for planted in ("KEEPS_UNWRITTEN", "READS_GAP"):
            with self.subTest(planted):
                got = self.check(planted, code=1)
                self.assertEqual((got["verdict"], got["signature"]), ("mismatch", "mismatch:binary(add):f32:named:unwritten memory"), got)
                self.assertIn("reads memory that nobody has written", got["detail"])

    def test_what_differs_for_another_reason_is_no_read_of_unwritten_memory(self):
        got = self.check("RANDOM", code=1)
        self.assertEqual((got["verdict"], got["signature"]), ("mismatch", "nondeterministic-mismatch:binary(add)"), got)

    def test_other_crashes_stay_crashes(self):
        self.assertEqual(self.check("STRAYS", code=1)["signature"], "crash:run:SIGSEGV")

    def test_who_does_not_want_it_does_without(self):
        os.environ["ASSAY_GUARD"] = "0"
        self.addCleanup(os.environ.pop, "ASSAY_GUARD")
        self.assertEqual(self.check("LEAKS", code=0)["verdict"], "agree")
        del os.environ["ASSAY_GUARD"]
        self.addCleanup(os.environ.__setitem__, "ASSAY_GUARD", "")
        self.write(guard=False)
        self.assertEqual(self.check("LEAKS", code=0)["verdict"], "agree")
        self.write(guard=True)
        self.assertEqual(self.check("LEAKS", code=1)["verdict"], "sanitizer")
        self.write(guard="no")
        self.assert_sentence(self.run_assay("check", "case.txt", "--target", "manifest=planted.json"), "/run/guard")

    def test_what_others_preload_is_preloaded_as_well(self):
        source = self.folder / "other.c"
        source.write_text("#include <stdio.h>\n__attribute__((constructor)) static void note(void) {"
                          f" fclose(fopen(\"{self.folder}/noted\", \"w\")); }}\n")
        other = self.compile(source, "-shared", "-fPIC", name="other.so")
        os.environ["LD_PRELOAD"] = str(other)
        self.addCleanup(os.environ.pop, "LD_PRELOAD")
        self.assertEqual(self.check("LEAKS", code=1)["verdict"], "sanitizer")
        self.assertTrue((self.folder / "noted").exists())

    def test_the_compiler_is_not_guarded(self):
        manifest = json.loads((self.folder / "planted.json").read_text())
        manifest["compile"][2] += f"; echo \"[$LD_PRELOAD]\" > {self.folder}/preloaded"
        (self.folder / "planted.json").write_text(json.dumps(manifest))
        self.check("NOTHING", code=0)
        self.assertEqual((self.folder / "preloaded").read_text(), "[]\n")


if __name__ == "__main__":
    main()
