"""`assay night`: campaigns strung together as a config says, night for night."""
import json
import os
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import time

from support import ASSAY, CliTest, main


class NightTest(CliTest):
    def setUp(self):
        super().setUp()
        self.environment = {**os.environ, "ASSAY_DATA": str(self.folder / "data"), "ASSAY_WHO": "ann"}

    def config(self, targets, **more):
        config = {"folder": "kept", "night": {"minutes": 30, "campaigns": 2}, "campaign": {"minutes": 5, "programs": 64},
                  "targets": targets if isinstance(targets, dict) else {targets: 1}, "jobs": 2, **more}
        (self.folder / "night.json").write_text(json.dumps(config))

    def night(self, code=None, **options):
        return self.run_assay("night", "night.json", code=code, env=self.environment, **options)

    def records(self):
        return [json.loads(path.read_text()) for path in sorted((self.folder / "kept/nights").glob("*.json"))]

    def seeds(self):
        return [campaign["seed"] for record in self.records() for campaign in record["campaigns"]]

    def states(self):
        return [campaign["state"] for record in self.records() for campaign in record["campaigns"]]

    def mode(self, mode):
        (self.folder / "fake-mode").write_text(mode)


    def start(self):
        with open(self.folder / "log", "w") as log:
            return subprocess.Popen([ASSAY, "night", "night.json"], cwd=self.folder, stdout=log, stderr=log, env=self.environment)

    def kill_when(self, condition):
        process = self.start()
        end = time.monotonic() + 120
        while not condition() and process.poll() is None and time.monotonic() < end:
            time.sleep(0.01)
        self.assertIsNone(process.poll(), "it ended before the kill: " + (self.folder / "log").read_text())
        process.send_signal(signal.SIGKILL)
        process.wait()


