#!/usr/bin/env python3
"""A campaign as a Slurm job array, with the script in examples/cluster, on a cluster that is this machine: Debian's slurmctld,
slurmd and munged, with all that they keep in a folder of their own. Tasks are killed, and requeued in the middle; what is merged
in the end has to be what one session finds: the same JSON and the same case files, byte for byte.

usage: bench/slurm_test.py [--tasks N] [--kills N] [--count N] [--targets T] [--inject FAULT] [--assay PROGRAM]
"""
import argparse
import contextlib
import json
import getpass
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
PACKAGES = "slurmctld slurmd slurm-client munge"
# Slurm's own, as Debian builds it, on one node without a cluster.
CONFIGURATION = """ClusterName=one
SlurmctldHost={host}(127.0.0.1)
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CryptoType=crypto/munge
SlurmUser={user}
SlurmdUser={user}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
ReturnToService=2
SwitchType=switch/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SchedulerParameters=sched_interval=2
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP OverSubscribe=YES
"""


def fail(message):
    sys.exit(f"slurm_test: {message}")


def run(*command, accepted=(0,), **options):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, **options)
    if done.returncode not in accepted:
        fail(f"{' '.join(map(str, command))}\nends with {done.returncode}: {done.stderr or done.stdout}")
    return done.stdout


def free_ports(count):
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]


