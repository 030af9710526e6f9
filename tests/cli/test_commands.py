"""The command line as people type it, right and wrong. Runs with fake targets."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import unittest

from support import ASSAY, CliTest, main

ROOT = pathlib.Path(__file__).parents[2]


class Help(CliTest):
    def test_every_subcommand_explains_itself_with_examples(self):
        top = self.run_assay("--help", code=0).stdout
        for name in ("gen", "check", "fuzz", "reduce", "replay", "site", "targets", "profiles", "ops"):
            self.assertIn(name, top)
            text = self.run_assay(name, "--help", code=0).stdout
            self.assertIn("Examples:", text)
            self.assertIn(f"assay {name}", text)
        self.assertNotIn("worker ", top)

    def test_version_tells_the_build_and_what_is_there(self):
        said = self.run_assay("--version", code=0).stdout
        self.assertRegex(said, r"^assay \d+\.\d+\.\d+\nbuild    .+, \w+, Clang 22\..+\nLLVM     22\..+\ntargets  fake.*\n$")

    def test_a_topic_is_a_page_or_a_section_of_the_documentation(self):
        topics = re.findall(r"^  ([a-z-]+) +(.+)$", self.run_assay("help", code=0).stdout, re.MULTILINE)
        self.assertGreater(len(topics), 15)
        pages = {str(path): path.read_text() for path in (ROOT / "README.md", *ROOT.glob("docs/*.md"), *ROOT.glob("amdgpu/docs/*.md"))}
        for topic, title in topics:
            with self.subTest(topic):
                said = self.run_assay("help", topic, code=0).stdout
                self.assertRegex(said.splitlines()[0], f"^##? {re.escape(title)}$")
                self.assertTrue(any(said in page for page in pages.values()))
        self.assertEqual(self.run_assay("help", "gate", code=0).stdout, (ROOT / "docs/gate.md").read_text())
        self.assertEqual(len(re.findall(r"^\| \d \|", self.run_assay("help", "exit-codes", code=0).stdout, re.MULTILINE)), 4)

    def test_help_of_a_command_is_its_own(self):
        self.assertEqual(self.run_assay("help", "fuzz", code=0).stdout, self.run_assay("fuzz", "--help", code=0).stdout)
        self.assert_sentence(self.run_assay("help", "gates"), "'gates'", "did you mean gate?")

    def test_what_was_mistyped_is_guessed(self):
        for words, meant in ((("fuz",), "fuzz"), (("fuzz", "--cuont", "3"), "--count"), (("fuzz", "--taget=cpu:O2"), "--target"),
                             (("bug", "shw", "x"), "show"), (("bug", "list", "--stat", "open"), "--state")):
            with self.subTest(words):
                self.assert_sentence(self.run_assay(*words), f"; did you mean {meant}?")
        # What is near nothing is not guessed.
        self.assertNotIn("did you mean", self.run_assay("fuzz", "--colour", "red").stderr)


class Documentation(CliTest):
    def flags_of(self, *command):
        if command not in self.flags:
            said = self.run_assay("help", *command)
            self.flags[command] = None if said.returncode else set(re.findall(r"(?<![\w-])--?[a-zA-Z][a-z-]*", said.stdout))
        return self.flags[command]

    def assert_exists(self, command, rest):
        """A command, and each flag behind it, be it the command's or of the one that it has below."""
        flags = self.flags_of(command)
        self.assertIsNotNone(flags, f"there is no assay {command}")
        if word := re.match(r" ([a-z]+)", rest):
            below = self.run_assay(command, word[1], "--help")
            flags = flags | set(re.findall(r"(?<![\w-])--?[a-zA-Z][a-z-]*", below.stdout))
        for flag in re.findall(r"(?<=\s)--?[a-z][a-z-]*", rest):
            self.assertIn(flag, flags, f"assay {command}{rest}")

    def test_commands_and_flags_in_it_exist(self):
        self.flags, commands = {}, 0
        for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/*.md"), *ROOT.glob("results/*.md")):
            for line in page.read_text().splitlines():
                for code in re.findall(r"`([^`]*)`", line) + ([line] if line.startswith("    ") else []):
                    for command, rest in re.findall(r"(?<!build )\bassay ([a-z]+)((?: [^\n;|]*)?)", code):
                        with self.subTest(page=page.name, line=line):
                            self.assert_exists(command, rest)
                            commands += 1
        self.assertGreater(commands, 200)


class Completion(CliTest):
    """What shells are told; tests/cli/test_package.py has shells do it."""

    def words(self, *line):
        return [word.split("\t")[0] for word in self.run_assay("complete", "--", *line, code=0).stdout.splitlines()]

    def test_what_may_follow_is_what_the_parser_takes(self):
        self.assertEqual(self.words("ga"), ["gate"])
        self.assertNotIn("worker", self.words(""))
        self.assertEqual(self.words("fuzz", "--no-"), ["--no-known", "--no-reduce"])
        self.assertEqual(self.words("target", "re"), ["remove"])
        self.assertEqual(self.words("fuzz", "--seed", "--no-"), [])
        self.assertEqual(self.words("fuzz", "--seed=1", "--no-r"), ["--no-reduce"])

    def test_values_are_those_that_there_are(self):
        self.assertEqual(self.words("fuzz", "--target", "fake:ov"), ["fake:overflow"])
        self.assertEqual(self.words("fuzz", "--target", "fake:ok,fake:ov"), ["fake:ok,fake:overflow"])
        self.assertEqual(self.words("fuzz", "--target", "fake:ok", "fake:ov"), ["fake:overflow"])
        self.assertEqual(self.words("fuzz", "--target", "fake:ok", "--max"), ["--max-findings"])
        self.assertEqual(self.words("fuzz", "--target=fake:ov"), ["--target=fake:overflow"])
        self.assertEqual(self.words("fuzz", "--watch", "bytes,disp"), ["bytes,dispatches"])
        self.assertEqual(self.words("ops", "top"), ["topk"])
        self.assertEqual(self.words("check", "ca"), [":files"])
        self.assertEqual(self.words("gate", "-o", "ou"), [":folders"])
        self.assertEqual(self.words("bug", "set", "some-bug", "fix"), ["fix-named", "fixed"])
        self.assertEqual(self.words("completion", ""), ["bash", "zsh"])
        self.assertEqual(self.words("fuzz", "--seed", ""), [])

    def test_a_shell_that_is_not_known_is_a_sentence(self):
        self.assert_sentence(self.run_assay("completion", "fish"), "'fish'", "bash, zsh")


class Usage(CliTest):
    def test_wrong_flags_are_one_sentence_and_code_2(self):
        for arguments in ([], ["nonsense"], ["fuzz", "--frobnicate"], ["fuzz", "--count", "x"], ["fuzz", "--count", "-3"],
                          ["fuzz", "--jobs", "0"], ["fuzz", "--minutes", "0"], ["fuzz", "--max-findings", "0"],
                          ["check"], ["check", "a.json"], ["gen"], ["gen", "--seed", "1", "--format", "xml"],
                          ["gen", "--seed", "-1"], ["gen", "--seed", str(2 ** 64)], ["gen", "--seed", "1", "--count", "0"],
                          ["fuzz", "--minutes", "nan"], ["fuzz", "--count", str(2 ** 63)], ["reduce", "a.json"], ["replay"], ["site"]):
            with self.subTest(arguments):
                self.assert_sentence(self.run_assay(*arguments), "--help")

    def test_what_does_not_exist_is_named(self):
        self.assert_sentence(self.run_assay("frobnicate", "--count", 1), "'frobnicate'", "assay --help")
        self.assert_sentence(self.run_assay("fuzz", "--target", "fake:nothing", "--count", 1), "fake:nothing", "assay targets")
        self.assert_sentence(self.run_assay("fuzz", "--target", "fake:ok", "--profile", "huge", "--count", 1), "huge")
        self.assert_sentence(self.run_assay("fuzz", "--target", "fake:ok", "--inject", "bug", "--count", 1), "bug")
        self.assert_sentence(self.run_assay("gen", "--seed", 1, "--profile", "huge"), "huge")
        self.assert_sentence(self.run_assay("check", "none.json", "--target", "fake:ok"), "none.json")
        self.assert_sentence(self.run_assay("replay", "none.mlir"), "none.mlir")
        self.assert_sentence(self.run_assay("site", "none.db", "-o", "site"), "none.db")


class Gen(CliTest):
    def test_the_same_seed_and_index_give_the_same_case(self):
        first = self.run_assay("gen", "--seed", 3, "--index", 5, code=0).stdout
        self.assertEqual(first, self.run_assay("gen", "--seed", 3, "--index", 5, code=0).stdout)
        self.assertNotEqual(first, self.run_assay("gen", "--seed", 3, "--index", 6, code=0).stdout)

    def test_a_folder_gets_one_file_for_each_case(self):
        self.run_assay("gen", "--seed", 3, "--index", 2, "--count", 3, "-o", "out", "--format", "json", code=0)
        self.assertEqual(sorted(os.listdir(self.folder / "out")), [f"case-3-{i}.json" for i in (2, 3, 4)])
        json.loads((self.folder / "out/case-3-2.json").read_text())

    def test_a_case_that_is_there_is_written_in_another_form(self):
        text = self.run_assay("gen", "--seed", 3, code=0).stdout
        self.run_assay("gen", "--seed", 3, "-o", ".", "--format", "json", code=0)
        os.rename(self.folder / "case-3-0.json", self.folder / "bug.json")
        self.assertEqual(self.run_assay("gen", "bug.json", code=0).stdout, text)
        self.run_assay("gen", "bug.json", "-o", "out", code=0)
        self.assertEqual((self.folder / "out/bug.txt").read_text(), text)
        self.run_assay("gen", "bug.json", "--specialize", "dynamic", code=0)
        for wrong in (["none.json"], ["bug.json", "--seed", 3], ["bug.json", "--count", 2], ["bug.json", "--profile", "default"],
                      ["bug.json", "--census", 3], []):
            with self.subTest(wrong):
                self.assert_sentence(self.run_assay("gen", *wrong))

    def test_specialize_takes_words_and_masks_only(self):
        for how in ("static", "dynamic", "mixed", "sdc"):
            self.run_assay("gen", "--seed", 3, "--specialize", how, code=0)
        self.assert_sentence(self.run_assay("gen", "--seed", 3, "--specialize", "some"), "some", "mask")

    def test_a_pipe_or_device_is_written_to_and_not_replaced(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE, text=True) as reader:
            self.run_assay("fuzz", "--target", "fake:ok", "--seed", 3, "--count", 5, "--json", "pipe", code=0)
            self.assertTrue(pipe.is_fifo())
            self.assertEqual(json.loads(reader.communicate(timeout=60)[0])["programs"], 5)

    def test_an_output_that_cannot_be_written_is_a_sentence(self):
        (self.folder / "file").write_text("")
        self.assert_sentence(self.run_assay("gen", "--seed", 3, "-o", "file"), "file")


class CheckReduceReplay(CliTest):
    def failing_case(self):
        """A program with a reverse, as JSON and as text."""
        for index in range(200):
            text = self.run_assay("gen", "--seed", 1, "--index", index, code=0).stdout
            if "reverse" in text and text.count("unary") > 3:
                (self.folder / "case.txt").write_text(text)
                self.run_assay("gen", "--seed", 1, "--index", index, "--format", "json", "-o", ".", code=0)
                os.rename(self.folder / f"case-1-{index}.json", self.folder / "case.json")
                return
        self.fail("no program with a reverse")

    def test_exit_codes_say_what_was_found(self):
        self.failing_case()
        self.assertIn("agree", self.run_assay("check", "case.json", "--target", "fake:ok", code=0).stdout)
        done = self.run_assay("check", "case.json", "case.txt", "--target", "fake:ok,fake:mismatch", code=1)
        self.assertEqual(done.stdout.count("mismatch:reverse:f32"), 2)
        self.assertEqual(done.stdout.count(": agree"), 2)

    def test_a_case_that_kills_its_process_gets_a_verdict(self):
        self.failing_case()
        for target, words in (("segv", "crash:compile:SIGSEGV"), ("abort", "LLVM ERROR: out of cheese"),
                              ("overflow", "recurseForever"), ("exit", "crash:run:exit 3"), ("garbage", "crash:run:overwrote"),
                              ("oracle", "assay-bug:oracle")):
            with self.subTest(target):
                self.assertIn(words, self.run_assay("check", "case.json", "--target", f"fake:{target}", code=1).stdout)

    def test_check_prints_json(self):
        self.failing_case()
        done = self.run_assay("check", "case.json", "--target", "fake:ok,fake:mismatch,fake:reject", "--json", code=1)
        verdicts = [(one["target"], one["verdict"]) for one in json.loads(done.stdout)]
        self.assertEqual(verdicts, [("fake:ok", "agree"), ("fake:mismatch", "mismatch"), ("fake:reject", "compile_failure")])

    def test_reduce_writes_a_lit_case_that_replays(self):
        self.failing_case()
        done = self.run_assay("reduce", "case.json", "--target", "fake:mismatch", "-o", "bug.mlir", "--json", "r.json", code=1)
        self.assertIn("bug.mlir", done.stdout)
        numbers = json.loads((self.folder / "r.json").read_text())
        self.assertEqual(numbers["ops"], 1)
        self.assertTrue(numbers["finished"])
        self.assertIn("mismatch:reverse:f32", self.run_assay("replay", "bug.mlir", code=1).stdout)
        self.run_assay("replay", "bug.mlir", "--target", "fake:ok", code=0)

    def test_a_lit_case_that_was_edited_is_refused(self):
        self.failing_case()
        self.run_assay("reduce", "case.json", "--target", "fake:mismatch", "-o", "bug.mlir", code=1)
        whole = (self.folder / "bug.mlir").read_text()
        (self.folder / "bug.mlir").write_text(whole.replace("call @program", "call @another"))
        for arguments in (("replay", "bug.mlir"), ("check", "bug.mlir", "--target", "fake:ok"), ("reduce", "bug.mlir", "--target", "fake:mismatch")):
            self.assert_sentence(self.run_assay(*arguments), "bug.mlir", "differ", "what stands there is run by: true;", "> case.json")
        # Both ways out work.
        command = re.search(r"is checked by: (sed .*); assay check case.json (--target .*)", self.run_assay("replay", "bug.mlir").stderr)
        subprocess.run(command[1], shell=True, cwd=self.folder, check=True)
        self.assertIn("mismatch:reverse:f32", self.run_assay("check", "case.json", *command[2].split(), code=1).stdout)
        # A note does no harm.
        (self.folder / "bug.mlir").write_text("// Looked at on Monday.\n" + whole.replace("  return\n", "  // nothing else\n\n  return\n"))
        self.run_assay("replay", "bug.mlir", "--target", "fake:mismatch", code=1)

    def test_reduce_has_nothing_to_do_where_all_agree(self):
        self.failing_case()
        self.assertIn("Nothing to reduce", self.run_assay("reduce", "case.json", "--target", "fake:ok", code=0).stdout)

    def test_reduce_of_a_crash_keeps_the_crash(self):
        self.failing_case()
        self.run_assay("reduce", "case.json", "--target", "fake:segv", "-o", "-", code=1)
        self.run_assay("reduce", "case.json", "--target", "fake:segv", "-o", "small.json", code=1)
        self.assertIn("dereferenceNull", self.run_assay("check", "small.json", "--target", "fake:segv", code=1).stdout)

    def test_reduce_leaves_out_flags_that_the_failure_does_not_need(self):
        self.failing_case()
        done = self.run_assay("reduce", "case.json", "--target", "fake:O3,--idle,--wrong,--busy,stripped=1", "-o", "bug.mlir", "--json", "r.json", code=1)
        self.assertIn("on fake:O2,--wrong,stripped=1\n", done.stdout)
        self.assertEqual(json.loads((self.folder / "r.json").read_text())["target"], "fake:O2,--wrong,stripped=1")
        self.assertIn("// assay-target: fake:O2,--wrong,stripped=1\n", (self.folder / "bug.mlir").read_text())
        self.assertIn("mismatch:reverse:f32", self.run_assay("replay", "bug.mlir", code=1).stdout)

    def test_replay_without_a_target_in_the_file_asks_for_one(self):
        self.failing_case()
        self.assert_sentence(self.run_assay("replay", "case.json"), "--target")

    def test_broken_case_files_are_a_sentence_with_their_name(self):
        self.failing_case()
        whole = (self.folder / "case.json").read_text()
        broken = {"half.json": whole[:len(whole) // 2], "empty.json": "", "other.json": '{"a": 1}', "list.json": "[]",
                  "bytes.txt": "\x00\x01\x02", "lit.mlir": "// RUN: true\nmodule {}\n", "plain.txt": "hello\n"}
        for name, text in broken.items():
            with self.subTest(name):
                (self.folder / name).write_text(text)
                self.assert_sentence(self.run_assay("check", name, "--target", "fake:ok"), name)
                self.assert_sentence(self.run_assay("reduce", name, "--target", "fake:ok"), name)
        self.assert_sentence(self.run_assay("check", ".", "--target", "fake:ok"), "folder")


class Lists(CliTest):
    def test_targets_and_profiles_are_listed(self):
        self.assertIn("fake:segv", self.run_assay("targets", code=0).stdout)
        self.assertEqual(self.run_assay("targets", "fake:segv", code=0).stdout, "fake:segv\n")
        self.assertEqual(self.run_assay("targets", "fake:segv", "fake:mismatch", code=0).stdout, "fake:segv\nfake:mismatch\n")
        self.assert_sentence(self.run_assay("targets", "fake:nothing"), "fake:nothing")
        self.assertIn("default", self.run_assay("profiles", code=0).stdout)

    def test_deliberate_bugs_are_listed(self):
        said = self.run_assay("faults", code=0).stdout
        self.assertRegex(said, r"Faults, .*:\nfault  wrong at times\n\nRules, .*:\nrule  wrong wherever")
        self.assert_sentence(self.run_assay("faults", "fake:nothing"), "fake:nothing")
        self.assert_sentence(self.run_assay("faults", "fake:ok"), "fakes have their bugs by themselves")

    def test_ops_are_listed_with_attributes_and_types(self):
        said = self.run_assay("ops", code=0).stdout
        for words in ("topk(x)\n", "largest      true or false; else true\n", "index_type   an element type; else i64\n",
                      "add, sub, mul, div", "f64, f32, f16, bf16, i64", "as SPELLING", "disguised", "log_uniform", "stable_sort"):
            self.assertIn(words, said)

    def test_each_op_has_a_case_to_begin_with(self):
        ops = re.findall(r"^(\w+)\(.*\)$", self.run_assay("ops", code=0).stdout, re.MULTILINE)
        self.assertGreater(len(ops), 30)
        for op in ops:
            with self.subTest(op):
                text = self.run_assay("ops", op, code=0).stdout
                self.assertIn(f" = {op}(", text)
                (self.folder / f"{op}.txt").write_text(text)
        self.run_assay("check", *(f"{op}.txt" for op in ops), "--target", "fake:ok", code=0)
        self.assert_sentence(self.run_assay("ops", "topq"), "'topq'", "did you mean topk?")


class Tightness(CliTest):
    def test_the_same_programs_give_the_same_table(self):
        first, second = (self.run_assay("tightness", "--target", "fake:ok", "--count", 60, "--json", "-", code=0) for _ in range(2))
        self.assertEqual(first.stdout, second.stdout)
        self.assertIn("exp f32", first.stderr)
        table = json.loads(first.stdout)
        self.assertEqual([table[key] for key in ("target", "profile", "seed", "programs", "share")], ["fake:ok", "default", 777, 60, 0.9])
        exp = {op["op"]: op for op in table["ops"]}["exp f32"]
        self.assertGreater(exp["casesAlone"], 0)
        # What has one right answer is among any elements, and what all elements are off by is seen in the one that shows it best.
        self.assertLessEqual(exp["anyElement"], exp["elementAlone"])
        self.assertLessEqual(exp["resultAlone"], exp["elementAlone"])

    def test_what_is_not_there_is_a_sentence(self):
        self.assert_sentence(self.run_assay("tightness", "--target", "fake:ok", "--profile", "huge"), "huge", "default")
        self.assert_sentence(self.run_assay("tightness", "--target", "fake:none"), "fake:none")


class HandWritten(CliTest):
    def test_the_word_that_is_wrong_is_named_with_what_would_be_right(self):
        said = self.run_assay("ops", "topk", code=0).stdout.splitlines(keepends=True)
        whole = "".join(line for line in said if not line.startswith("#"))
        for right, wrong, meant in (("topk", "tokp", "topk"), ("k=3", "larger=true", "largest"), ("f32", "f31", "f32"),
                                    ("return", "retrun", "return"), ("uniform", "unifrom", "uniform")):
            with self.subTest(wrong):
                line = next(i for i, text in enumerate(whole.splitlines(), 1) if right in text)
                (self.folder / "case.txt").write_text(whole.replace(right, wrong, 1))
                self.assert_sentence(self.run_assay("check", "case.txt", "--target", "fake:ok"),
                                     f"case.txt:{line}:", wrong.split("=")[0], f"did you mean {meant}?")


class Progress(CliTest):
    def test_a_log_gets_a_line_a_minute_and_no_more(self):
        done = self.run_assay("fuzz", "--target", "fake:slow", "--seed", 3, "--minutes", "0.2", "--no-reduce")
        self.assertEqual([line for line in done.stdout.splitlines() if "programs, " in line and " left)" in line], [])

    def test_a_terminal_is_told_whether_a_reduction_goes_on_or_waits(self):
        """fake:dawdle takes its time for programs in which nothing is found: enough of them follow to keep both workers busy."""
        done = self.on_terminal("fuzz --target fake:dawdle --seed 7 --count 192 --jobs 2", timeout=200)
        self.assertRegex(done, r"waiting to reduce, (both workers are|1 of 2 workers is) in a range of programs: mismatch:reverse")
        self.assertRegex(done, r"reducing, \d+ checks: mismatch:reverse")

    def on_terminal(self, arguments, timeout):
        script = shutil.which("script")
        if not script:
            self.skipTest("there is no script")
        done = subprocess.run([script, "-qec", f"stty cols 200; {ASSAY} {arguments}", "/dev/null"], cwd=self.folder,
                              capture_output=True, stdin=subprocess.DEVNULL, timeout=timeout)
        return done.stdout.decode(errors="replace")


if __name__ == "__main__":
    main()
