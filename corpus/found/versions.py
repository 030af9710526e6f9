#!/usr/bin/env python3
"""Prints, and with --write puts into the report, which releases of IREE have what a case shows.

    corpus/found/versions.py --assay build/release/bin/assay [--write] iree-pad-complex ...

Without a name: all of them. Releases are those that `assay target list` knows.
"""
import argparse
import pathlib
import re
import subprocess

FOUND = pathlib.Path(__file__).parent
NEWEST = "iree@3.13.0"
FIRST_WITH_LEVELS = (3, 3, 0)


def run(*words):
    return subprocess.run(words, capture_output=True, text=True).stdout


def releases(assay):
    versions = [tuple(map(int, version.split("."))) for version in
                re.findall(r"^iree@([0-9.]+)", run(assay, "target", "list"), re.MULTILINE)]
    return [".".join(map(str, version)) for version in sorted(versions) if version >= FIRST_WITH_LEVELS]


def result(said):
    """What a line of `assay replay` says, in a reader's words."""
    kind, _, rest = said.partition(": ")
    signature = rest.partition("\n")[0]
    detail = signature.split(":", 2)[-1].strip(" ;")
    match kind.split(" ")[0]:
        case "agree":
            return "right"
        case "mismatch":
            return "wrong result"
        case "crash":
            return f"crash: {detail.split(':')[0]}"
        case "compile_failure":
            return f"does not compile: {detail}"
        case "run_failure":
            return f"does not run: {signature.split(':', 1)[1].split(';')[0]}"
        case "unsupported" if "no HIP library" in said:
            return "compiles"
    return said.partition("\n")[0].strip()


def targets(case, assay):
    found_on = re.search(r" on (iree@\S+?), found by", case.read_text()).group(1)
    _, backend, level = found_on.split(":")
    level, *flags = level.split(",")
    rest = ",".join([level, *flags])
    names = [f"iree@{version}:{backend}:{rest}" for version in releases(assay)]
    others = [other for other in ("llvm-cpu", "vmvx") if other != backend]
    return (names + [f"{NEWEST}:{other}:O2" for other in others] + [f"{NEWEST}:{backend}:O0"] +
            [f"{NEWEST}:{backend}:{rest},flavour={flavour}" for flavour in ("stablehlo", "linalg")] + ["cpu:O2"])


def table(case, assay):
    rows = ["| target | result |", "| --- | --- |"]
    for target in targets(case, assay):
        said = run(assay, "replay", str(case), "--target", target)
        rows.append(f"| {target} | {result(said.partition(target + ': ')[2])} |")
    return "\n".join(rows) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--assay", default="build/release/bin/assay")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    for name in arguments.names or sorted(path.name for path in FOUND.glob("iree-*")):
        rows = table(FOUND / name / "case.mlir", arguments.assay)
        print(f"{name}\n{rows}", flush=True)
        report = FOUND / name / "report.md"
        if arguments.write:
            report.write_text(re.sub(r"(?m)(?:^\|.*\n)+", lambda _: rows, report.read_text(), count=1))


if __name__ == "__main__":
    main()
