"""What `cmake --install` puts somewhere, moved to somewhere else: all of it works there, and needs no more than the docs say."""
import json
import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import tempfile
import time
import unittest

from support import CliTest, main

ROOT = pathlib.Path(__file__).parents[2]
BUILD = pathlib.Path(os.environ["ASSAY_BUILD"])
# Not named where everything is: the C library.
ALWAYS_THERE = {"libc6"}


def run(*words, code=0, **options):
    done = subprocess.run([*map(str, words)], capture_output=True, text=True, timeout=600, **options)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def setUpModule():
    global FOLDER
    holder = tempfile.TemporaryDirectory(prefix="assay-package-")
    unittest.addModuleCleanup(holder.cleanup)
    made = pathlib.Path(holder.name) / "made here"
    run("cmake", "--install", BUILD, "--prefix", made)
    FOLDER = made.rename(made.with_name("used there"))


class Installed(CliTest):
    def assay(self, *arguments, code=0, **variables):
        return run(FOLDER / "bin/assay", *arguments, code=code, cwd=self.folder,
                   env={**os.environ, "ASSAY_DATA": str(self.folder / "data"), **variables})

    def test_programs_are_compiled_and_run_and_all_that_belongs_to_it_is_found(self):
        self.assertIn(f"hip runs on {FOLDER}/lib/hip/libamdhip64.so\n", self.assay("targets"))
        self.assertIn("12 programs", self.assay("fuzz", "--target", "cpu:O2,hip:O1", "--seed", 1, "--count", 12))
        # ocml.bc, for what a GPU has no instruction for.
        (self.folder / "case.txt").write_text("assay 1\n%0 = argument f32[2]\n%1 = unary(%0) {function=sin}\nreturn %1\nrun\n  %0 = f32[2] [1,2]\n")
        self.assertIn("agree", self.assay("check", "case.txt", "--target", "hip:O1"))

    def test_memory_of_compiled_code_is_guarded(self):
        (self.folder / "m.json").write_text(json.dumps({
            "schema": 1, "name": "mycc", "version": "1", "flavour": {"name": "linalg"}, "compile": ["cp", "{input}", "{output}"],
            "run": {"command": ["sh", "-c", "echo error: $LD_PRELOAD; exit 1", "{module}", "{inputs}", "{outputs}"], "input": "{file}",
                    "output": "{file}"}}))
        (self.folder / "case.txt").write_text("assay 1\n%0 = argument f32[2]\n%1 = unary(%0) {function=neg}\nreturn %1\nrun\n  %0 = f32[2] [1,2]\n")
        said = json.loads(self.assay("check", "case.txt", "--target", "manifest=m.json", "--json", code=1))[0]["detail"]
        self.assertEqual(pathlib.Path(said.split(": ")[-1]).name, "libassay_guard.so")

    def test_the_name_of_a_function_that_crashes_is_told(self):
        case = ROOT / "tests/faults/compiler-crashes.txt"
        self.assertRegex(self.assay("check", case, "--target", "cpu:O0", "--inject", "compiler-crashes", code=1), "crash:compile:SIG[A-Z]+:mlir::detail::walk<assay::fault_patterns::tripOverMarks<")

    def test_other_programs_start(self):
        self.assertIn("assay-lower", run(FOLDER / "bin/assay-opt", "--help"))
        self.assertIn("census", run(FOLDER / "bin/assay-emu", "--help"))
        self.assertIn("night.db", run(FOLDER / "bin/assay-site", "--help"))
        self.assertIn("libamdhip64.so.6", os.listdir(FOLDER / "lib/hip"))

    def test_what_it_needs_of_debian_is_what_the_docs_say(self):
        needed = set()
        for file in FOLDER.rglob("*"):
            with open(file, "rb") if file.is_file() else open(os.devnull, "rb") as content:
                if content.read(4) != b"\x7fELF":
                    continue
            said = run("llvm-readelf-22", "-d", file)
            for path in re.findall(r"\(RUNPATH\).*\[(.*)\]", said):
                self.assertEqual(path, "/usr/lib/llvm-22/lib", file)
            for name in re.findall(r"\(NEEDED\).*\[(.*)\]", said):
                needed.add(next(path for path in (f"/usr/lib/x86_64-linux-gnu/{name}", f"/usr/lib/llvm-22/lib/{name}") if os.path.exists(path)))
        packages = set(map(package_of, needed)) - ALWAYS_THERE
        line = " ".join(sorted(packages))
        self.assertIn(f"    apt install {line}\n", (ROOT / "docs/install.md").read_text())
        self.assertIn(f"    {line} \\\n", (ROOT / "examples/ci/Containerfile").read_text())

    def test_a_program_of_others_finds_the_emulator(self):
        example, build = FOLDER / "share/doc/assay/examples/emulator", self.folder / "build"
        run("cmake", "-G", "Ninja", "-S", example, "-B", build, f"-DCMAKE_PREFIX_PATH={FOLDER}", f"-DCMAKE_CXX_COMPILER={os.environ['CXX']}",
            f"-DCMAKE_C_COMPILER={os.environ['CC']}")
        run("cmake", "--build", build)
        [command] = re.findall(r"^// (clang-22 .*)$", (example / "scale.cl").read_text(), re.MULTILINE)
        shutil.copy(example / "scale.cl", self.folder)
        run(os.environ["CC"], *command.split(" ")[1:], cwd=self.folder)
        self.assertIn("64 numbers are right", run(build / "run_scale", self.folder / "scale.hsaco"))


