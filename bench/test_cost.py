#!/usr/bin/env python3
"""The seconds, and CPU seconds of all its processes, that each test takes, the dearest last: the tests must end in 10
minutes on a tree that is built. Tests that build their own things should have run before."""
import argparse
import concurrent.futures
import json
import os
import subprocess
import time

from common import ROOT

TREE = ROOT / "build" / "release"


def cost(name):
    """Wall seconds, CPU seconds in processes, CPU seconds in the kernel, and whether it passed."""
    start = time.monotonic()
    process = subprocess.Popen(["ctest", "--test-dir", TREE, "-R", f"^{name}$"], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return time.monotonic() - start, usage.ru_utime, usage.ru_stime, process.returncode == 0


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--jobs", type=int, default=2, help="tests at the same time")
    options = arguments.parse_args()
    listed = subprocess.run(["ctest", "--test-dir", TREE, "--show-only=json-v1"], capture_output=True, check=True).stdout
    names = [test["name"] for test in json.loads(listed)["tests"]]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        costs = dict(zip(names, pool.map(cost, names)))
    print(f"{'wall':>7} {'CPU':>7} {'kernel':>7}")
    for name, (wall, user, kernel, passed) in sorted(costs.items(), key=lambda item: sum(item[1][1:3])):
        print(f"{wall:7.1f} {user:7.1f} {kernel:7.1f}  {name}{'' if passed else ' FAILED'}", flush=True)
    user, kernel = (sum(entry[i] for entry in costs.values()) for i in (1, 2))
    print(f"in all {user:.0f} s of CPU in processes and {kernel:.0f} s in the kernel, {len(names)} tests")


main()
