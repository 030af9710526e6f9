#!/usr/bin/env python3
"""Prints, and with --write puts into the report, which releases of IREE have what a case shows.

    triage/known/bugs/versions.py --assay build/release/bin/assay [--write] iree-pad-complex ...

Without a name: all of them. Releases are those that `assay target list` knows.
"""
import argparse
import pathlib
import re
import subprocess

BUGS = pathlib.Path(__file__).parent
FLAVOUR = "flavour="
NEWEST = "iree@3.13.0"
FIRST_WITH_LEVELS = (3, 3, 0)


def run(*words):
    return subprocess.run(words, capture_output=True, text=True).stdout


def releases(assay):
    """The folder of each release, oldest first."""
    found = {tuple(map(int, version.split("."))): folder for version, folder in
             re.findall(r"^iree@([0-9.]+) +(.*)$", run(assay, "target", "list"), re.MULTILINE)}
    return {".".join(map(str, version)): folder for version, folder in sorted(found.items())
            if version >= FIRST_WITH_LEVELS}


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
        case "sanitizer":
            return f"stopped: {detail}"
        case "run_failure":
            return f"does not run: {signature.split(':', 1)[1].split(';')[0]}"
        case "unsupported" if "no HIP library" in said:
            return "compiles"
    # "unsupported: unsupported:why"
    return re.sub(r"^(\w+): \1:", r"\1: ", said.partition("\n")[0].strip())


def targets(case, assay):
    found_on = re.search(r"assay-target: (iree@\S+)", case.read_text()).group(1)
    _, backend, level = found_on.split(":")
    level, *words = level.split(",")
    own = [word for word in words if word.startswith(FLAVOUR)]
    flags = [word for word in words if word not in own]
    rest = ",".join([level, *words])
    names = [f"iree@{version}:{backend}:{rest}" for version in releases(assay)]
    others = [other for other in ("llvm-cpu", "vmvx") if other != backend]
    flavours = [[]] if own else []
    flavours += [[FLAVOUR + name] for name in ("stablehlo", "linalg")]
    names += [",".join([f"{NEWEST}:{other}:O2", *own]) for other in others]
    names += [",".join([f"{NEWEST}:{backend}:O0", *own])]
    names += [",".join([f"{NEWEST}:{backend}:{level}", *flags, *flavour]) for flavour in flavours]
    return list(dict.fromkeys([*names, "cpu:O2"]))


def compiled(case, folder):
    """What the iree-compile of a release makes of a module that is no program of assay's."""
    tool = next(pathlib.Path(folder).glob("**/_mlir_libs/iree-compile"))
    words = re.search(r"^// RUN: iree-compile (.*)$", case.read_text(), re.MULTILINE).group(1)
    done = subprocess.run([tool, *words.replace("%s", str(case)).split()], capture_output=True, text=True)
    if done.returncode == 0:
        return "compiles"
    if "Stack dump" in done.stderr:
        return "crash"
    return "does not compile: " + re.search(r"error: (.*?)(?: \(.*)?$", done.stderr, re.MULTILINE).group(1)


def table(case, assay):
    rows = ["| target | result |", "| --- | --- |"]
    if "// assay-case:" not in case.read_text():
        return "\n".join(rows + [f"| iree@{version} | {compiled(case, folder)} |"
                                 for version, folder in releases(assay).items()]) + "\n"
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
    for name in arguments.names or sorted(path.parent.name for path in BUGS.glob("iree-*/case.mlir")):
        rows = table(BUGS / name / "case.mlir", arguments.assay)
        print(f"{name}\n{rows}", flush=True)
        report = BUGS / name / "report.md"
        if arguments.write:
            report.write_text(re.sub(r"(?m)(?:^\|.*\n)+", lambda _: rows, report.read_text(), count=1))


if __name__ == "__main__":
    main()
