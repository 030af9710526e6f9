#!/usr/bin/env python3
"""Checks that #includes between folders only follow the arrows of docs/architecture.md."""
import pathlib
import re
import sys

# Folder -> what it does, and the folders that it may include besides itself and support; None for any. docs/architecture.md
# shows this table, as --write puts it there.
FOLDERS = {
    "support": ("small things the standard library lacks", set()),
    "program": ("the model, JSON, text, validation", set()),
    "generator": ("random programs, bindings, inputs", {"program"}),
    "oracle": ("reference semantics with bounds, comparison", {"program"}),
    "reducer": ("shrinks a TestCase, given a judge; writes lit cases", {"program"}),
    "target": ("what a compiler under test is to everyone else: Target, Executable, Outcome, TargetName", {"program", "oracle"}),
    "check": ("check(), Verdict, Signature", {"program", "oracle", "target"}),
    "known": ("which failures are known bugs", {"program", "target", "check"}),
    "plan": ("what a host does for a program on a device; knows neither MLIR nor HIP", set()),
    "compiler": ("the `assay` dialect, emission, passes, pipelines, faults, code objects", {"program", "plan", "target"}),
    "flavours": ("a Program in the dialects that others take: linalg, IREE's, StableHLO, torch", {"program", "target", "compiler"}),
    "runners": ("runs what was built, with red zones or through HIP; other programs as processes", {"program", "plan", "target", "amdgpu/hip"}),
    "amdgpu/machine": ("runs AMDGPU code objects without a GPU, and answers their calls of the host; a library of its own", set()),
    "amdgpu/hip": ("`libamdhip64.so` in front of it: HIP without a GPU", {"amdgpu/machine"}),
    "runners/guard": ("`libassay_guard.so`, which guards the memory of a process that runs compiled code; a library of its own", set()),
    "toolchains": ("releases of other compilers on this machine", {"target", "runners"}),
    "targets": ("the compilers that implement target/, and how each is run",
                {"program", "oracle", "target", "plan", "compiler", "flavours", "runners", "toolchains"}),
    "census": ("counts which structures emitted modules have, which ops on which types programs are made of, and which meet NaN",
               {"program", "generator", "oracle", "compiler"}),
    "triage": ("lit cases for each kind of target; the reference's values for reductions",
               {"program", "oracle", "reducer", "target", "check", "compiler", "flavours", "runners", "targets"}),
    "campaign": ("workers, store, dedupe, report",
                 {"program", "generator", "oracle", "reducer", "target", "check", "triage", "runners"}),
    "tools": ("`assay`, `assay-opt`, `assay-emu`, and `assay-report`, which links no compiler", None),
    "tests": ("", None),
    "bench": ("", None),
}
# Only these folders may see MLIR or LLVM.
LLVM_FOLDERS = {"compiler", "flavours", "runners", "amdgpu/machine", "amdgpu/hip", "toolchains", "targets",
                "census", "triage", "tools", "tests", "bench"}
INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]', re.MULTILINE)


SOURCES = {".h", ".cpp"}
TABLE_HEAD = ["| folder | what it does | may include, besides support |", "| --- | --- | --- |"]


def folder_of(path):
    """The folder of the table that a file is in: the innermost."""
    parts = path.split("/")
    for depth in range(len(parts) - 1, 0, -1):
        folder = "/".join(parts[:depth])
        if folder in FOLDERS:
            return folder
    return None


def may_include(folder, other):
    allowed = FOLDERS[folder][1]
    if allowed is None or other in allowed | {folder, "support"}:
        return True
    # What is inside of a folder belongs to it, unless it is a library of its own.
    return not other.startswith("runners/") and "/" in other and other.split("/")[0] in allowed | {folder}


def complaints(root):
    for top in sorted({folder.split("/")[0] for folder in FOLDERS}):
        for path in sorted((root / top).rglob("*")):
            if path.suffix not in SOURCES:
                continue
            name = str(path.relative_to(root))
            folder = folder_of(name)
            for included in INCLUDE.findall(path.read_text()):
                if included.split("/")[0] in {"mlir", "llvm", "lld"} and folder not in LLVM_FOLDERS:
                    yield f"{name}: {folder}/ must not know LLVM ({included})"
                other = folder_of(included)
                if other and not may_include(folder, other):
                    yield f"{name}: {folder}/ must not include {included}"
    known = set(FOLDERS) | {"build", "docs", "corpus", "cmake", "assay-out"}
    for path in sorted(root.iterdir()):
        if path.is_dir() and not path.name.startswith(".") and path.name not in known:
            yield f"{path.name}: a folder that tests/lint/arrows.py does not know"


def table():
    rows = list(TABLE_HEAD)
    for folder, (what, allowed) in FOLDERS.items():
        if what:
            others = "all" if allowed is None else ", ".join(other for other in FOLDERS if other in allowed)
            rows.append(f"| `{folder}/` | {what} | {others} |")
    return rows


def with_table(page):
    """The page with its table of folders as it is here."""
    lines = page.split("\n")
    begin = lines.index(TABLE_HEAD[0])
    end = begin
    while lines[end].startswith("|"):
        end += 1
    return "\n".join(lines[:begin] + table() + lines[end:])


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    page = root / "docs" / "architecture.md"
    text = page.read_text()
    if "--write" in sys.argv:
        page.write_text(with_table(text))
    found = list(complaints(root))
    if page.read_text() != with_table(text):
        found.append("docs/architecture.md: its table of folders is another: run tests/lint/arrows.py --write")
    print("\n".join(found) if found else "include arrows: all right")
    return 1 if found else 0


sys.exit(main())
