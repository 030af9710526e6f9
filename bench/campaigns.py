#!/usr/bin/env python3
"""What campaigns on other compilers did, printed from their stores as the tables of docs/campaigns.md.

    bench/campaigns.py night/*.db
"""
import argparse
import collections
import json
import sqlite3
import sys


def read(path):
    """One row for each target of the store's campaigns."""
    store = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    store.row_factory = sqlite3.Row
    for campaign in store.execute("SELECT * FROM campaigns"):
        targets = json.loads(campaign["targets"])
        spent = store.execute("SELECT sum(generate + oracle) AS ours, sum(compile + run) AS theirs, sum(compare) AS compare, "
                              "sum(seconds) AS wall FROM sessions WHERE campaign = ?", (campaign["key"],)).fetchone()
        for place, target in enumerate(targets):
            verdicts = collections.Counter({row["verdict"]: row["n"] for row in store.execute(
                "SELECT verdict, count(*) AS n FROM checks WHERE campaign = ? AND target = ? GROUP BY verdict",
                (campaign["key"], place))})
            yield {"target": target, "profile": campaign["profile"], "seed": campaign["seed"], "verdicts": verdicts,
                   "wall": (spent["wall"] or 0) / len(targets),
                   "ours": ((spent["ours"] or 0) + (spent["compare"] or 0)) / len(targets),
                   "theirs": (spent["theirs"] or 0) / len(targets)}


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("store", nargs="+")
    rows = [row for path in arguments.parse_args().store for row in read(path)]
    rows.sort(key=lambda row: (row["target"], row["seed"]))
    columns = ("agree", "mismatch", "compile_failure", "crash", "run_failure", "timeout", "known", "unsupported", "inconclusive", "flaky")
    print("| target | profile | seed | programs | wall s | compiling and running s | own s |", " | ".join(columns), "|")
    print("| --- | --- |" + " ---: |" * (5 + len(columns)))
    for row in rows:
        print("|", row["target"], "|", row["profile"], "|", row["seed"], "|", sum(row["verdicts"].values()), "|",
              f"{row['wall']:.0f} | {row['theirs']:.0f} | {row['ours']:.1f} |",
              " | ".join(str(row["verdicts"][column]) for column in columns), "|")
    total = sum((row["verdicts"] for row in rows), collections.Counter())
    wall = sum(row["wall"] for row in rows)
    own = sum(row["ours"] for row in rows)
    print(f"\n{sum(total.values())} programs in {wall / 3600:.2f} worker hours; assay's own share {100 * own / max(wall, 1):.1f} % "
          "of wall time.", ", ".join(f"{total[column]} {column}" for column in columns if total[column]) + ".")
    return 0


if __name__ == "__main__":
    sys.exit(main())
