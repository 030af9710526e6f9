#!/usr/bin/env python3
"""The list of known bugs, from the bug.json of each folder beside this file (docs/known-bugs.md).

    triage/known/bugs/list.py --json     prints the list that the program embeds, in the form of --known
    triage/known/bugs/list.py --header FILE
                                         writes all that the folders say as a C++ header, which the program embeds as well
    triage/known/bugs/list.py --write    writes the table of docs/found.md
    triage/known/bugs/list.py --check    1 if that table is another
"""
import argparse
import json
import os
import pathlib
import re
import sys

BUGS = pathlib.Path(__file__).resolve().parent
ROOT = BUGS.parents[2]
PAGE = ROOT / "docs/found.md"
TABLE_HEAD = ["| bug | compiler | releases | kind | what | reported |", "| --- | --- | --- | --- | --- | --- |"]

# What is said of a bug and not of its forms, and what of a form is no part of an entry.
OF_BUG = {"title", "same_cause", "no_case", "no_forms", "forms"}
OF_FORM = {"order"}
KINDS = {"mismatch": "wrong result", "timeout": "time-out"}

HEADER = """#pragma once

namespace assay {

/// The folders of triage/known/bugs.
inline constexpr char builtInFolders[] = R"assay-json(%s)assay-json";

} // namespace assay
"""


class Wrong(Exception):
    """What is wrong with a bug.json, and where."""


def unique(pairs):
    keys = [key for key, _ in pairs]
    for key in keys:
        if keys.count(key) > 1:
            raise ValueError(f"there are two of '{key}'")
    return dict(pairs)


def listed(value):
    """Of a key that takes one value or several, the values."""
    return value if isinstance(value, list) else [value]


