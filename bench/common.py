"""What the scripts in bench/ share: the binaries, and one way to run a campaign."""
import json
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
BIN = ROOT / "build" / "release" / "bin"
TESTS = ROOT / "build" / "release" / "tests"
ASSAY = BIN / "assay"
LLVM = pathlib.Path("/usr/lib/llvm-22")
# What mlir-runner loads to run a module with the functions that lit cases call.
RUNNER_LIBRARIES = ",".join(map(str, [LLVM / "lib/libmlir_runner_utils.so", LLVM / "lib/libmlir_c_runner_utils.so",
                                      ROOT / "build/release/lib/libassay_lit_runtime.so"]))

# Deliberate bugs on tensors, with wrong results, that other compilers are given as well.
TENSOR_FAULTS = ("topk-tie-at-tile-edge", "scatter-drops-duplicates", "attention-mask-last-column-ignored", "reduction-tail-skipped",
                 "slice-drops-wrong-unit-dim", "sort-carried-operand-not-moved", "gather-clamp-off-by-one", "pad-high-uses-low",
                 "scan-exclusive-loses-start", "concat-swaps-dynamic-operands", "max-loses-nan", "broadcast-along-wrong-dim")

# A campaign is taken further in steps until it finds something.
STEPS = (125, 250, 500, 1000, 2000)


def run(*command, accepted=(0, 1), env=None):
    """What a program prints; its exit code may say that something was found."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, env=env)
    if done.returncode not in accepted:
        sys.exit(f"{' '.join(map(str, command))}\nfailed: {done.stderr or done.stdout}")
    return done.stdout


def children_cpu_seconds():
    """CPU seconds of all processes that this one has started and that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def first_find(folder, fault, target, seed):
    """The number of programs of the default profile until a campaign finds the fault, and the case as it was found;
    nothing if it does not."""
    store, summary = folder / "campaign.db", folder / "summary.json"
    for count in STEPS:
        text = run(ASSAY, "fuzz", "--target", target, "--inject", fault, "--count", count, "--seed", seed,
                   "--no-reduce", "--store", store, "--json", summary)
        found = re.search(r"found in program (\d+) on \S+: (.*)", text)
        if found:
            findings = json.loads(summary.read_text())["findings"]
            return int(found[1]) + 1, next(one for one in findings if one["signature"] == found[2])
    return None


def campaign(*flags):
    """Runs `assay fuzz` with a store of its own and returns its JSON summary."""
    with tempfile.TemporaryDirectory(prefix="assay-bench-") as folder:
        summary = pathlib.Path(folder) / "summary.json"
        run(ASSAY, "fuzz", "--store", pathlib.Path(folder) / "campaign.db", "--json", summary, *flags,
            accepted=(0, 1, 3))
        return json.loads(summary.read_text())


def generated(folder, count, seed=1, profile="default", form="mlir"):
    """Writes `count` programs into `folder` and returns their paths in order."""
    subprocess.run([str(ASSAY), "gen", "--seed", str(seed), "--count", str(count), "--profile", profile, "--format",
                    form, "-o", str(folder)], check=True, capture_output=True)
    return sorted(pathlib.Path(folder).iterdir())


def median(values):
    ordered = sorted(values)
    return ordered[len(ordered) // 2] if ordered else float("nan")
