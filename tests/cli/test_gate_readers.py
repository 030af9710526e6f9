"""A gate's outputs and the recipes of examples/, in the hands of others: readers that are not ours, and what CI systems and
clusters run.

Where the readers cannot be installed, everything here is skipped: exit code 77.
"""
import fcntl
import json
import os
import pathlib
import re
import subprocess
import sys
import textwrap
import unittest

from support import ASSAY, CliTest, main

ROOT = pathlib.Path(__file__).parents[2]
RECIPES = ROOT / "examples"
READERS = pathlib.Path(os.environ["ASSAY_TEST_DATA"]) / "readers"
MOST_LINES = 60


def read(program, *arguments, **options):
    """Runs a program of the readers' environment."""
    return subprocess.run([READERS / "bin" / program, *map(str, arguments)], capture_output=True, text=True, timeout=120, **options)


class Readers(CliTest):
    def gate(self, base, candidate, code):
        files = [word for kind in ("json", "junit", "sarif") for word in (f"--{kind}", f"gate.{kind}")]
        self.run_assay("gate", "--base", f"fake:{base}", "--candidate", f"fake:{candidate}", "--seed", 7, "--count", 200, "--bases", "m",
                       "-o", "out", *files, code=code)

    def assert_read(self, *words):
        done = read("python", "-c", *words, cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout.split()

    def test_gates_of_all_kinds_are_read(self):
        for base, candidate, code in (("ok", "mismatch", 1), ("ok", "hostile", 1), ("reject", "mismatch", 1), ("mismatch", "ok", 0),
                                      ("ok", "listed", 0)):
            with self.subTest(f"{candidate} against {base}"):
                self.gate(base, candidate, code)
                done = read("check-jsonschema", "--schemafile", ROOT / "docs/gate.schema.json", self.folder / "gate.json")
                self.assertEqual(done.returncode, 0, done.stdout)
                tests, failures = map(int, self.assert_read(textwrap.dedent("""
                    import junitparser
                    suites = junitparser.JUnitXml.fromfile("gate.junit")
                    suites.update_statistics()
                    print(suites.tests, suites.failures)""")))
                self.assertGreater(tests, 50)
                self.assertEqual(failures > 0, code == 1)
                [results] = map(int, self.assert_read(textwrap.dedent("""
                    import json, pydantic_sarif.model as model
                    log = model.StaticAnalysisResultsFormatSarifVersion210JsonSchema.parse_obj(json.load(open("gate.sarif")))
                    print(len(log.runs[0].results))""")))
                self.assertEqual(results > 0, code == 1)


class Recipes(CliTest):
    """The scripts of each recipe, with the variables of its system; assay is the one with fakes."""

    def setUp(self):
        super().setUp()
        programs = self.folder / "programs"
        programs.mkdir()
        (programs / "assay").symlink_to(ASSAY)
        (programs / "buildkite-agent").write_text("#!/bin/sh\necho \"$@\" > annotated\ncat >> annotated\n")
        (programs / "buildkite-agent").chmod(0o755)

    def run_script(self, script, candidate, **variables):
        return subprocess.run(["bash", "-ec", script], cwd=self.folder, capture_output=True, text=True, timeout=300, env={
            **os.environ, "PATH": f"{self.folder}/programs:{os.environ['PATH']}", "ASSAY_DATA": str(self.folder / "data"),
            "BASE": "fake:ok", "CANDIDATE": candidate, **variables})

    def assert_gates(self, script, **variables):
        """A change that breaks something is found, and one that does not is not."""
        for candidate, code in (("fake:chatty", 0), ("fake:mismatch", 1)):
            done = self.run_script(script, candidate, **variables)
            self.assertEqual(done.returncode, code, done.stdout + done.stderr)

    def yaml(self, name, path):
        """What stands in a recipe at such a place."""
        done = read("python", "-c", "import json, sys, ruamel.yaml\n"
                    "at = ruamel.yaml.YAML(typ='safe').load(open(sys.argv[1]))\n"
                    f"print(json.dumps(at{path}))", RECIPES / name)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def assert_valid(self, name, schema):
        done = read("check-jsonschema", "--builtin-schema", schema, RECIPES / name)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_each_is_no_more_than_a_screen(self):
        for recipe in RECIPES.rglob("*"):
            if recipe.is_file():
                self.assertLessEqual(len(recipe.read_text().splitlines()), MOST_LINES, recipe)

    def test_github(self):
        self.assert_valid("ci/github.yml", "vendor.github-workflows")
        [script] = [step["run"] for step in self.yaml("ci/github.yml", "['jobs']['gate']['steps']") if step.get("name") == "gate"]
        self.assert_gates(script, GITHUB_ACTIONS="true", GITHUB_STEP_SUMMARY=str(self.folder / "summary.md"))
        self.assertIn("## assay gate: 1 new failure", (self.folder / "summary.md").read_text())
        self.assertTrue((self.folder / "gate.sarif").exists())

    def test_gitlab(self):
        self.assert_valid("ci/gitlab-ci.yml", "vendor.gitlab-ci")
        self.assert_gates("\n".join(self.yaml("ci/gitlab-ci.yml", "['gate']['script']")), GITLAB_CI="true", CI_PROJECT_DIR=str(self.folder))
        for report in self.yaml("ci/gitlab-ci.yml", "['gate']['artifacts']['paths']"):
            self.assertTrue((self.folder / report).exists(), report)

    def test_jenkins(self):
        [script] = re.findall(r"sh '''\n(.*?)'''", (RECIPES / "ci/Jenkinsfile").read_text(), re.DOTALL)
        self.assert_gates(script, WORKSPACE=str(self.folder), JENKINS_URL="http://localhost")
        self.assertTrue((self.folder / "gate.xml").exists())

    def test_buildkite(self):
        self.assert_valid("ci/buildkite.yml", "vendor.buildkite")
        # Buildkite takes one dollar of two when it uploads a pipeline.
        script = self.yaml("ci/buildkite.yml", "['steps'][0]['commands']")[-1].replace("$$", "$")
        self.assert_gates(script, BUILDKITE="true")
        said, *comment = (self.folder / "annotated").read_text().splitlines()
        self.assertIn("--style error", said)
        self.assertIn("## assay gate: 1 new failure, 0 changed", comment)

    def test_bazel(self):
        outputs = self.folder / "outputs"
        outputs.mkdir()
        self.assert_gates((RECIPES / "ci/bazel/assay_gate.sh").read_text(), XML_OUTPUT_FILE=str(self.folder / "test.xml"),
                          TEST_UNDECLARED_OUTPUTS_DIR=str(outputs), TEST_TMPDIR=str(self.folder))
        self.assertTrue((self.folder / "test.xml").exists())
        self.assertTrue(list(outputs.glob("*.mlir")))

    def assert_shards(self, script, *variables):
        """Each of the runs does its shard, and its end tells what has to be done again."""
        for each in variables:
            for target, ends_well in (("fake:none-such", False), ("fake:mismatch", True)):
                done = self.run_script(script.replace("cpu:O0,cpu:O2", target).replace("1000000", "100"), "", TARGETS=target, **each)
                self.assertEqual(done.returncode == 0, ends_well, done.stdout + done.stderr)
        stores = sorted(self.folder.glob("assay-out/seed-7/shard-*.db"))
        self.assertEqual(len(stores), len(variables))
        done = self.run_assay("merge", *stores, "-o", "all.db", code=1)
        self.assertIn(f"{len(variables)} of", done.stdout)
        self.assertIn("; 100 programs, 100 checks", done.stdout)

    def test_slurm(self):
        script = (RECIPES / "cluster/slurm.sh").read_text()
        self.assertIn("#SBATCH --requeue\n", script)
        self.assert_shards(script, *({"SLURM_ARRAY_TASK_ID": str(task), "SLURM_ARRAY_TASK_MIN": "0", "SLURM_ARRAY_TASK_COUNT": "2",
                                      "SLURM_CPUS_PER_TASK": "1", "COUNT": "100"} for task in range(2)))

    def test_kubernetes(self):
        done = read("python", "-c", textwrap.dedent("""
            import ruamel.yaml, sys, kubernetes.client
            job, api = ruamel.yaml.YAML(typ="safe").load(open(sys.argv[1])), kubernetes.client.ApiClient()
            assert api.sanitize_for_serialization(api._ApiClient__deserialize(job, "V1Job")) == job, "keys that Kubernetes does not know"
            """), RECIPES / "cluster/kubernetes.yml")
        self.assertEqual(done.returncode, 0, done.stderr)
        [container] = self.yaml("cluster/kubernetes.yml", "['spec']['template']['spec']['containers']")
        self.assertEqual(container["command"], ["sh", "-c"])
        [script] = container["args"]
        completions = self.yaml("cluster/kubernetes.yml", "['spec']['completions']")
        self.assertIn(f"--shard auto/{completions} ", script)
        self.assert_shards(script, {"JOB_COMPLETION_INDEX": "0"}, {"JOB_COMPLETION_INDEX": "1"})


def obtain_readers():
    """Installs them once, one process at a time; why there are none, if so."""
    READERS.parent.mkdir(parents=True, exist_ok=True)
    with open(READERS.parent / "readers.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = READERS / "done"
        wanted = (ROOT / "tests/cli/readers.txt").read_text()
        if done.exists() and done.read_text() == wanted:
            return None
        for command in ([sys.executable, "-m", "venv", READERS],
                        [READERS / "bin/pip", "install", "--quiet", "--disable-pip-version-check", "-r", ROOT / "tests/cli/readers.txt"]):
            made = subprocess.run(command, capture_output=True, text=True)
            if made.returncode != 0:
                return made.stderr.strip()
        done.write_text(wanted)


if __name__ == "__main__":
    if why := obtain_readers():
        print(f"skipped: {why}")
        sys.exit(77)
    main()
