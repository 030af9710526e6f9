"""Compilers with ill will: each ends as the verdict that docs/limits.md says, and leaves nothing behind."""
import json
import os
import pathlib
import re
import threading
import uuid

from support import CliTest, main

ROOT = pathlib.Path(__file__).parents[2]
FAKES = ROOT / "tests/fakes"
CASE = """assay 1
%0 = argument f32[2]
%1 = binary(%0, %0) {function=add}
return %1
run
  %0 = f32[2] [1,2]
"""
# Those that nothing ends but the clock, and all others, which have time enough on a busy machine.
LIMITS = {"brief": 3, "long": 60}
MIB = 1 << 20
# What ends by itself is looked at now and then, so there may be more for a moment.
MEMORY, DISK, SLACK = 512, 64, 3


def rows():
    """The table of the docs: kind, verdict and signature."""
    text = (ROOT / "docs/limits.md").read_text()
    return re.findall(r"^\| `([a-z-]+)` \|[^|]*\| (\w+) \| (?:`(.*)`)? *\|$", text, re.MULTILINE)


def processes_with(mark, word=b""):
    """Those that have not ended, with the mark in their environment and the word on their command line."""
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            # Of what has ended there is neither.
            if mark in (folder / "environ").read_bytes() and word in (folder / "cmdline").read_bytes():
                found.append(folder)
        except OSError:
            pass
    return found


def bytes_below(folder):
    total = 0
    for path, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.lstat(f"{path}/{name}").st_blocks * 512
            except OSError:
                pass
    return total


def memory_of(processes):
    total = 0
    for folder in processes:
        try:
            text = (folder / "smaps_rollup").read_text()
            total += sum(int(kilobytes) << 10 for kilobytes in re.findall(r"^Pss_(?:Anon|Shmem): +(\d+)", text, re.MULTILINE))
        except OSError:
            pass
    return total


class Hostile(CliTest):
    def setUp(self):
        super().setUp()
        self.scratch = self.folder / "tmp"
        self.scratch.mkdir()
        self.mark = uuid.uuid4().hex
        self.environment = {**os.environ, "TMPDIR": str(self.scratch), "HOSTILE_MARK": self.mark}
        for name, seconds in LIMITS.items():
            (self.folder / f"{name}.json").write_text(json.dumps({
                "schema": 1, "name": name, "version": "1", "flavour": {"name": "linalg"},
                "compile": ["python3", "-B", str(FAKES / "hostile.py"), "compile", "{flags}", "{input}", "{output}"],
                "run": {"command": ["python3", "-B", str(FAKES / "hostile.py"), "run", "any", "{module}", "{inputs}", "{outputs}"],
                        "input": "--input={type}@{file}", "output": "--output={file}", "guard": False},
                "limits": {"seconds": seconds}, "levels": {kind: [kind] for kind, _, _ in rows()}}))
        (self.folder / "case.txt").write_text(CASE)

    def peaks(self, *arguments):
        """Runs assay, and watches what is there beside it: the most memory and files, in bytes."""
        most, over = [0, 0], threading.Event()
        def watch():
            while not over.wait(0.1):
                # All but assay itself and its workers, which are the user's.
                others = processes_with(self.mark.encode(), b"hostile.py")
                most[0], most[1] = max(most[0], memory_of(others)), max(most[1], bytes_below(self.scratch))
        watcher = threading.Thread(target=watch)
        watcher.start()
        try:
            self.done = self.run_assay(*arguments, "--memory", MEMORY, "--disk", DISK, env=self.environment)
        finally:
            over.set()
            watcher.join()
        return most

    def assert_nothing_is_left(self):
        self.assertEqual(processes_with(self.mark.encode()), [])
        self.assertEqual(os.listdir(self.scratch), [])

    def test_each_kind_ends_as_the_docs_say_and_the_next_is_checked_all_the_same(self):
        self.assertGreaterEqual(len(rows()), 12)
        targets = [f"manifest={'brief' if signature in ('timeout:compile', 'timeout:run') else 'long'}.json:{kind}" for kind, _, signature in rows()]
        memory, disk = self.peaks("check", "case.txt", "--target", ",".join(targets), "--json")
        got = json.loads(self.done.stdout)
        self.assertEqual([one["target"] for one in got], targets)
        for (kind, verdict, signature), one in zip(rows(), got):
            with self.subTest(kind):
                self.assertEqual((one["verdict"], one["signature"]), (verdict, signature), one["detail"])
        self.assert_nothing_is_left()
        self.assertLess(memory, SLACK * MEMORY * MIB)
        self.assertLess(disk, SLACK * DISK * MIB)

    def test_a_campaign_goes_on(self):
        kinds = ("prints", "fills-a-folder", "hoards-shared", "kills-its-parent")
        summary = self.fuzz("--target", ",".join(f"manifest=long.json:{kind}" for kind in kinds), "--seed", 1, "--count", 3, "--no-reduce",
                            "--memory", MEMORY, "--disk", DISK, "--nice", 1, env=self.environment)
        self.assertEqual(summary["checks"], 3 * len(kinds))
        told = {kind: signature for kind, _, signature in rows()}
        self.assertEqual({finding["signature"] for finding in summary["findings"]}, {told[kind] for kind in kinds} - {""})
        self.assert_nothing_is_left()

    def test_a_share_that_makes_no_sense_is_a_sentence(self):
        for flag, variable, value in (("--memory", "ASSAY_MEMORY", "100"), ("--disk", "ASSAY_DISK", "much"), ("--nice", "ASSAY_NICE", "20")):
            with self.subTest(flag):
                wrong = ("check", "case.txt", "--target", "cpu:O0")
                self.assert_sentence(self.run_assay(*wrong, flag, value), flag, variable, value)
                self.assert_sentence(self.run_assay(*wrong, env={**os.environ, variable: value}), flag, variable, value)

    def test_workers_go_behind_others_as_asked(self):
        (self.folder / "nice.json").write_text(json.dumps({
            "schema": 1, "name": "nice", "version": "1", "flavour": {"name": "linalg"},
            "compile": ["sh", "-c", "echo error: $(nice); exit 1", "{input}", "{output}"],
            "run": {"command": ["true", "{module}", "{inputs}", "{outputs}"], "input": "{file}", "output": "{file}"}}))
        here = os.nice(0)
        done = self.run_assay("check", "case.txt", "--target", "manifest=nice.json", "--nice", 3, code=1)
        self.assertIn(f"error: {min(19, here + 3)}\n", done.stdout)


if __name__ == "__main__":
    main()