class Nights(NightTest):
    def test_a_night_is_campaigns_a_page_and_a_summary(self):
        self.config("fake:mismatch", page="public")
        done = self.night(code=1)
        [record] = self.records()
        self.assertEqual([campaign["state"] for campaign in record["campaigns"]], ["done", "done"])
        self.assertEqual([campaign["programs"] for campaign in record["campaigns"]], [64, 64])
        page = (self.folder / "public/campaign.html").read_text()
        for seed in self.seeds():
            self.assertIn(str(seed), page)
        self.assertIn("\n  mismatch:reverse\n", done.stdout)
        self.assertIn("2 campaigns, 128 programs, 128 checks", done.stdout)
        for campaign in record["campaigns"]:
            for finding in campaign["fresh"]:
                self.assertTrue((self.folder / "kept" / finding["caseFile"]).exists())

    def test_what_was_found_in_an_earlier_night_is_not_new_and_no_seed_comes_again(self):
        self.config("fake:mismatch")
        self.night(code=1)
        self.assertIn("assay night 2: 0 new findings", self.night(code=0).stdout)
        self.assertEqual(len(set(self.seeds())), 4)
        # The same of another target of the compiler is not new either; of something else it is.
        self.config({"fake:mismatch-exp": 1, "fake:reject": 1})
        self.assertIn("compile-failure:cannot reverse", self.night(code=1).stdout)

    def test_all_pairs_have_their_turns(self):
        self.config({"fake:ok": 1, "fake:gpu": 3}, night={"minutes": 30, "campaigns": 8}, campaign={"programs": 16})
        self.night(code=0)
        turns = [campaign["target"] for campaign in self.records()[0]["campaigns"]]
        self.assertEqual(set(turns[:2]), {"fake:ok", "fake:gpu"})
        self.assertGreater(turns.count("fake:gpu"), turns.count("fake:ok"))

    def test_the_time_of_a_night_is_its_limit_as_well(self):
        self.config("fake:slow", night={"minutes": 0.25}, campaign={"minutes": 0.03})
        self.night()
        [record] = self.records()
        self.assertGreaterEqual(len(record["campaigns"]), 1)  # more on a machine that is not busy
        self.assertTrue(record["isOver"])
        # What was found when a campaign's time was over is reduced all the same.
        for campaign in record["campaigns"]:
            for finding in campaign["fresh"]:
                self.assertNotEqual(finding["signature"], "")

    def first_night(self, **more):
        """Its file, what is in that, its one campaign and what that found."""
        self.config("fake:mismatch", night={"minutes": 30, "campaigns": 1}, **more)
        self.assertIn("night 1: 1 new finding, 0 bugs", self.night(code=1).stdout)
        [file] = (self.folder / "kept/nights").glob("*.json")
        record = json.loads(file.read_text())
        [campaign] = record["campaigns"]
        [finding] = campaign["fresh"]
        return file, record, campaign, finding

    def told_of(self, findings, code):
        """What a night says that has found what findings() makes of the one that it found, and the variables that it is told with."""
        file, record, campaign, finding = self.first_night(notify="env > env.txt")
        self.assertGreater(finding["failures"], 0)
        campaign["fresh"] = findings(finding)
        record["isOver"] = False
        file.write_text(json.dumps(record))
        said = self.night(code=code).stdout
        return said, next(self.folder.rglob("env.txt")).read_text()

    def test_what_is_not_reduced_yet_is_counted_apart(self):
        hardly = {"signature": "mismatch:add", "raw": "mismatch:add", "cause": "perhaps that of fake-add; no pass or phase is known",
                  "perhapsKnown": ["fake-add"], "hardlyTried": True}
        raw = {"reduced": False, "notReduced": "not reduced: did not come again in 3 checks"}
        said, variables = self.told_of(lambda finding: [finding | raw, finding | hardly], code=1)
        self.assertIn("night 1: 0 new findings, 2 not explained yet, 0 bugs", said)
        self.assertIn("mismatch:reverse  [not reduced: did not come again in 3 checks]\n", said)
        self.assertIn("ASSAY_NIGHT_OPEN=2\n", variables)

    def test_what_has_the_cause_of_a_known_bug_is_no_news(self):
        said, variables = self.told_of(
            lambda finding: [finding | {"cause": "that of fake-reverse; pass cse (cut)", "knownBug": "fake-reverse"}], code=0)
        self.assertIn("night 1: 0 new findings, 1 of known causes, 0 bugs", said)
        self.assertIn("\nof the cause of a known bug, as far as causes tell\n\n  mismatch:reverse\n", said)
        self.assertIn("ASSAY_NIGHT_NEW=0\n", variables)
        self.assertIn("ASSAY_NIGHT_KNOWN_CAUSES=1\n", variables)

    def test_what_may_have_the_cause_of_a_known_bug_is_told_apart(self):
        said, variables = self.told_of(
            lambda finding: [finding | {"cause": "perhaps that of fake-reverse; no pass or phase is known", "perhapsKnown": ["fake-reverse"]}],
            code=1)
        self.assertIn("night 1: 0 new findings, 1 perhaps of known causes, 0 bugs", said)
        self.assertIn("\nperhaps of the cause of a known bug, which what was tried does not decide\n\n  mismatch:reverse\n", said)
        self.assertIn("ASSAY_NIGHT_NEW=0\n", variables)
        self.assertIn("ASSAY_NIGHT_PERHAPS_KNOWN=1\n", variables)

    def test_what_nobody_has_explained_is_counted_apart_and_what_most_show_comes_first(self):
        more = [{"signature": f"mismatch:{name}", "raw": f"mismatch:{name}", "cause": "", "failures": failures}
                for name, failures in (("add", 1), ("sort", 9), ("neg", 1))]
        said, variables = self.told_of(
            lambda finding: [finding | {"cause": "pass cse (cut)", "failures": 4}] + [finding | one for one in more], code=1)
        self.assertIn("night 1: 1 new finding, 3 not explained yet, 0 bugs", said)
        self.assertEqual(re.findall(r"\n  mismatch:(\w+)\n    (\d+)x on", said),
                         [("reverse", "4"), ("sort", "9"), ("add", "1"), ("neg", "1")])
        self.assertIn("ASSAY_NIGHT_CAUSES=1\n", variables)
        self.assertIn("ASSAY_NIGHT_OPEN=3\n", variables)

    def test_what_one_night_did_not_reduce_the_next_does_first(self):
        file, record, campaign, finding = self.first_night()
        self.assertTrue(finding["reduced"])
        # As if its time had been over before.
        store = self.folder / "kept" / campaign["store"]
        shutil.rmtree(store.parent)
        self.run_assay("fuzz", "--target", "fake:mismatch", "--seed", campaign["seed"], "--count", 64, "--no-reduce", "--store", store,
                       env=self.environment, code=1)
        campaign["fresh"] = [finding | {"reduced": False, "signature": finding["raw"], "cause": ""}]
        file.write_text(json.dumps(record))
        done = self.night(code=1)  # nobody was told before that it is news
        self.assertIn("night 2: 1 new finding, 0 bugs", done.stdout)
        self.assertIn(f"reduced or explained, of earlier nights: 1 finding\n\n  {finding['signature']}\n", done.stdout)
        self.assertLess(done.stderr.index("finishing what night 1 found"), done.stderr.index("explained: "))
        [first, second] = self.records()
        [again] = first["campaigns"][0]["fresh"]
        self.assertEqual(again, finding | {"attempts": 1})
        self.assertEqual(second["reduced"], [again])
        # Once is enough.
        self.assertNotIn("finishing what", self.night(code=0).stderr)
        self.assertEqual(self.records()[2]["reduced"], [])
        # A record of before there were any has none.
        del record["reduced"]
        file.write_text(json.dumps(record))
        self.night(code=1)

    def test_what_one_night_did_not_explain_the_next_does(self):
        file, record, campaign, finding = self.first_night()
        self.assertTrue(finding["cause"])
        # As if its time had been over before.
        with sqlite3.connect(self.folder / "kept" / campaign["store"]) as store:
            self.assertEqual(store.execute("DELETE FROM causes").rowcount, 1)
        campaign["fresh"] = [finding | {"cause": ""}]
        file.write_text(json.dumps(record))
        done = self.night(code=1)
        self.assertIn("night 2: 1 new finding, 0 bugs", done.stdout)
        self.assertEqual(self.records()[1]["reduced"], [finding | {"attempts": 1}])
        self.assertNotIn("finishing what", self.night(code=0).stderr)

    def test_what_one_night_did_not_confirm_is_new_in_the_next(self):
        file, record, campaign, finding = self.first_night()
        # As if it had waited to be confirmed when the time was over.
        campaign["fresh"], campaign["unconfirmed"] = [], 1
        file.write_text(json.dumps(record))
        self.config("fake:ok", night={"minutes": 30, "campaigns": 1})
        done = self.night(code=1)
        self.assertIn("night 2: 1 new finding, 0 bugs", done.stdout)
        self.assertIn(finding["signature"], done.stdout)
        [first, second] = self.records()
        [campaign] = first["campaigns"]
        self.assertEqual((campaign["fresh"], campaign["unconfirmed"], campaign["attempts"]), (second["late"], 0, 1))
        self.assertNotIn("finishing what", self.night(code=0).stderr)

    def test_a_summary_goes_to_a_command_and_its_failure_changes_nothing(self):
        self.config("fake:mismatch", notify="cat > said; env | grep ^ASSAY_NIGHT > told")
        said = self.night(code=1).stdout
        self.assertEqual((self.folder / "said").read_text(), said)
        told = dict(line.split("=", 1) for line in (self.folder / "told").read_text().splitlines())
        fresh = sum(len(campaign["fresh"]) for campaign in self.records()[0]["campaigns"])
        self.assertEqual((told["ASSAY_NIGHT"], told["ASSAY_NIGHT_NEW"], told["ASSAY_NIGHT_PROGRAMS"]), ("1", str(fresh), "128"))
        # What a compiler prints does nothing to who reads it.
        self.config("fake:hostile", notify="cat > said")
        self.night(code=1)
        self.assertNotIn("\x1b", (self.folder / "said").read_text())
        self.config("fake:ok", notify="echo no mail >&2; exit 7")
        done = self.night(code=0)
        self.assertIn("the command of /notify ended with 7: no mail", done.stderr)
        self.assertTrue(self.records()[2]["isOver"])