class Bug:
    def __init__(self, file):
        self.file = file
        self.folder = file.parent
        self.id = self.folder.name
        try:
            self.said = json.loads(file.read_text(), object_pairs_hook=unique)
        except json.JSONDecodeError as error:
            raise Wrong(f"{self.place}:{error.lineno}: {error.msg}") from error
        except ValueError as error:
            raise Wrong(f"{self.place}:1: {error}") from error
        for why in self.complaints():
            raise Wrong(f"{self.place}:1: {why}")

    @property
    def place(self):
        return self.file.relative_to(ROOT)

    @property
    def forms(self):
        return self.said["forms"]

    def complaints(self):
        if not isinstance(self.said, dict):
            yield "is no object"
            return
        if not isinstance(self.said.get("forms"), list) or not all(isinstance(form, dict) for form in self.forms):
            yield "forms is no list of objects"
            return
        for form in self.forms:
            for key in sorted(form.keys() & (self.said.keys() | OF_BUG | {"id"})):
                yield f"'{key}' of a form is said of the bug"
        if "id" in self.said:
            yield "the folder's name is the id"
        if "compiler" not in self.said:
            yield "there is no compiler"
        if not self.report.exists() and "title" not in self.said:
            yield "there is neither a report.md nor a title"
        if self.report.exists() and "title" in self.said:
            yield "report.md has the title"
        cases = [self.case_of(form) for form in self.forms if "case" in form]
        for case in cases:
            if not case.is_file():
                yield f"there is no {case.relative_to(ROOT)}"
        if bool(cases or (self.folder / "case.mlir").exists()) == ("no_case" in self.said):
            yield "there is a case and no_case" if "no_case" in self.said else "there is no case, and no_case does not say why"
        if bool(self.forms) == ("no_forms" in self.said):
            yield "there are forms and no_forms" if self.forms else "there is no form, and no_forms does not say why"
        if "same_cause" in self.said and not (BUGS / self.said["same_cause"] / "bug.json").exists():
            yield f"there is no {self.said['same_cause']}"

    @property
    def report(self):
        return self.folder / "report.md"

    def text_of(self, name):
        """Of a file in the folder; empty if there is none."""
        file = self.folder / name
        return file.read_text() if file.exists() else ""

    @property
    def title(self):
        if "title" in self.said:
            return self.said["title"]
        return self.report.read_text().partition("\n")[0].removeprefix("# ")

    def case_of(self, form):
        return pathlib.Path(os.path.normpath(self.folder / form["case"]))

    def cases(self):
        """The files that show it, the smallest input first."""
        found = [case for case in [self.folder / "case.mlir"] if case.exists()]
        return list(dict.fromkeys(found + [self.case_of(form) for form in self.forms if "case" in form]))

    def journals(self):
        return sorted(self.folder.glob("journal/*.jsonl"))

    def links(self):
        """Where it was reported: in bug.json, or in a journal since."""
        entries = [json.loads(line) for file in self.journals() for line in file.read_text().splitlines()]
        found = sorted((entry["time"], entry["link"]) for entry in entries if "link" in entry)
        return list(dict.fromkeys(self.of_all("link") + [link for _, link in found]))

    def all(self):
        """What there is of it, for `assay bug`."""
        return {"id": self.id, "bug": self.said, "title": self.title, "report": self.text_of("report.md"),
                "passInput": self.text_of("pass.mlir"),
                "beforePass": self.text_of("before.mlir") or self.text_of("pass.mlir"), "afterPass": self.text_of("after.mlir"),
                "cases": [{"file": str(case.relative_to(ROOT)), "text": case.read_text()} for case in self.cases()],
                "journals": [{"file": str(file.relative_to(ROOT)), "text": file.read_text()} for file in self.journals()]}

    def entries(self):
        """Each form as an entry, with what decides which one explains a failure first."""
        common = {key: value for key, value in self.said.items() if key not in OF_BUG}
        for number, form in enumerate(self.forms):
            entry = {"id": self.id, **common, **form}
            if "same_cause" in self.said:
                entry["same_cause"] = self.said["same_cause"]
            if number == 0 and (cause := self.text_of("case.cause.json")):
                entry["cause"] = cause
            if "link" not in entry and self.links():
                entry["link"] = self.links()[-1]
            if "case" in form:
                entry["case"] = str(self.case_of(form).relative_to(ROOT))
            order = entry.pop("order", 0)
            yield (order, self.id, number), entry

    def of_all(self, key):
        """What the bug or its forms have for the key, each once."""
        found = []
        for said in [self.said, *self.forms]:
            found += [one for one in listed(said.get(key, [])) if one not in found]
        return found

    def row(self):
        where = self.said["compiler"] + "".join(f", {one}" for key in ("backend", "flavour") for one in self.of_all(key))
        releases = sorted(self.of_all("since") + self.of_all("until"), key=lambda text: [int(part) for part in text.split(".")])
        title = self.title + (f" (its cause is that of {self.said['same_cause']})" if "same_cause" in self.said else "")
        cells = [f"[{self.id}](../{self.folder.relative_to(ROOT)})", where,
                 " to ".join(dict.fromkeys([releases[0], releases[-1]])) if releases else "",
                 ", ".join(KINDS.get(verdict, verdict.replace("_", " ")) for verdict in self.of_all("verdict")),
                 title.replace("|", "\\|"),
                 ", ".join(f"[{'/'.join(link.split('/')[3:5])}#{link.split('/')[-1]}]({link})" for link in self.links())]
        return f"| {' | '.join(cells)} |".replace("|  |", "| |")


def bugs():
    return [Bug(file) for file in sorted(BUGS.glob("*/bug.json"))]


def entries():
    """The list, in the order in which entries are asked."""
    return [entry for _, entry in sorted((pair for bug in bugs() for pair in bug.entries()), key=lambda pair: pair[0])]


def with_table(page):
    """The page with its table as it is here."""
    lines = page.split("\n")
    begin = lines.index(TABLE_HEAD[0])
    end = begin
    while lines[end].startswith("|"):
        end += 1
    return "\n".join(lines[:begin] + TABLE_HEAD + [bug.row() for bug in bugs()] + lines[end:])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group(required=True)
    for flag in ("--json", "--write", "--check"):
        what.add_argument(flag, action="store_true")
    what.add_argument("--header", type=pathlib.Path)
    arguments = parser.parse_args()
    try:
        if arguments.json:
            print("[\n" + ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in entries()) + "\n]")
            return 0
        if arguments.header:
            arguments.header.write_text(HEADER % json.dumps([bug.all() for bug in bugs()], ensure_ascii=False))
            return 0
        text = PAGE.read_text()
        page = with_table(text)
    except Wrong as wrong:
        print(wrong, file=sys.stderr)
        return 1
    if arguments.write:
        PAGE.write_text(page)
    elif page != text:
        print("docs/found.md: its table is another: run triage/known/bugs/list.py --write")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