def package_of(library):
    """The Debian package that a file came from, which may know it without /usr."""
    for path in (os.path.realpath(library), os.path.realpath(library).removeprefix("/usr")):
        done = subprocess.run(["dpkg", "-S", path], capture_output=True, text=True)
        if done.returncode == 0:
            return done.stdout.split(":")[0]
    raise AssertionError(f"no package has {library}")


class Shell:
    """An interactive shell on a terminal of its own."""

    def __init__(self, words, folder, set_up):
        self.terminal, other = pty.openpty()
        self.process = subprocess.Popen(words, stdin=other, stdout=other, stderr=other, cwd=folder, start_new_session=True, env={
            **os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}", "TERM": "dumb", "PS1": "ready>", "ASSAY_DATA": f"{folder}/data",
            "HOME": str(folder)})
        os.close(other)
        self.do(set_up)

    def read_until(self, mark):
        seen = ""
        end = time.monotonic() + 120
        while mark not in seen:
            if not select.select([self.terminal], [], [], max(0, end - time.monotonic()))[0]:
                raise AssertionError(f"no {mark!r} in {seen!r}")
            seen += os.read(self.terminal, 65536).decode(errors="replace")
        return seen

    def do(self, line):
        """What a line prints."""
        os.write(self.terminal, f"{line}\necho en''d\n".encode())
        return self.read_until("\r\nend\r\n")

    def complete(self, line):
        """The line, once the tabulator was pressed behind it."""
        # What was completed becomes the argument of another command.
        os.write(self.terminal, f"{line}\t\x01printf '<%s>\\n' '\x05'\necho en''d\n".encode())
        return re.findall(r"\n<(.*)>\r", self.read_until("end\r\n"))[-1]

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.terminal)


class Completion(CliTest):
    def check(self, words, set_up):
        (self.folder / "bin").symlink_to(FOLDER / "bin")
        (self.folder / "night.db").write_text("")
        shell = Shell(words, self.folder, set_up)
        self.addCleanup(shell.close)
        for line, completed in (("assay fu", "assay fuzz "), ("assay fuzz --max", "assay fuzz --max-findings "),
                                ("assay fuzz --target cpu:O0,cpu:p", "assay fuzz --target cpu:O0,cpu:pipeline="),
                                ("assay fuzz --target=hi", "assay fuzz --target=hip:"),
                                ("assay fuzz --profile sm", "assay fuzz --profile small "),
                                ("assay site nig", "assay site night.db "), ("assay target sw", "assay target sweep "),
                                ("assay help gat", "assay help gate "), ("assay ops topk --he", "assay ops topk --help "),
                                ("assay gate --fail-on mismatch,inconcl", "assay gate --fail-on mismatch,inconclusive "),
                                ("assay fuzz --inject topk-", "assay fuzz --inject topk-tie-at-tile-edge ")):
            with self.subTest(line):
                self.assertEqual(shell.complete(line).rstrip(" "), completed.rstrip(" "))

    def test_bash_completes(self):
        self.check(["bash", "--norc", "--noprofile", "-i"], f". '{FOLDER}/share/bash-completion/completions/assay'; bind 'set bell-style none'")

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh_completes(self):
        self.check(["zsh", "-f", "-i"], f"fpath=('{FOLDER}/share/zsh/site-functions' $fpath); autoload -U compinit; compinit -u -D; "
                                        "unset zle_bracketed_paste; PROMPT_EOL_MARK=")


if __name__ == "__main__":
    main()
