#!/usr/bin/env python3
"""Runs suite.py in an environment that holds the packages of requirements.txt, made in the work folder when there is none.

usage: run.py ASSAY_EMU WORK_FOLDER [ARGUMENT OF suite.py...]
Exit code 77: the packages cannot be installed."""

import pathlib
import subprocess
import sys
import venv

HERE = pathlib.Path(__file__).parent
REQUIREMENTS = HERE / "requirements.txt"


def environment(work):
    """The interpreter with the packages, a gigabyte on disk, or None after a sentence on what is in the way."""
    folder = work / "venv"
    python = folder / "bin/python"
    installed = folder / "requirements.txt"  # written last: what a broken installation lacks
    if installed.exists() and installed.read_bytes() == REQUIREMENTS.read_bytes():
        return python
    if sys.version_info < (3, 11):
        print("skipped: the pinned packages need Python 3.11")
        return None
    venv.create(folder, clear=True, with_pip=True)
    done = subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary=:all:", "--retries=1",
                           "--timeout=20", "--requirement", REQUIREMENTS], capture_output=True, text=True)
    if done.returncode != 0:
        print(f"skipped: Triton cannot be installed: {(done.stderr.strip().splitlines() or ['pip says nothing'])[-1]}")
        return None
    installed.write_bytes(REQUIREMENTS.read_bytes())
    return python


def main():
    emu, work, *rest = sys.argv[1:]
    work = pathlib.Path(work).resolve()
    work.mkdir(parents=True, exist_ok=True)
    python = environment(work)
    if python is None:
        return 77
    return subprocess.run([python, HERE / "suite.py", emu, work, *rest]).returncode


sys.exit(main())
