#!/usr/bin/env python3
"""What a campaign on HIP without a GPU costs, as a ratio to the same programs on the CPU: wall and CPU seconds, taking turns.

    bench/hip_cost.py --count 60
    bench/hip_cost.py --pairs iree@3.13.0:hip:O2/iree@3.13.0:llvm-cpu:O2 --count 40
"""
import argparse
import time

from common import campaign, children_cpu_seconds


def cost(target, arguments, first, count):
    """Wall seconds, CPU seconds and verdicts of a part of the programs."""
    before, start = children_cpu_seconds(), time.monotonic()
    summary = campaign("--target", target, "--seed", arguments.seed + first, "--count", count, "--profile", arguments.profile,
                       "--jobs", arguments.jobs, "--no-reduce")
    return time.monotonic() - start, children_cpu_seconds() - before, summary["verdicts"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", nargs="*", default=["hip:O0/cpu:O2", "hip:O1/cpu:O2"], help="target/what it is compared with")
    parser.add_argument("--profile", default="default")
    parser.add_argument("--seed", default=31, type=int)
    parser.add_argument("--count", default=60, type=int)
    parser.add_argument("--jobs", default=1, type=int)
    parser.add_argument("--rounds", default=3, type=int, help="how often the two take turns, with other programs each time")
    arguments = parser.parse_args()
    print(f"{arguments.count} programs, profile {arguments.profile}, seeds from {arguments.seed}, {arguments.jobs} workers")
    print("| target | compared with | wall s | wall s | times | CPU s | CPU s | times | verdicts |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |")
    for pair in arguments.pairs:
        sides, spent, verdicts = pair.split("/"), [[0, 0], [0, 0]], {}
        for number in range(arguments.rounds):
            for side, target in enumerate(sides):
                wall, cpu, said = cost(target, arguments, number, arguments.count // arguments.rounds)
                spent[side][0] += wall
                spent[side][1] += cpu
                for verdict, times in said.items() if side == 0 else ():
                    verdicts[verdict] = verdicts.get(verdict, 0) + times
        (wall, cpu), (other_wall, other_cpu) = spent
        print(f"| {sides[0]} | {sides[1]} | {wall:.1f} | {other_wall:.1f} | {wall / other_wall:.2f} | {cpu:.1f} | {other_cpu:.1f} | "
              f"{cpu / other_cpu:.2f} | {', '.join(f'{times} {verdict}' for verdict, times in sorted(verdicts.items()) if times)} |", flush=True)


main()
