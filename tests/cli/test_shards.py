"""One campaign on many machines: shards, what deals them, and what comes out when they are merged. Runs with fake targets."""
import itertools
import json
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import time

from support import ASSAY, CliTest, main

COUNT, SHARDS = 250, 3
EVERYTHING = ("--target", "fake:ok,fake:various,fake:segv,fake:joint,fake:drawn,tuned", "--seed", 7, "--count", COUNT)
PLAIN = ("--target", "fake:ok,fake:mismatch", "--seed", 7, "--count", COUNT)


class Campaign(CliTest):
    def shard(self, index, *flags, of=SHARDS, **options):
        store = f"shard-{index}.db"
        self.run_assay("fuzz", *flags, "--shard", f"{index}/{of}", "--store", store, **options)
        return store

    def shards(self, *flags):
        return [self.shard(index, *flags) for index in range(SHARDS)]

    def merge(self, stores, out, *flags, code=1):
        """Merges, and returns the JSON and the case files, whole."""
        self.run_assay("merge", *stores, "-o", out, "--json", "merged.json", *flags, code=code)
        return (self.folder / "merged.json").read_text(), self.cases(out)

    def cases(self, store):
        return {file.name: file.read_bytes() for file in (self.folder / store).with_suffix(".cases").iterdir()}

    def whole(self, *flags):
        """What one session makes of the campaign that is not sharded."""
        self.run_assay("fuzz", *flags, "--store", "whole.db", code=1)
        merged = self.merge(["whole.db"], "whole-merged.db")
        self.assertEqual(merged[1], self.cases("whole.db"))
        return merged

    def alter(self, store, statement):
        database = sqlite3.connect(self.folder / store)
        database.execute(statement)
        database.commit()
        database.close()

    def assert_untouched(self, store, content):
        self.assertEqual((self.folder / store).read_bytes(), content)
        self.assertFalse((self.folder / f"{store}.merging").exists())