class Kills(NightTest):
    def test_a_night_goes_on_after_kills_wherever_they_come(self):
        self.config("fake:slow", night={"minutes": 30, "campaigns": 3}, campaign={"programs": 40})
        store = lambda number: self.folder / f"kept/campaigns/00001-{number:03}/campaign.db"
        self.kill_when(lambda: (self.folder / "kept/nights").exists())
        self.kill_when(lambda: self.states() == ["begun"])
        self.kill_when(lambda: store(len(self.states())).exists())
        self.kill_when(lambda: "done" in self.states())
        self.kill_when(lambda: self.states().count("done") == 2 and (self.folder / "kept/page/index.html").exists())
        self.night(code=1)
        [record] = self.records()
        self.assertEqual(self.states().count("done"), 3)
        self.assertNotIn("begun", self.states())
        self.assertEqual(len(set(self.seeds())), len(self.seeds()))
        # What each campaign found is there once, as in one that was not killed.
        for campaign in record["campaigns"]:
            if campaign["state"] == "done":
                again = self.fuzz("--target", "fake:slow", "--seed", campaign["seed"], "--count", 40, "--no-reduce",
                                  "--store", f"{campaign['seed']}.db")
                self.assertEqual(campaign["verdicts"]["mismatch"], again["verdicts"]["mismatch"])

    def test_a_night_that_is_killed_while_it_tells_of_itself_tells_again_and_checks_nothing_again(self):
        self.config("fake:mismatch", notify="echo told >> told; [ -e once ] || { touch once; sleep 60; }")
        self.kill_when(lambda: (self.folder / "once").exists())
        self.assertFalse(self.records()[0]["isOver"])
        self.night(code=1)
        self.assertEqual((self.folder / "told").read_text(), "told\n" * 2)
        self.assertEqual(len(self.seeds()), 2)

    def test_a_night_that_is_ended_while_it_tells_of_itself_ends_at_once(self):
        self.config("fake:ok", notify="echo told >> told; [ -e once ] || { touch once; sleep 200; }")
        process = self.start()
        while not (self.folder / "once").exists():
            self.assertIsNone(process.poll(), (self.folder / "log").read_text())
            time.sleep(0.01)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=60), 3)
        self.assertFalse(self.records()[0]["isOver"])
        self.night(code=0)
        self.assertEqual((self.folder / "told").read_text(), "told\n" * 2)

    def test_an_interrupted_night_says_so_and_goes_on(self):
        self.config("fake:slow", campaign={"programs": 100})
        process = subprocess.Popen([ASSAY, "night", "night.json"], cwd=self.folder, stderr=subprocess.PIPE, text=True, env=self.environment)
        while not (self.folder / "kept/campaigns/00001-001/campaign.db").exists():
            time.sleep(0.01)
        process.send_signal(signal.SIGTERM)
        self.assertIn("go on: ", process.communicate(timeout=60)[1])
        self.assertEqual(process.returncode, 3)
        self.night(code=1)
        self.assertEqual(len(self.records()), 1)

    def test_a_night_goes_on_for_as_long_as_its_config_says_now(self):
        self.config("fake:slow", night={"minutes": 600}, campaign={"programs": 100})
        process = subprocess.Popen([ASSAY, "night", "night.json"], cwd=self.folder, stderr=subprocess.PIPE, text=True, env=self.environment)
        while not (self.folder / "kept/campaigns/00001-001/campaign.db").exists():
            time.sleep(0.01)
        process.send_signal(signal.SIGTERM)
        self.assertRegex(process.communicate(timeout=60)[1], r"night 1, until \d\d:\d\d at the latest")
        self.assertEqual(self.records()[0]["seconds"], 36000)
        self.config("fake:slow", night={"minutes": 0.05}, campaign={"programs": 100})
        self.night()
        self.assertEqual([(record["seconds"], record["isOver"]) for record in self.records()], [(3, True)])

    def test_a_full_disk_is_a_sentence_and_loses_nothing(self):
        self.config("fake:mismatch", night={"campaigns": 3}, campaign={"programs": 1000})
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
        full = self.night(code=2, preexec_fn=limit, restore_signals=False)
        self.assertIn("assay: cannot write", full.stderr.splitlines()[-1])
        self.assertEqual(self.states(), ["begun"])
        self.night(code=1)
        self.assertEqual(self.states(), ["done"] * 3)
        self.assertEqual({campaign["programs"] for campaign in self.records()[0]["campaigns"]}, {1000})


