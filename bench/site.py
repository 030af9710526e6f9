#!/usr/bin/env python3
"""How long the site of a large store takes, its list to open in Chromium, and queries of `assay bug` among many bugs.

    bench/site.py                               1,000,000 programs on two targets, 2,000 findings, 2,000 bugs of a user's own
    bench/site.py --programs 100000 --keep DIR  the same of fewer, whose store and site stay in the folder

A small campaign is multiplied: its checks come again and again with other indices, its finding under other names with a
copy of its case, its IR before and after the pass.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import tempfile
import time

from common import ASSAY, children_cpu_seconds, run

FAULT = "max-loses-nan"
# Measures from the address until the list is laid out, its script done, and then the same for a word that is looked for.
FRAME = """<body style="margin:0"><iframe width=1600 height=1000></iframe><script>
const frame = document.querySelector("iframe"), began = performance.now();
frame.onload = () => {
  const page = frame.contentDocument, words = page.getElementById("words");
  if (!page.body.offsetHeight || page.getElementById("filters").hidden) return;
  const opened = performance.now();
  words.value = "erf";
  words.dispatchEvent(new Event("input"));
  if (page.body.offsetHeight) document.title = `${opened - began} ${performance.now() - opened}`;
};
frame.src = "ADDRESS";
</script></body>"""


def cost(rounds, *command, env):
    """How long a command takes, on the clock and in CPU seconds, as text."""
    walls, cpus = [], []
    for _ in range(rounds):
        began, before = time.monotonic(), children_cpu_seconds()
        subprocess.run(list(map(str, command)), check=True, capture_output=True, env=env)
        walls.append(time.monotonic() - began)
        cpus.append(children_cpu_seconds() - before)
    return f"{min(walls):.2f} to {max(walls):.2f} s, {min(cpus):.2f} to {max(cpus):.2f} CPU seconds"


def copies_of(row, columns, **changes):
    return tuple(changes.get(name, value) for name, value in zip(columns, row))


def multiply(store, programs, findings):
    """Makes the store as large as that."""
    database = sqlite3.connect(store)
    columns = {table: [one[1] for one in database.execute(f"PRAGMA table_info({table})")] for table in ("checks", "findings", "causes")}
    insert = {table: f"INSERT OR REPLACE INTO {table} VALUES({','.join('?' * len(names))})" for table, names in columns.items()}
    [[campaign, count]] = database.execute("SELECT campaign, MAX(idx) + 1 FROM checks")
    others = ", ".join("idx + :by" if name == "idx" else name for name in columns["checks"])
    for by in range(count, programs, count):
        database.execute(f"INSERT INTO checks SELECT {others} FROM checks WHERE campaign = :campaign AND idx < :past",
                         {"campaign": campaign, "by": by, "past": min(count, programs - by)})
    [finding] = database.execute("SELECT * FROM findings WHERE reduced ORDER BY size LIMIT 1").fetchall()
    known = dict(zip(columns["findings"], finding))
    [check] = database.execute("SELECT * FROM checks WHERE signature = ? LIMIT 1", [known["raw"]]).fetchall()
    cause = database.execute("SELECT * FROM causes WHERE raw = ?", [known["raw"]]).fetchone()
    cases = store.with_suffix(".cases")
    files = list(cases.glob(f"{known['casename']}.*"))
    for i in range(findings - 1):
        name = f"{i:032x}"
        raw = f"{known['raw']}:{i}"
        changes = {"raw": raw, "signature": f"{known['signature']}:{i}", "casename": name}
        database.execute(insert["findings"], copies_of(finding, columns["findings"], **changes, idx=i * (programs // findings)))
        if cause:
            database.execute(insert["causes"], copies_of(cause, columns["causes"], raw=raw, casename=name))
        for j in range(3):
            database.execute(insert["checks"], copies_of(check, columns["checks"], signature=raw, idx=i * (programs // findings) + j))
        for file in files:
            shutil.copyfile(file, cases / file.name.replace(known["casename"], name))
    database.commit()
    [[there]] = database.execute("SELECT COUNT(*) FROM (SELECT DISTINCT campaign, idx FROM checks)")
    [[found]] = database.execute("SELECT COUNT(*) FROM findings")
    database.close()
    print(f"store: {there} programs, {found} findings, {store.stat().st_size / 1e6:.0f} MB")


def opened(folder, page):
    """Milliseconds until Chromium has the list, and until it has those that a word leaves."""
    frame = folder / "frame.html"
    frame.write_text(FRAME.replace("ADDRESS", page.as_uri()))
    done = subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1600,1000",
                           f"--user-data-dir={folder / 'profile'}", "--allow-file-access-from-files", "--disable-web-security",
                           "--dump-dom", frame.as_uri()], capture_output=True, text=True, timeout=120)
    return map(float, re.search(r"<title>([\d.]+) ([\d.]+)</title>", done.stdout).groups())


def write_bugs(folder, count):
    report = "# A bug of a user's own\n\n**What happened** (wrong result). A sum is wrong.\n\n**Cause**: `some-pass` counts one too few.\n"
    for i in range(count):
        bug = folder / "bugs" / f"own-{i}"
        bug.mkdir(parents=True)
        (bug / "bug.json").write_text(json.dumps({"compiler": "iree", "verdict": "mismatch", "no_case": "made up",
                                                  "forms": [{"since": "3.3.0", "until": "3.13.0", "structure": {"op": "reduce"}}]}))
        (bug / "report.md").write_text(report)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=int, default=1_000_000)
    parser.add_argument("--findings", type=int, default=2000)
    parser.add_argument("--bugs", type=int, default=2000, help="of a user's own")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="assay-bench-") as scratch:
        folder = (options.keep or pathlib.Path(scratch)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        store, site = folder / "large.db", folder / "site"
        run(ASSAY, "fuzz", "--target", "cpu:O0,cpu:O3", "--inject", FAULT, "--seed", 1, "--count", 200, "--store", store)
        multiply(store, options.programs, options.findings)
        env = {**os.environ, "ASSAY_DATA": str(folder / "data")}
        made = cost(options.rounds, ASSAY, "site", store, "-o", site, env=env)
        pages = sum(1 for _ in site.rglob("*.html"))
        print(f"site: {made}; {pages} pages, list of {(site / 'index.html').stat().st_size / 1e6:.1f} MB")
        shown = [list(opened(folder, site / "index.html")) for _ in range(options.rounds)]
        for place, what in enumerate(("list in Chromium", "filter in it")):
            of = [one[place] for one in shown]
            print(f"{what}: {min(of):.0f} to {max(of):.0f} ms")
        for bugs in (0, options.bugs):
            write_bugs(folder / "data", bugs)
            for query in (("list",), ("list", "--state", "open", "--compiler", "iree", "--json"), ("show", "iree-erf-f64")):
                print(f"assay bug {' '.join(query)}, {bugs} bugs of a user's own: {cost(options.rounds, ASSAY, 'bug', *query, env=env)}")


if __name__ == "__main__":
    main()
