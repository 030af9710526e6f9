#!/usr/bin/env -S python3 -S -E
"""mycc.py with ill will: hostile.py compile KIND INPUT OUTPUT, hostile.py run KIND MODULE VALUE...

What a test fails to end does no great harm: it lives for a minute, and there is never much of it."""
import mmap
import os
import resource
import shutil
import signal
import sys
import time

import mycc

LIFE = 60
MIB = 1 << 20


def stay():
    time.sleep(LIFE)
    os._exit(0)


def ignore_signals():
    for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)


def leave(what):
    """Has something done by a process that nobody is the parent of."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.setsid()
            ignore_signals()
            what()
        os._exit(0)
    time.sleep(0.1)


def fill(file, most, step=MIB):
    for _ in range(most // step):
        os.write(file, b"x" * step)
        time.sleep(0.002)
    stay()


def take(memory, most):
    for at in range(0, most, MIB):
        memory[at] = 1
        memory[at:at + MIB] = b"x" * MIB
        time.sleep(0.002)
    stay()


def hangs():
    ignore_signals()
    stay()


def computes():
    end = time.monotonic() + LIFE
    while time.monotonic() < end:
        pass


def stops():
    os.kill(os.getpid(), signal.SIGSTOP)


def forks():
    # They are small, so that they are too many long before they are too large.
    for _ in range(1500):
        os.posix_spawnp("sleep", ["sleep", str(LIFE)], os.environ)
    stay()


def prints():
    fill(1, 400 * MIB)


def prints_deaf():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    while True:
        try:
            fill(1, 400 * MIB)
        except OSError:
            time.sleep(0.01)


def fills_a_file():
    fill(os.open("file", os.O_WRONLY | os.O_CREAT), 400 * MIB)


def fills_a_folder():
    for i in range(400):
        with open(f"{i}", "wb") as file:
            file.write(b"x" * MIB)
        time.sleep(0.002)
    stay()


def makes_names():
    for i in range(200000):
        os.mknod(f"{i}")
    stay()


def fills_a_nameless_file():
    file = os.open("file", os.O_RDWR | os.O_CREAT)
    os.unlink("file")
    for at in range(0, 400, 8):
        # Below what one file may have.
        if at % 64 == 0:
            file = os.open("file", os.O_RDWR | os.O_CREAT)
            os.unlink("file")
        os.write(file, b"x" * 8 * MIB)
        time.sleep(0.02)
    stay()


def hoards():
    take(bytearray(1200 * MIB), 1200 * MIB)


def hoards_shared():
    take(mmap.mmap(-1, 1200 * MIB), 1200 * MIB)


def hoards_in_parts():
    for _ in range(6):
        if os.fork() == 0:
            take(bytearray(200 * MIB), 200 * MIB)
    stay()


def leaves_a_daemon():
    leave(stay)


def leaves_what_forks():
    def hop():
        end = time.monotonic() + LIFE
        while time.monotonic() < end:
            if os.fork() != 0:
                os._exit(0)
            os.setsid()
    leave(hop)


def deletes_its_input():
    os.unlink(sys.argv[3])


def deletes_its_folder():
    folder = os.getcwd()
    # And all above it that is a check's or a worker's.
    while "assay-scratch-" in folder:
        shutil.rmtree(folder, ignore_errors=True)
        folder = os.path.dirname(folder)
    sys.exit(0)


def locks_its_folder():
    depth = os.getcwd()
    for _ in range(200):
        os.mkdir("d" * 100)
        os.chdir("d" * 100)
    os.chdir(depth)
    os.makedirs("locked/inner")
    os.chmod("locked/inner", 0)
    os.chmod("locked", 0)


def writes_a_pipe():
    os.mkfifo(sys.argv[4])
    sys.exit(0)


def kills_its_parent():
    os.kill(os.getppid(), signal.SIGKILL)
    stay()


def dumps_core():
    resource.setrlimit(resource.RLIMIT_CORE, (resource.getrlimit(resource.RLIMIT_CORE)[1],) * 2)
    os.abort()


if __name__ == "__main__":
    step, kind, *arguments = sys.argv[1:]
    if step == "run":
        mycc.run_module(arguments)
    else:
        if kind == "deletes-its-input":
            mycc.compile_module(arguments)
        globals()[kind.replace("-", "_")]()
        if kind != "deletes-its-input":
            mycc.compile_module(arguments)