class Unhealthy(NightTest):
    def test_each_reason_is_told_and_exits_with_3(self):
        self.config("fake:changing")
        self.night(code=0)
        for mode, words in (("refuses", "nothing compiled on fake:changing, of 128 checks"),
                            ("refuses-most", "acceptance on fake:changing halved"),
                            ("refuses-known", "128 of 128 checks on fake:changing end as known: 128 as refuses"),
                            ("gone", "fake:changing is gone: fake:changing is not installed any more")):
            with self.subTest(mode):
                self.mode(mode)
                done = self.night(code=3)
                self.assertIn(f"unhealthy: {words}", done.stdout)
        # These are not what later nights are held against.
        self.mode("well")
        self.night(code=0)

    def test_a_target_that_goes_in_the_middle_of_a_night_leaves_the_others(self):
        self.config({"fake:changing": 1, "fake:slow": 1}, night={"campaigns": 6}, campaign={"programs": 20})
        process = subprocess.Popen([ASSAY, "night", "night.json"], cwd=self.folder, stdout=subprocess.PIPE, text=True, env=self.environment)
        while not self.states().count("done"):
            time.sleep(0.01)
        self.mode("gone")
        said = process.communicate(timeout=120)[0]
        self.assertEqual(process.returncode, 3, said)
        self.assertIn("unhealthy: fake:changing is gone", said)
        [record] = self.records()
        self.assertEqual(self.states(), ["done"] * 6)
        self.assertEqual(sum(campaign["programs"] for campaign in record["campaigns"]) % 20, 0)
        self.assertEqual({campaign["target"] for campaign in record["campaigns"][-3:]}, {"fake:slow"})


