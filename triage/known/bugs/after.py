#!/usr/bin/env python3
"""Writes after.mlir beside the pass.mlir of each bug: what the first command of its report that runs pass.mlir prints. And
before.mlir: pass.mlir as the same tool prints it, so that they differ in what the pass does and in nothing else.

    triage/known/bugs/after.py [--path FOLDER] [ID...]

The command's tools are looked for in FOLDER first, such as the bin/ of a release's venv, and in LLVM's last. A command that does not end well
prints nothing to keep; then there is neither.
"""
import argparse
import os
import pathlib
import re
import subprocess

BUGS = pathlib.Path(__file__).resolve().parent
COMMAND = re.compile(r"^((?:iree|mlir)-opt .*\bpass\.mlir\b[^#\n]*)", re.MULTILINE)
SECONDS = 60
LLVM = "/usr/lib/llvm-22/bin"


class Ended(Exception):
    """How a command ended that did not end well."""


def printed(command, folder, path):
    try:
        done = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True, timeout=SECONDS,
                              env={**os.environ, "PATH": path})
    except subprocess.TimeoutExpired as error:
        raise Ended(f"no end within {SECONDS} s") from error
    if done.returncode != 0:
        raise Ended(f"exit code {done.returncode}")
    return done.stdout


def made(folder, path):
    """What is to be in each file."""
    found = COMMAND.search((folder / "report.md").read_text())
    if not found:
        raise Ended("the report has no command for it")
    after = printed(found[1].replace("-o /dev/null", ""), folder, path)
    split = " --split-input-file" if "--split-input-file" in found[1] else ""
    return {"before.mlir": printed(f"{found[1].split()[0]}{split} pass.mlir", folder, path), "after.mlir": after}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--path", default=LLVM)
    parser.add_argument("ids", nargs="*")
    options = parser.parse_args()
    for folder in sorted(file.parent for file in BUGS.glob("*/pass.mlir")):
        if options.ids and folder.name not in options.ids:
            continue
        texts, why = {}, ""
        try:
            texts = made(folder, f"{options.path}:{os.environ['PATH']}:{LLVM}")
        except Ended as error:
            why = str(error)
        for name in ("before.mlir", "after.mlir"):
            if name in texts:
                (folder / name).write_text(texts[name])
            else:
                (folder / name).unlink(missing_ok=True)
        print(f"{folder.name:50} {why or 'written'}")


if __name__ == "__main__":
    main()