class Merging(Campaign):
    def test_merged_in_any_order_and_twice_and_in_part_first_they_are_one_run(self):
        expected = self.whole(*EVERYTHING, "--no-reduce", "--explain-budget", 0)
        found = json.loads(expected[0])
        self.assertEqual((found["programs"], found["missing"]), (COUNT, 0))
        self.assertGreater(len(found["findings"]), 10)
        # Which findings wait behind others depends on those of all shards.
        self.assertTrue([seen for finding in found["findings"] for seen in finding["seen"] if seen["moreLike"]])
        stores = self.shards(*EVERYTHING)
        for order in itertools.permutations(stores):
            self.assertEqual(self.merge(order, f"{'-'.join(order)}.db"), expected)
        self.assertEqual(self.merge(stores * 2, "twice.db"), expected)
        self.assertEqual(self.merge(stores, "twice.db"), expected)
        part = self.merge(stores[1:], "part.db")
        self.assertNotEqual(part, expected)
        self.assertEqual(json.loads(part[0])["missing"], 64)
        # What is there is one of those that are merged, also by its name.
        self.assertEqual(self.merge(["part.db", stores[0]], "of-part.db"), expected)
        self.assertEqual(self.merge([stores[0]], "part.db"), expected)
        self.assertEqual(self.merge(["part.db"], "part.db"), expected)

    def test_what_the_summary_of_a_campaign_has_as_well_is_the_same_there(self):
        summary = self.fuzz(*PLAIN, "--store", "whole.db", "--no-reduce", "--explain-budget", 0)
        merged = json.loads(self.merge(["whole.db"], "merged.db")[0])
        summary["opAcceptance"] = {op: count for op, count in summary["opAcceptance"].items() if count["checks"]}
        for key in ("programs", "checks", "verdicts", "elements", "opAcceptance", "known", "missedOptimisations"):
            self.assertEqual(merged[key], summary[key], key)
        for key in ("seed", "version"):
            self.assertEqual(merged["campaign"][key], summary[key], key)
        for ours, theirs in zip(merged["findings"], summary["findings"], strict=True):
            for key in ("signature", "verdict", "count"):
                self.assertEqual(ours[key], theirs[key], key)
            self.assertEqual(ours["targets"], {one["target"]: one["count"] for one in theirs["targets"]})
            self.assertEqual(ours["case"], pathlib.Path(theirs["case"]).stem)

    def test_reduced_at_the_end_they_are_one_run_that_reduces(self):
        flags = ("--target", "fake:ok,fake:various,fake:mismatch", "--seed", 7, "--count", COUNT)
        expected = self.whole(*flags, "--explain-budget", 0)
        self.assertTrue(all(seen["reduced"] for finding in json.loads(expected[0])["findings"] for seen in finding["seen"]))
        stores = self.shards(*flags)
        budget = ("--reduce", "--explain-budget", 0)
        self.assertEqual(self.merge(stores, "all.db", *budget), expected)
        self.assertEqual(self.merge(stores, "all.db", "--jobs", 1, *budget), expected)
        # What was reduced of a part is not that of the whole: its first program may be a later one.
        self.merge(stores[1:], "part.db", *budget)
        self.assertEqual(self.merge([stores[0], "part.db"], "rest.db", *budget), expected)
        self.assertEqual(self.merge([stores[0]], "part.db", *budget), expected)

    def test_reduction_is_bounded_by_checks_whatever_the_workers(self):
        stores = self.shards("--target", "fake:various", "--seed", 7, "--count", COUNT)
        few = [self.merge(stores, f"{jobs}.db", "--reduce", "--reduce-checks", 4, "--explain-budget", 0, "--jobs", jobs)
               for jobs in (1, 3)]
        self.assertEqual(few[0], few[1])
        self.assertNotEqual(few[0], self.merge(stores, "many.db", "--reduce", "--explain-budget", 0))

    def test_a_merge_that_reduces_explains_and_a_shard_does_not(self):
        store = self.shard(0, *PLAIN)
        self.assertIsNone(self.fuzz(*PLAIN, "--shard", f"0/{SHARDS}", "--store", store)["findings"][0]["cause"])
        done = self.run_assay("merge", store, "-o", "all.db", "--reduce", code=1)
        self.assertIn("reduced to 1 op: mismatch:reverse", done.stdout)
        self.assertIn("hidden by ok", self.campaign_page("all.db"))

    def test_killed_and_gone_on_with_they_are_one_run(self):
        expected = self.whole(*EVERYTHING, "--no-reduce", "--explain-budget", 0)
        chance = random.Random(3)
        for index in range(SHARDS):
            command = [ASSAY, "fuzz", *map(str, EVERYTHING), "--shard", f"{index}/{SHARDS}", "--store", f"shard-{index}.db"]
            for end in (signal.SIGKILL, signal.SIGTERM, signal.SIGKILL):
                process = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL)
                time.sleep(chance.uniform(0.1, 1))
                process.send_signal(end)
                process.wait()
            self.run_assay(*command[1:], code=1)
        self.assertEqual(self.merge([f"shard-{index}.db" for index in range(SHARDS)], "all.db"), expected)

    def test_shards_that_did_not_come_to_their_end_are_told_and_conclude_nothing(self):
        quick = ("--target", "fake:ok", "--seed", 7, "--count", COUNT)
        stores = [self.shard(index, *quick, code=0) for index in range(SHARDS)]
        self.alter("shard-1.db", "UPDATE shards SET ended = 0")  # as it begins
        said = self.run_assay("merge", *stores, "-o", "all.db", code=3).stdout
        self.assertIn("\nshard 1 did not come to its end: give the same command again, and merge again\n", said)
        self.assertIn("shard 1 did not", self.run_assay("merge", "all.db", "-o", "again.db", code=3).stdout)
        self.shard(1, *quick, code=0)
        said = self.run_assay("merge", "all.db", "shard-1.db", "-o", "whole.db", code=0).stdout
        self.assertNotIn("did not come to its end", said)
        self.assertIn(f"3 of 3 shards; {COUNT} programs", said)
        for end in (signal.SIGTERM, signal.SIGKILL):
            process = subprocess.Popen([ASSAY, "fuzz", "--target", "fake:slow", "--seed", "7", "--store", "killed.db"], cwd=self.folder,
                                       stdout=subprocess.DEVNULL)
            time.sleep(0.5)
            process.send_signal(end)
            process.wait()
            done = self.run_assay("merge", "killed.db", "-o", f"{end}.db")
            self.assertIn("the campaign did not come to its end: give the same command again, and merge again", done.stdout)

    def test_a_merge_that_is_killed_leaves_what_was_there(self):
        stores = self.shards(*EVERYTHING)
        whole, part = self.merge(stores, "whole.db"), self.merge(stores[:1], "all.db")
        command = [ASSAY, "merge", *stores, "-o", "all.db"]
        for kill in range(12):
            process = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL)
            time.sleep(0.005 * kill)
            process.kill()
            process.wait()
            there = sqlite3.connect(self.folder / "all.db").execute("SELECT count(*) FROM shards").fetchone()[0]
            self.assertIn(there, (1, SHARDS))
            # Copies of that: it may have had its end by now.
            shutil.copy(self.folder / "all.db", self.folder / "copy.db")
            shutil.copytree(self.folder / "all.cases", self.folder / "copy.cases", dirs_exist_ok=True)
            self.assertEqual(self.merge(["copy.db"], f"copy-{kill}.db"), part if there == 1 else whole)
        self.assertEqual(self.merge(stores, "all.db"), whole)
        # Killed when the store was there, and cases that it has no longer were not gone yet.
        left = part[1].keys() - whole[1].keys()
        self.assertTrue(left)
        for name in left:
            (self.folder / "all.cases" / name).write_bytes(part[1][name])
        self.assertEqual(self.merge(stores, "all.db"), whole)

    def test_what_may_be_otherwise_the_next_time_is_apart_with_its_rate(self):
        flags = ("--target", "fake:mismatch,fake:flaky,fake:racing-reverse", "--seed", 7, "--count", COUNT)
        merged = [json.loads(self.merge(stores, "all.db")[0]) for stores in ([self.shard(0, *flags, of=1)],)][0]
        self.assertEqual({finding["signature"] for finding in merged["unsteady"]["findings"]}, {"nondeterministic-mismatch:reverse"})
        racing = merged["unsteady"]["checks"]["fake:racing-reverse"]["nondeterministic"]
        self.assertAlmostEqual(racing["rate"], racing["checks"] / COUNT)
        flaky = merged["unsteady"]["checks"]["fake:flaky"]["flaky"]["checks"]
        self.assertGreater(flaky, 0)
        self.assertEqual(merged["checks"], 3 * COUNT - flaky - racing["checks"])
        self.assertEqual(merged["verdicts"]["flaky"], 0)
        self.assertTrue(merged["findings"])

    def test_what_it_says_of_what_is_not_there(self):
        stores = self.shards(*PLAIN)
        done = self.run_assay("merge", stores[1], "-o", "all.db", code=1)
        self.assertIn("1 of 3 shards; not there: 0, 2;", done.stdout)
        done = self.run_assay("merge", *stores, "-o", "all.db", code=1)
        self.assertIn(f"3 of 3 shards; {COUNT} programs, {2 * COUNT} checks", done.stdout)
        self.assertIn("mismatch:reverse:f32  [raw, not reduced]", done.stdout)
        # Nothing of a merge is left but the store and its cases.
        self.assertEqual({file.name for file in self.folder.glob("all*")}, {"all.db", "all.cases"})

    def test_where_all_agree_it_says_so(self):
        self.run_assay("fuzz", "--target", "fake:ok", "--seed", 7, "--count", 70, "--shard", "1/2", "--store", "a.db", code=0)
        shutil.rmtree(self.folder / "a.cases")  # as whatever takes files along leaves empty folders out
        # Nothing can be said of all of it while a shard is not there.
        done = self.run_assay("merge", "a.db", "-o", "new/all.db", "--json", "-", code=3)
        self.assertEqual(json.loads(done.stdout)["programs"], 6)
        self.assertIn("no findings", done.stderr)
        self.run_assay("fuzz", "--target", "fake:ok", "--seed", 7, "--count", 70, "--shard", "0/2", "--store", "b.db", code=0)
        self.run_assay("merge", "b.db", "-o", "new/all.db", code=0)