# Stands in for Python and pip: lists releases and installs empty ones, if "broken" is not there.
PYTHON = """#!/bin/sh
case "$*" in
  *sys.executable*) echo "$0" ;;
  *"index versions"*) [ ! -e offline ] && echo "iree ($(cat released))" && echo "Available versions: $(cat released)" ;;
  *"-m venv"*)
    mkdir -p "$3/bin" "$3/p/_mlir_libs" "$3/p/_runtime_libs"
    cp "$0" "$3/bin/python"; touch "$3/pyvenv.cfg"
    touch "$3/p/_mlir_libs/libIREECompiler.so" "$3/p/_mlir_libs/iree-compile" "$3/p/_mlir_libs/iree-opt" "$3/p/_runtime_libs/iree-run-module" ;;
  *"pip install"*) [ ! -e broken ] || { echo "no space for wheels" >&2; exit 1; } ;;
esac
"""


class Releases(NightTest):
    def setUp(self):
        super().setUp()
        (self.folder / "bin").mkdir()
        (self.folder / "bin/python3").write_text(PYTHON)
        (self.folder / "bin/python3").chmod(0o755)
        self.environment["PATH"] = f"{self.folder}/bin:{os.environ['PATH']}"
        self.configured = dict(night={"campaigns": 1}, releases={"iree": ">=3.11,<4"}, keep={"releases": 1})
        self.config("iree:llvm-cpu:O2", **self.configured)

    def released(self, versions):
        (self.folder / "released").write_text(versions)

    def latest(self):
        return self.records()[-1]["campaigns"][-1]["tested"]

    def installed(self):
        return [line.split()[0] for line in self.run_assay("target", "list", env=self.environment, code=0).stdout.splitlines()]

    def test_the_newest_release_of_a_range_is_installed_and_older_ones_go(self):
        self.released("4.0.0, 3.12.0, 3.11.0, 3.10.0")
        self.assertIn("installed iree@3.12.0", self.night(code=0).stdout)
        self.assertEqual(self.latest(), "iree@3.12.0:llvm-cpu:O2")
        self.assertNotIn("installed", self.night(code=0).stdout)
        self.released("4.0.0, 3.13.0, 3.12.0, 3.11.0, 3.10.0")
        self.night(code=0)
        self.assertEqual(self.latest(), "iree@3.13.0:llvm-cpu:O2")
        self.assertEqual(self.installed(), ["iree@3.13.0"])

    def test_without_a_registry_or_space_the_newest_that_is_there_is_tested(self):
        self.released("3.12.0")
        self.night(code=0)
        (self.folder / "offline").touch()
        self.assertIn("pip cannot list the releases of iree-base-compiler", self.night(code=0).stdout)
        self.assertEqual(self.latest(), "iree@3.12.0:llvm-cpu:O2")
        (self.folder / "offline").unlink()
        (self.folder / "broken").touch()
        self.released("3.13.0, 3.12.0")
        self.assertIn("iree@3.13.0 could not be installed: ", self.night(code=0).stdout)
        self.assertEqual(self.latest(), "iree@3.12.0:llvm-cpu:O2")

    def test_a_range_without_a_release_is_a_mistake_at_first_and_unhealthy_later(self):
        self.released("3.10.0")
        self.assertIn("there is no release of iree in >=3.11,<4", self.night(code=2).stderr)
        self.released("3.12.0")
        self.night(code=0)
        self.run_assay("target", "remove", "iree@3.12.0", env=self.environment, code=0)
        (self.folder / "offline").touch()
        self.assertIn("iree:llvm-cpu:O2 is gone: there is no release of iree", self.night(code=3).stdout)


