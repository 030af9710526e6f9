#!/usr/bin/env python3
"""Tries a tarball that ./dev package made on a Debian 12 with nothing else: bare_debian.py TARBALL

Goes through the steps of examples/ci/Containerfile in a system that debootstrap makes, from the sources of packages that this machine has, and runs
programs there. Needs root and debootstrap. The system is made below TMPDIR, and removed."""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
TRIALS = (
    "assay --version",
    "assay fuzz --target cpu:O0,cpu:O3,hip:O1 --seed 1 --count 40",
    "assay gate --base cpu:O0 --candidate cpu:O2 --seed 1 --count 10",
    "assay help gate | grep -q '^# Gate a change'",
    "bash -c '. <(assay completion bash) && complete -p assay'",
    "assay-emu --help >/dev/null && assay-opt --help >/dev/null && assay-site --help >/dev/null",
)


def run(*words, **options):
    subprocess.run([*map(str, words)], check=True, **options)


def steps():
    """The instructions of the Containerfile, each with what stands behind it."""
    text = re.sub(r"\\\n", " ", (ROOT / "examples/ci/Containerfile").read_text())
    return [line.split(None, 1) for line in text.splitlines() if line and not line.startswith("#")]


def source():
    """Where this machine has its packages from."""
    for file in pathlib.Path("/etc/apt").glob("sources.list.d/*.sources"):
        if found := re.search(r"^URIs: *(\S+)", file.read_text(), re.MULTILINE):
            return found.group(1)
    return re.search(r"^deb (?:\[.*?\] )?(\S+)", pathlib.Path("/etc/apt/sources.list").read_text(), re.MULTILINE).group(1)


def make(system):
    run("debootstrap", "--variant=minbase", "bookworm", system, source(), stdout=subprocess.DEVNULL)
    (system / "etc/apt/sources.list").unlink(missing_ok=True)
    for name in ("sources.list", "sources.list.d", "apt.conf.d", "preferences.d"):
        here = pathlib.Path("/etc/apt") / name
        if here.is_dir():
            shutil.copytree(here, system / "etc/apt" / name, dirs_exist_ok=True)
        elif here.exists():
            shutil.copy(here, system / "etc/apt" / name)
    shutil.copy("/etc/resolv.conf", system / "etc/resolv.conf")
    shutil.copytree("/etc/ssl/certs", system / "etc/ssl/certs", dirs_exist_ok=True, symlinks=False, ignore_dangling_symlinks=True)


def main(tarball):
    with tempfile.TemporaryDirectory(prefix="assay-bare-") as folder:
        system = pathlib.Path(folder) / "system"
        environment = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "DEBIAN_FRONTEND": "noninteractive",
                       **{name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}}

        def inside(command):
            print(f"$ {command}", flush=True)
            run("chroot", system, "sh", "-c", command, env=environment)

        make(system)
        run("mount", "-t", "proc", "proc", system / "proc")
        try:
            for instruction, rest in steps():
                if instruction == "RUN":
                    inside(rest)
                elif instruction == "ADD":
                    run("tar", "-C", f"{system}{shlex.split(rest)[1]}", "-xf", tarball)
                elif instruction == "ENV":
                    environment.update([rest.split("=", 1)])
                elif instruction not in ("FROM", "VOLUME"):
                    sys.exit(f"bare_debian.py: it does not know {instruction}")
            for trial in TRIALS:
                inside(trial)
        finally:
            run("umount", system / "proc")
    print("all is there")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