def wait_until(what, condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            fail(f"{what}: not after {seconds} s")
        time.sleep(0.2)


@contextlib.contextmanager
def cluster(folder):
    """Its daemons, which end with it."""
    host = socket.gethostname().split(".")[0]
    for name in ("state", "spool"):
        (folder / name).mkdir()
    configuration = folder / "slurm.conf"
    configuration.write_text(CONFIGURATION.format(host=host, folder=folder, user=getpass.getuser(), ports=free_ports(2), cpus=os.cpu_count()))
    os.environ["SLURM_CONF"] = str(configuration)
    key = folder / "munge.key"
    key.write_bytes(os.urandom(128))
    key.chmod(0o600)
    daemons = (["munged", "--force", f"--key-file={key}", f"--socket={folder}/munge.socket", f"--pid-file={folder}/munged.pid",
                f"--log-file={folder}/munged.log", f"--seed-file={folder}/munged.seed"],
               ["slurmctld", "-f", configuration], ["slurmd", "-f", configuration, "-N", host])
    started = []
    try:
        for command in daemons:
            run(*command)
            started.append(folder / f"{command[0]}.pid")
        wait_until("the node is idle", lambda: "idle" in subprocess.run(["sinfo", "-h"], capture_output=True, text=True).stdout)
        yield
    finally:
        for file in reversed(started):
            with contextlib.suppress(OSError, ValueError):
                end(int(file.read_text()))


def end(pid):
    os.kill(pid, signal.SIGTERM)
    for _ in range(100):
        if not pathlib.Path(f"/proc/{pid}").exists():
            return
        time.sleep(0.1)
    os.kill(pid, signal.SIGKILL)


class Tasks:
    """The array."""

    def __init__(self, job):
        self.job = job

    def states(self):
        """Of those that have not ended, by number."""
        text = run("squeue", "-h", "-r", "-j", self.job, "-o", "%K %T", accepted=(0, 1))
        return {int(number): state for number, state in (line.split() for line in text.splitlines())}

    def running(self):
        return [number for number, state in self.states().items() if state == "RUNNING"]

    def state(self, number):
        return re.search(r"JobState=(\w+)", run("scontrol", "show", "job", f"{self.job}_{number}"))[1]

    def requeue(self, number):
        """False if it has ended by now."""
        task = f"{self.job}_{number}"
        if subprocess.run(["scontrol", "requeue", task], capture_output=True).returncode != 0:
            return False
        # Slurm would wait for minutes, until the old credential has expired; one made in the second in which that was revoked
        # counts as revoked too, and fails the task.
        wait_until(f"task {number} is queued", lambda: self.state(number) == "PENDING")
        run("scontrol", "update", f"JobId={task}", "StartTime=now+2")
        return True

    def kill(self, number):
        """Kills the supervisor of the task's campaign, and requeues the task, which fails of it."""
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                words = (process / "cmdline").read_bytes().split(b"\0")
                environment = (process / "environ").read_bytes().split(b"\0")
                if b"--shard" in words and f"SLURM_ARRAY_TASK_ID={number}".encode() in environment and \
                        f"SLURM_ARRAY_JOB_ID={self.job}".encode() in environment:
                    os.kill(int(process.name), signal.SIGKILL)
                    wait_until(f"task {number} has failed", lambda: self.state(number) in ("FAILED", "COMPLETED"))
                    return self.state(number) == "FAILED" and self.requeue(number)
        return False


def cases(store):
    return {file.name: file.read_bytes() for file in store.with_suffix(".cases").iterdir()}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tasks", type=int, default=6)
    parser.add_argument("--kills", type=int, default=8, help="half of them requeue a task as an administrator would")
    parser.add_argument("--count", type=int, default=4000)
    parser.add_argument("--targets", default="cpu:O0,cpu:O1")
    parser.add_argument("--inject", default="max-loses-nan", help="a fault, so that there is something to find; empty for none")
    parser.add_argument("--assay", default=str(ROOT / "build/release/bin/assay"))
    options = parser.parse_args()
    if missing := [name for name in ("slurmctld", "slurmd", "sbatch", "munged") if not shutil.which(name, path=f"/usr/sbin:{os.environ['PATH']}")]:
        print(f"there is no {missing[0]}; install {PACKAGES}")
        sys.exit(77)
    os.environ["PATH"] = f"/usr/sbin:{os.environ['PATH']}"
    chance = random.Random(1)

    with tempfile.TemporaryDirectory(prefix="assay-slurm-") as name:
        folder = pathlib.Path(name)
        programs = folder / "programs"
        programs.mkdir()
        (programs / "assay").symlink_to(pathlib.Path(options.assay).resolve())
        whole, merged = folder / "whole.db", folder / "all.db"
        fault = ["--inject", options.inject] if options.inject else []
        run(options.assay, "fuzz", "--target", options.targets, "--seed", 7, "--count", options.count, "--explain-budget", 0, "--store", whole,
            *fault, accepted=(1,))
        run(options.assay, "merge", whole, "-o", folder / "one.db", "--json", folder / "one.json", accepted=(0, 1))
        with cluster(folder):
            job = re.search(r"\d+", run("sbatch", f"--array=0-{options.tasks - 1}", "--cpus-per-task=1", ROOT / "examples/cluster/slurm.sh", *fault,
                                        cwd=folder, env={**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "SEED": "7",
                                                         "TARGETS": options.targets, "COUNT": str(options.count)}))[0]
            tasks, done = Tasks(job), {"requeued": 0, "killed": 0}
            while states := tasks.states():
                time.sleep(chance.uniform(0, 1))
                kind = "requeued" if done["requeued"] <= done["killed"] else "killed"
                if sum(done.values()) < options.kills and (running := tasks.running()):
                    done[kind] += (tasks.requeue if kind == "requeued" else tasks.kill)(chance.choice(running))
            ended = [tasks.state(number) for number in range(options.tasks)]
        if set(ended) != {"COMPLETED"}:
            fail(f"tasks ended as {ended}: " + "".join(log.read_text() for log in folder.glob("assay-*.log"))[-2000:])
        stores = sorted((folder / "assay-out/seed-7").glob("shard-*.db"))
        run(options.assay, "merge", *stores, "-o", merged, "--reduce", "--explain-budget", 0, "--json", folder / "all.json", accepted=(0, 1))
        if (folder / "all.json").read_bytes() != (folder / "one.json").read_bytes():
            one, several = (json.loads((folder / name).read_text()) for name in ("one.json", "all.json"))
            fail("another JSON came out: " + "; ".join(f"{key} {json.dumps(one.get(key))[:200]}, sharded {json.dumps(several.get(key))[:200]}"
                                                       for key in sorted(one.keys() | several.keys()) if one.get(key) != several.get(key)))
        if cases(merged) != cases(whole):
            fail(f"other case files came out: {cases(merged).keys() ^ cases(whole).keys()}")
        print(f"{len(stores)} tasks, {done['requeued']} of them requeued and {done['killed']} killed in the middle: merged, they are one run: "
              f"{len(cases(merged))} case files and the JSON, byte for byte")


main()