class Retests(NightTest):
    def setUp(self):
        super().setUp()
        self.fuzz("--target", "fake:mismatch", "--seed", 7, "--count", 60, "--store", "a.db", code=1)
        [lit] = (self.folder / "a.cases").glob("*.mlir")
        self.case = lit.read_text()

    def bug(self, target):
        folder = self.folder / "data/bugs/reversed"
        folder.mkdir(parents=True, exist_ok=True)
        said = {"title": "Reversed", "compiler": "fake", "verdict": "mismatch", "forms": [{"structure": {"op": "reverse"}}]}
        (folder / "bug.json").write_text(json.dumps(said))
        (folder / "case.mlir").write_text(self.case.replace("assay-target: fake:mismatch", f"assay-target: {target}"))

    def test_bugs_are_closed_and_opened_again_and_retested_once_for_what_is_new(self):
        self.bug("fake:ok")
        self.config("fake:ok", night={"campaigns": 1}, retest=["fake"], notify="env > told")
        self.assertIn("retested on fake\n  reversed: fixed, was confirmed\n", self.night(code=0).stdout)
        self.assertIn("ASSAY_NIGHT_FIXED=1\n", (self.folder / "told").read_text())
        self.bug("fake:mismatch")
        self.assertNotIn("retested", self.night(code=0).stdout)
        self.config("fake:ok", night={"campaigns": 1}, retest=["fake", "fake:mismatch"])
        done = self.night(code=1)  # a bug that is back is news
        self.assertIn("retested on fake:mismatch\n  reversed: regressed, was fixed\n", done.stdout)

    def test_a_night_that_is_killed_while_it_retests_tells_all_that_changed(self):
        self.bug("fake:minute")
        self.config("fake:ok", night={"campaigns": 1}, retest=["fake"])
        self.kill_when(lambda: "retesting" in (self.folder / "log").read_text() and self.records()[0]["retests"])
        # As if the retest had come so far by then.
        self.run_assay("bug", "set", "reversed", "fixed", "--release", "2.0.0", "--why", "x", code=0, env=self.environment)
        self.bug("fake:ok")
        self.assertIn("reversed: fixed, was confirmed", self.night(code=0).stdout)
        [retest] = self.records()[0]["retests"]
        self.assertEqual((retest["on"], retest["isDone"]), ("fake", True))

    def test_a_retest_that_fails_is_told_and_the_night_goes_on(self):
        self.config("fake:ok", night={"campaigns": 1})
        self.night(code=0)
        self.config("fake:ok", night={"campaigns": 1}, retest=["nobody"])
        done = self.night(code=0)
        self.assertIn("the retest on nobody failed: assay: there is no bug of nobody", done.stdout)

    def test_what_is_wrong_with_a_new_config_is_found_before_anything_runs(self):
        for more, words in ((dict(retest=["nobody"]), "night.json: /retest: there is no bug of nobody"),
                            (dict(page="."), "is not empty, and no site")):
            self.config("fake:ok", night={"campaigns": 1}, **more)
            done = self.night(code=2)
            self.assertIn(words, done.stderr)
            self.assertNotIn("programs", done.all)
            self.assertFalse((self.folder / "kept").exists())

    def test_a_compiler_without_bugs_has_nothing_to_retest(self):
        self.config("fake:ok", night={"campaigns": 1}, retest=["fake"])
        self.assertNotIn("retest", self.night(code=0).stdout)


