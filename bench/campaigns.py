#!/usr/bin/env python3
"""What campaigns on other compilers did, printed from their stores as the tables of results/campaigns.md.

    bench/campaigns.py night/*.db
"""
import argparse
import collections
import json
import re
import sqlite3
import sys


def read(path):
    """One row for each target of the store's campaigns."""
    store = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    store.row_factory = sqlite3.Row
    try:
        campaigns = store.execute("SELECT * FROM campaigns").fetchall()
    except sqlite3.Error as error:
        sys.exit(f"{path} is no campaign's store: {error}")
    for campaign in campaigns:
        targets = json.loads(campaign["targets"])
        spent = store.execute("SELECT sum(generate + oracle) AS ours, sum(compile + run) AS theirs, sum(compare) AS compare, "
                              "sum(seconds) AS wall FROM sessions WHERE campaign = ?", (campaign["key"],)).fetchone()
        for place, target in enumerate(targets):
            verdicts = collections.Counter({row["verdict"]: row["n"] for row in store.execute(
                "SELECT verdict, count(*) AS n FROM checks WHERE campaign = ? AND target = ? GROUP BY verdict",
                (campaign["key"], place))})
            # Stores of before there were baselines have no such column.
            against = f" (held against {campaign['baseline']})" if "baseline" in campaign.keys() and campaign["baseline"] else ""
            yield {"target": target + against, "profile": campaign["profile"], "seed": campaign["seed"], "verdicts": verdicts,
                   "wall": (spent["wall"] or 0) / len(targets),
                   "ours": ((spent["ours"] or 0) + (spent["compare"] or 0)) / len(targets),
                   "theirs": (spent["theirs"] or 0) / len(targets)}


def seeds(numbers):
    """"3", or "3 to 90 (12)" where there are more than three."""
    numbers = sorted(set(numbers))
    return ", ".join(map(str, numbers)) if len(numbers) <= 3 else f"{numbers[0]} to {numbers[-1]} ({len(numbers)})"


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("store", nargs="+")
    rows = [row for path in arguments.parse_args().store for row in read(path)]
    columns = ("agree", "mismatch", "sanitizer", "compile_failure", "crash", "run_failure", "timeout", "known", "unsupported", "inconclusive", "flaky")
    print("| target | profile | seeds | programs | wall s | compiling and running s | own s |", " | ".join(columns), "|")
    print("| --- | --- | --- |" + " ---: |" * (4 + len(columns)))
    groups = collections.defaultdict(list)
    for row in rows:
        groups[re.sub(r"random=\d+", "random=SEED", row["target"]), row["profile"]].append(row)
    for (target, profile), group in sorted(groups.items()):
        verdicts = sum((row["verdicts"] for row in group), collections.Counter())
        wall, theirs, ours = (sum(row[key] for row in group) for key in ("wall", "theirs", "ours"))
        print("|", target, "|", profile, "|", seeds([int(row["seed"]) for row in group]), "|", sum(verdicts.values()), "|",
              f"{wall:.0f} | {theirs:.0f} | {ours:.1f} |", " | ".join(str(verdicts[column]) for column in columns), "|")
    total = sum((row["verdicts"] for row in rows), collections.Counter())
    wall = sum(row["wall"] for row in rows)
    own = sum(row["ours"] for row in rows)
    print(f"\n{sum(total.values())} programs in {wall / 3600:.2f} worker hours; assay's own share {100 * own / max(wall, 1):.1f} % "
          "of wall time.", ", ".join(f"{total[column]} {column}" for column in columns if total[column]) + ".")
    return 0


if __name__ == "__main__":
    sys.exit(main())
