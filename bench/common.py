"""What the scripts in bench/ share: the binaries, and one way to run a campaign."""
import json
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
BIN = ROOT / "build" / "release" / "bin"
TESTS = ROOT / "build" / "release" / "tests"
ASSAY = BIN / "assay"


def campaign(*flags, check=True):
    """Runs `assay fuzz` with a store of its own and returns its JSON summary."""
    with tempfile.TemporaryDirectory(prefix="assay-bench-") as folder:
        summary = pathlib.Path(folder) / "summary.json"
        command = [ASSAY, "fuzz", "--store", pathlib.Path(folder) / "campaign.db", "--json", summary, *flags]
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
        if check and done.returncode not in (0, 1, 3):
            raise SystemExit(f"{' '.join(map(str, command))}\nfailed: {done.stderr or done.stdout}")
        return json.loads(summary.read_text())


def generated(folder, count, seed=1, profile="default", form="mlir"):
    """Writes `count` programs into `folder` and returns their paths in order."""
    subprocess.run([str(ASSAY), "gen", "--seed", str(seed), "--count", str(count), "--profile", profile, "--format",
                    form, "-o", str(folder)], check=True, capture_output=True)
    return sorted(pathlib.Path(folder).iterdir())


def median(values):
    ordered = sorted(values)
    return ordered[len(ordered) // 2] if ordered else float("nan")