class Pruning(NightTest):
    def stores(self):
        return sorted(path.parent.name for path in (self.folder / "kept/campaigns").glob("*/campaign.db"))

    def seeds_of_all(self):
        with sqlite3.connect(self.folder / "kept/all.db") as store:
            return {int(seed) for seed, in store.execute("SELECT seed FROM campaigns")}

    def test_stores_of_old_nights_go_but_for_those_of_open_bugs(self):
        self.config("fake:changing", keep={"nights": 1})
        self.mode("refuses")
        self.night(code=3)
        found = self.records()[0]["campaigns"][0]
        self.assertEqual(len(found["fresh"]), 1)
        self.mode("well")
        self.night(code=0)
        self.assertEqual(self.stores(), ["00001-001", "00002-001", "00002-002"])
        seeds = self.seeds()
        self.assertEqual(self.seeds_of_all(), {seeds[0], *seeds[2:]})
        self.assertIn(found["fresh"][0]["signature"], (self.folder / "kept/page/index.html").read_text())
        # Closed, as a bug that is known by now.
        self.mode("refuses-known")
        bug = self.folder / "data/bugs/refuses"
        bug.mkdir(parents=True)
        (bug / "bug.json").write_text(json.dumps({"title": "Refuses", "compiler": "fake", "verdict": "compile_failure", "no_case": "none",
                                                  "forms": [{"structure": {"op": "reverse"}}]}))
        self.run_assay("night", "night.json", "--prune", code=0, env=self.environment)
        self.assertEqual(self.stores(), ["00001-001", "00002-001", "00002-002"])
        self.run_assay("bug", "set", "refuses", "fixed", "--release", "2.0.0", "--why", "x", code=0, env=self.environment)
        self.run_assay("night", "night.json", "--prune", code=0, env=self.environment)
        self.assertEqual(self.stores(), ["00002-001", "00002-002"])
        self.assertEqual(self.seeds_of_all(), set(seeds[2:]))
        # What was found stays known, and seeds stay used.
        self.mode("refuses")
        self.assertIn("0 new findings", self.night(code=3).stdout)
        self.assertEqual(self.seeds()[:4], seeds)

    def test_what_a_kill_leaves_of_pruning_is_made_good(self):
        self.config("fake:mismatch")
        self.night(code=1)
        (self.folder / "kept/all.db").unlink()
        (self.folder / "kept/all.new.db").write_text("torn")
        self.night(code=0)
        self.assertEqual(self.seeds_of_all(), set(self.seeds()))


    def test_a_damaged_store_of_all_campaigns_is_made_again(self):
        self.config("fake:mismatch")
        self.night(code=1)
        path = self.folder / "kept/all.db"
        whole = path.read_bytes()
        for damaged in (b"no database", whole[:5000], whole[:4096] + b"x" * 4096 + whole[8192:]):
            path.write_bytes(damaged)
            self.assertIn("all.db is damaged: it is made again", self.night(code=0).stderr)
            self.assertEqual(self.seeds_of_all(), set(self.seeds()))
            self.assertEqual((self.folder / "kept/all.damaged.db").read_bytes()[:5000], damaged[:5000])