class Refusals(Campaign):
    """One sentence, and nothing changed."""

    def test_shards_that_do_not_belong_together(self):
        first = self.shard(0, *PLAIN)
        self.merge([first], "all.db")
        content = (self.folder / "all.db").read_bytes()
        others = {"seed 7 there, 8 here": ("--target", "fake:ok,fake:mismatch", "--seed", 8, "--count", 70, "--shard", "1/3"),
                  "targets fake:ok,fake:mismatch there, fake:ok here": ("--target", "fake:ok", "--seed", 7, "--count", 70, "--shard", "1/3"),
                  "in 4 shards": (*PLAIN, "--shard", "1/4"),
                  "in 1 shards": PLAIN}
        for number, (words, flags) in enumerate(others.items()):
            self.run_assay("fuzz", *flags, "--no-reduce", "--store", f"other-{number}.db")
            for stores in ([first, f"other-{number}.db"], [f"other-{number}.db"]):
                self.assert_sentence(self.run_assay("merge", *stores, "-o", "all.db"), f"other-{number}.db", words)
                self.assert_untouched("all.db", content)
        for column in ("version", "known", "profile"):
            store = self.shard(1, *PLAIN)
            self.alter(store, f"UPDATE campaigns SET {column} = 'other'")
            self.assert_sentence(self.run_assay("merge", first, store, "-o", "all.db"), "other here")
            self.assert_untouched("all.db", content)
            (self.folder / store).unlink()

    def test_stores_that_are_not_whole(self):
        first, second = self.shard(0, *EVERYTHING), self.shard(1, *EVERYTHING)
        whole = (self.folder / second).read_bytes()
        self.merge([first], "all.db")
        content = (self.folder / "all.db").read_bytes()
        for name, bytes_ in (("text.db", b"hello there" * 99), ("half.db", whole[:len(whole) // 2]), ("empty.db", b"")):
            with self.subTest(name):
                (self.folder / name).write_bytes(bytes_)
                self.assert_sentence(self.run_assay("merge", first, name, "-o", "all.db"), name)
                self.assertEqual((self.folder / name).read_bytes(), bytes_)
                self.assert_untouched("all.db", content)
        self.assert_sentence(self.run_assay("merge", first, "none.db", "-o", "all.db"), "there is no store none.db")
        for version, words in ((3, "an older assay"), (99, "a newer assay")):
            (self.folder / "version.db").write_bytes(whole)
            self.alter("version.db", f"PRAGMA user_version = {version}")
            self.assert_sentence(self.run_assay("merge", first, "version.db", "-o", "all.db"), "version.db", words)
        # What SQLite takes to be whole may be no text of ours.
        shutil.copytree(self.folder / "shard-1.cases", self.folder / "other.cases")
        for change in ("UPDATE findings SET structures = '[\"x'", "UPDATE campaigns SET targets = '[1}'", "UPDATE campaigns SET seed = 'x'"):
            with self.subTest(change):
                (self.folder / "other.db").write_bytes(whole)
                self.alter("other.db", change)
                self.assert_sentence(self.run_assay("merge", first, "other.db", "-o", "new.db"), "the store other.db is damaged")
                self.assertEqual(list(self.folder.glob("new*")), [])
                self.assert_sentence(self.run_assay("site", "other.db", "-o", "site"), "the store other.db is damaged")
        shutil.rmtree(self.folder / "shard-1.cases")
        self.assert_sentence(self.run_assay("merge", first, second, "-o", "all.db"), "cannot copy the case", second)
        self.assert_untouched("all.db", content)

    def test_damage_in_the_middle_is_a_sentence_and_leaves_nothing_beside(self):
        whole = (self.folder / self.shard(0, *EVERYTHING)).read_bytes()
        database = sqlite3.connect(self.folder / "shard-0.db")
        pages = dict(database.execute("SELECT name, rootpage FROM sqlite_schema"))
        database.close()
        size = int.from_bytes(whole[16:18], "big")
        def page(name):
            return slice((pages[name] - 1) * size, pages[name] * size)
        zeroed, foreign, swapped, index = (bytearray(whole) for _ in range(4))
        zeroed[page("checks")] = bytes(size)
        foreign[page("checks")] = whole[page("sessions")]
        swapped[page("checks")], swapped[page("findings")] = whole[page("findings")], whole[page("checks")]
        # Rows are whole, but of those that are looked up by a signature one is missing.
        root = page("checks_by_signature")
        pages["last"] = int.from_bytes(whole[root][8:12], "big")
        index[page("last")] = whole[page("last")].replace(b":", b";", 1)
        self.assertFalse(index == whole)
        for name, content in (("zeroed", zeroed), ("foreign", foreign), ("swapped", swapped), ("index", index),
                              ("short", whole[:-3 * size]), ("torn", whole[:-3 * size - 100])):
            (self.folder / "shard-0.db").write_bytes(content)
            before = sorted(self.folder.rglob("*"))
            for arguments in (("site", "shard-0.db", "-o", "site"), ("merge", "shard-0.db", "-o", "all.db"), ("coverage", "shard-0.db"),
                              ("plan", "--from", "shard-0.db", "-o", "plan.json"), ("bug", "add", "shard-0.db", "mismatch", "--bugs", "bugs"),
                              ("fuzz", *EVERYTHING, "--shard", "0/3", "--store", "shard-0.db")):
                with self.subTest((name, arguments[0])):
                    self.assert_sentence(self.run_assay(*arguments), "the store shard-0.db is damaged (")
                    self.assertTrue((self.folder / "shard-0.db").read_bytes() == content)
                    self.assertEqual(sorted(self.folder.rglob("*")), before)

    def test_a_store_that_is_still_written(self):
        first = self.shard(0, *PLAIN)
        self.merge([first], "all.db")
        content = (self.folder / "all.db").read_bytes()
        process = subprocess.Popen([ASSAY, "fuzz", "--target", "fake:ok,fake:mismatch", "--seed", "7", "--minutes", "5", "--shard", "1/3",
                                    "--store", "shard-1.db"], cwd=self.folder, stdout=subprocess.PIPE)
        try:
            process.stdout.readline()
            self.assert_sentence(self.run_assay("merge", first, "shard-1.db", "-o", "all.db"), "shard-1.db is in use")
            self.assert_untouched("all.db", content)
        finally:
            process.kill()
            process.communicate()

    def test_a_store_holds_one_shard_and_goes_on_with_it_alone(self):
        stores = self.shards(*PLAIN)
        self.merge(stores, "all.db")
        for store, flags, words in ((stores[0], ("--shard", "1/3"), "holds shard 0 of 3, not shard 1 of 3; give the same --shard"),
                                    (stores[0], ("--shard", "0/4"), "holds shard 0 of 3, not shard 0 of 4"),
                                    (stores[0], (), "holds shard 0 of 3, not the whole campaign"),
                                    ("all.db", ("--shard", "0/3"), "holds shards 0, 1, 2 of 3, not shard 0 of 3; name another file")):
            self.assert_sentence(self.run_assay("fuzz", *PLAIN, *flags, "--store", store), words)


class Dealing(Campaign):
    """What --shard says, and what engines say."""

    ENGINES = {"SLURM_ARRAY_TASK_ID": "4", "SLURM_ARRAY_TASK_MIN": "2", "SLURM_ARRAY_TASK_STEP": "2", "SLURM_ARRAY_TASK_COUNT": "3"}

    def deal(self, text, code=None, **variables):
        return self.run_assay("fuzz", "--target", "fake:ok", "--seed", 7, "--count", 130, "--shard", text, env=variables, code=code)

    def test_each_program_is_one_shards(self):
        counts = []
        for index in range(2):
            summary = self.fuzz("--target", "fake:ok", "--seed", 7, "--count", 130, "--shard", f"{index}/2", "--store", f"{index}.db", code=0)
            counts.append(summary["programs"])
        self.assertEqual(counts, [64 + 2, 64])
        self.assertIn("all 64 programs", self.output)

    def test_engines_say_which(self):
        for text, variables, shard, said in (
                ("auto", self.ENGINES, "1 of 3", ", from SLURM_ARRAY_TASK_ID=4 SLURM_ARRAY_TASK_MIN=2 SLURM_ARRAY_TASK_STEP=2 "
                                                 "SLURM_ARRAY_TASK_COUNT=3\n"),
                ("auto", {"TEST_SHARD_INDEX": "0", "TEST_TOTAL_SHARDS": "2", "TEST_SHARD_STATUS_FILE": "status"}, "0 of 2",
                 ", from TEST_SHARD_INDEX=0 TEST_TOTAL_SHARDS=2\n"),
                ("auto", {"CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "2"}, "1 of 2", ", from CI_NODE_INDEX=2 CI_NODE_TOTAL=2\n"),
                ("auto/2", {"JOB_COMPLETION_INDEX": "0", **self.ENGINES}, "0 of 2", ", from JOB_COMPLETION_INDEX=0\n"),
                ("2/3", self.ENGINES, "2 of 3", "\n")):
            with self.subTest(said):
                done = self.deal(text, code=0, **variables)
                self.assertIn(f"\nshard {shard}{said}", done.stdout)
                # The same command elsewhere, or again, has a store that says which it is.
                self.assertIn(f"store assay-out/seed-7/shard-{shard.replace(' ', '-')}.db\n", done.stdout)
        self.assertTrue((self.folder / "status").exists())

    def test_without_the_flag_they_say_nothing(self):
        done = self.run_assay("fuzz", "--target", "fake:ok", "--seed", 7, "--count", 5, env=self.ENGINES, code=0)
        self.assertNotIn("shard", done.stdout)

    def test_nonsense_is_a_sentence(self):
        slurm = self.ENGINES
        for text, variables, words in (
                ("auto", {}, "finds no variables"), ("auto", {"CI_NODE_TOTAL": "1"}, "finds no variables"),
                ("auto", {"SLURM_ARRAY_TASK_ID": ""}, "finds no variables"),
                ("auto", slurm | {"SLURM_ARRAY_TASK_ID": "x"}, "SLURM_ARRAY_TASK_ID=x is no number"),
                ("auto", slurm | {"SLURM_ARRAY_TASK_ID": "-2"}, "SLURM_ARRAY_TASK_ID=-2 is no number"),
                ("auto", slurm | {"SLURM_ARRAY_TASK_ID": "5"}, "not equally far apart"),
                ("auto", slurm | {"SLURM_ARRAY_TASK_ID": "8"}, "SLURM_ARRAY_TASK_COUNT=3 is no shard"),
                ("auto", slurm | {"SLURM_ARRAY_TASK_ID": "0"}, "SLURM_ARRAY_TASK_COUNT=3 is no shard"),
                ("auto", slurm | {"SLURM_ARRAY_TASK_STEP": "0"}, "not equally far apart"),
                ("auto", {"SLURM_ARRAY_TASK_ID": "1"}, "needs SLURM_ARRAY_TASK_COUNT"),
                ("auto", slurm | {"CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "2"}, "Slurm and GitLab"),
                ("auto", {"CI_NODE_INDEX": "0", "CI_NODE_TOTAL": "2"}, "CI_NODE_INDEX=0 CI_NODE_TOTAL=2 is no shard"),
                ("auto", {"TEST_SHARD_INDEX": "2", "TEST_TOTAL_SHARDS": "2"}, "is no shard"),
                ("auto/3", slurm, "needs JOB_COMPLETION_INDEX"), ("auto/3", {"JOB_COMPLETION_INDEX": "3"}, "is no shard"),
                ("auto/0", {"JOB_COMPLETION_INDEX": "0"}, "is no shard"), ("3/3", {}, "3/3 is no shard"), ("0/0", {}, "is no shard"),
                ("1", {}, "write it as I/N"), ("a/b", {}, "write it as I/N"), ("1/2/3", {}, "write it as I/N"),
                ("", {}, "write it as I/N"), ("1/99999999999999999999", {}, "write it as I/N")):
            with self.subTest(f"{text} {variables}"):
                self.assert_sentence(self.deal(text, **variables), words)
                self.assertFalse((self.folder / "assay-out").exists())

    def test_a_shard_has_the_seed_of_the_others(self):
        self.assert_sentence(self.run_assay("fuzz", "--target", "fake:ok", "--count", 5, "--shard", "0/2"), "give --seed N")
        self.run_assay("fuzz", "--target", "fake:ok", "--seed", 7, "--count", 5, "--shard", "0/2", "--store", "a.db", code=0)
        self.run_assay("fuzz", "--count", 10, "--shard", "0/2", "--store", "a.db", code=0)
        done = self.run_assay("fuzz", *PLAIN, "--shard", "0/2", "--max-findings", 1)
        self.assertEqual(done.returncode, 2, done.all)


main()