class BadInput(NightTest):
    def test_lists_that_are_not_there_are_told(self):
        self.config("fake:ok", known="none.json")
        self.assert_sentence(self.night(), "night.json: /known: there is no ")
        self.config("fake:ok", bugs=["first", "second"])
        self.assertRegex(self.night(code=2).stderr, r"/bugs/1: there is no folder \S+second\n$")
        self.config("fake:ok", bugs=["first"])
        self.assertIn("/bugs/0: there is no folder", self.night(code=0).stderr)

    def test_what_is_wrong_in_a_config_is_a_sentence_with_its_place(self):
        for more, words in (({"tagets": {}}, '"tagets"'), ({"keep": {"night": 1}}, "/keep: has a member \"night\""),
                            ({"night": {"hours": 8}}, "/night: has a member \"hours\""), ({"campaign": {"minutes": 0}}, "/campaign/minutes"),
                            ({"jobs": "two"}, "/jobs"), ({"profiles": {"none": 1}}, "night.json: /profiles/none: there is no profile none"),
                            ({"profiles": {"none.json": 1}}, "night.json: /profiles/none.json: ")):
            self.config("fake:ok", **more)
            self.assert_sentence(self.night(), words)
        self.config("fake:none")
        done = self.night(code=2)
        self.assertIn("night.json: /targets/fake:none: there is no target 'fake:none'", done.stderr.splitlines()[-1])
        self.assertFalse((self.folder / "kept").exists())
        (self.folder / "night.json").write_text("{\n,")
        self.assert_sentence(self.night(), "line 2 is no JSON")
        (self.folder / "night.json").write_text('{"folder": "n",\n "targets": {"cpu:O2": 1},\n}\n')
        self.assert_sentence(self.night(), "line 3 is no JSON: there is a comma before '}'; take it away")
        self.assert_sentence(self.run_assay("night", "none.json"), "none.json")

    def test_a_folder_that_another_night_holds_is_left_alone(self):
        self.config("fake:slow", campaign={"programs": 10**6})
        first = subprocess.Popen([ASSAY, "night", "night.json"], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                 env=self.environment)
        while not (self.folder / "kept/campaigns").exists():
            time.sleep(0.01)
        before = self.states()
        self.assert_sentence(self.night(), "another night holds the folder")
        self.assertEqual(self.states(), before)
        first.terminate()
        self.assertEqual(first.wait(), 3)

    def test_a_damaged_record_is_a_sentence_that_names_it(self):
        self.config("fake:ok")
        self.night(code=0)
        (self.folder / "kept/nights/00001.json").write_text('{"number": 1')
        self.assert_sentence(self.night(), "kept/nights/00001.json is damaged")


if __name__ == "__main__":
    main()
