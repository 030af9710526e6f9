#!/usr/bin/env python3
"""Checks that #includes between folders only follow the arrows of docs/architecture.md."""
import pathlib
import re
import sys

# Folder -> what it does, and the folders that it may include besides itself and support, with what is in them that has no line
# of its own; None for any. docs/architecture.md shows this table, as --write puts it there.
FOLDERS = {
    "support": ("what the standard library lacks", set()),
    "support/process": ("other programs as processes, and all that they leave behind", set()),
    "program": ("the model, JSON, text, validation", {"program/types", "program/ops"}),
    "program/types": ("dims, element types, tensors", set()),
    "program/ops": ("each op: attributes, type rule, traits", {"program/types"}),
    "generator": ("random test cases, determined by seed and index", {"program", "generator/growth", "generator/ops", "generator/motifs"}),
    "planner": ("the plan that reaches most, from what was seen of profiles", {"generator", "generator/growth"}),
    "generator/growth": ("a program that grows by one node at a time, its inputs, profiles", {"program", "program/types", "program/ops"}),
    "generator/ops": ("draws each op", {"program", "program/types", "program/ops", "generator/growth"}),
    "generator/motifs": ("draws runs of ops that compilers look for", {"generator/growth", "generator/ops"}),
    "oracle": ("reference semantics with bounds, comparison", {"program", "program/types", "program/ops"}),
    "naive": ("reference semantics once more, in plain loops that share nothing with oracle/",
              {"program", "program/types", "program/ops", "oracle"}),
    "reducer": ("shrinks a TestCase, given a judge", {"program", "program/types", "program/ops"}),
    "reducer/passes": ("the ways to make a case smaller", {"reducer", "program", "program/types", "program/ops"}),
    "respelling": ("a program that computes the same in another way", {"program", "program/types", "program/ops"}),
    "target": ("the interface of a compiler under test: Target, Inspector, Executable, Outcome, TargetName",
               {"program", "program/types", "program/ops", "oracle"}),
    "check": ("check(), Verdict, Signature, Cause", {"program", "program/types", "program/ops", "oracle", "target", "respelling"}),
    "mutation": ("what a check sees of a compiler with a bug, and the score of many",
                 {"program", "program/types", "program/ops", "oracle", "naive", "target", "check"}),
    "triage/bugs": ("the record of a bug and its life: folders, journals, what an upstream issue needs", {"program", "target", "check"}),
    "triage/known": ("which failures are known bugs", {"program", "program/types", "program/ops", "target", "check"}),
    "triage/explain": ("where a failure comes from: what hides it, the phase, the pass, the release; asks an Inspector",
                       {"program", "program/types", "program/ops", "reducer", "target", "check"}),
    "triage/pattern": ("which structure makes a program fail: what drawn programs that fail have, and others lack",
                       {"program", "check", "generator", "triage/known"}),
    "triage/litcase": ("writes and reads lit cases", {"program", "program/types", "program/ops", "oracle", "target", "check"}),
    "campaign/workers": ("checks cases in processes that may die",
                         {"support/process", "program", "reducer", "target", "check", "mutation"}),
    "campaign/store": ("what a campaign found, in SQLite", {"program", "target", "check"}),
    "campaign/report": ("what a store amounts to, as text, JSON and HTML",
                        {"program", "check", "triage/litcase", "campaign/workers", "campaign/store"}),
    "campaign/site": ("stores and bugs as a folder of web pages",
                      {"support/process", "program", "target", "check", "triage/bugs", "triage/known", "campaign/store", "campaign/report"}),
    "campaign": ("draws, checks, confirms, deduplicates, reduces, explains",
                 {"program", "reducer", "target", "check", "campaign/workers", "campaign/store"}),
    "campaign/gate": ("holds a changed compiler against what is there; its outputs",
                      {"program", "program/types", "reducer", "target", "check", "campaign", "campaign/workers"}),
    "campaign/mutation": ("what campaigns would see of a compiler's mutants, rules and faults",
                          {"program", "reducer", "mutation", "compiler/mutants", "campaign", "campaign/workers"}),
    "campaign/retest": ("what releases show of the bugs that were found",
                        {"program", "target", "check", "triage/bugs", "triage/known", "triage/litcase", "campaign/workers"}),
    "campaign/night": ("strings campaigns together, night for night, and judges each night",
                       {"support/process", "program", "target", "check", "campaign", "campaign/workers", "campaign/store", "campaign/report"}),
    "triage/corpus": ("cases that come with the program", set()),
    "compiler/plan": ("what a host does for a program on a device; knows neither MLIR nor HIP", set()),
    "compiler/dialect": ("the `assay` dialect", set()),
    "compiler/builders": ("what several passes build IR with", {"compiler/dialect"}),
    "compiler/emit": ("a Program in linalg and the `assay` dialect", {"program", "program/types", "program/ops", "compiler/dialect"}),
    "compiler/tensors": ("passes on tensors", {"compiler/dialect", "compiler/builders"}),
    "compiler/dispatches": ("what is done in one go, and by whom", {"compiler/dialect", "compiler/builders"}),
    "compiler/lowering": ("from the `assay` dialect to upstream's ops", {"compiler/dialect", "compiler/builders"}),
    "compiler/buffers": ("passes around bufferization", {"compiler/dialect", "compiler/builders"}),
    "compiler/cpu": ("tiles and vectors", {"compiler/builders"}),
    "compiler/host": ("the plan of what a host does, read off its function", {"compiler/plan", "compiler/dialect"}),
    "compiler/gpu": ("kernels", {"compiler/plan", "compiler/host", "compiler/dialect", "compiler/builders"}),
    "compiler/codeobject": ("from kernels in the LLVM dialect to AMDGPU code objects", {"target"}),
    "compiler/faults": ("deliberate bugs", {"program", "program/ops", "compiler/dialect", "compiler/builders", "compiler/gpu"}),
    "compiler/mutants": ("random changes of a module, as a bug would make them, and wrong rewrites",
                         {"program", "target", "compiler/dialect", "compiler/builders"}),
    "compiler/pipelines": ("which passes run at which level",
                           {"compiler/dialect", "compiler/tensors", "compiler/dispatches", "compiler/lowering", "compiler/buffers",
                            "compiler/cpu", "compiler/gpu", "compiler/faults", "compiler/mutants", "target"}),
    "compiler/coverage": ("which rewrite patterns and passes did something: stands in for functions of MLIR", {"target", "compiler/pipelines"}),
    "flavours": ("a Program in the dialects that others take: linalg, IREE's, StableHLO, torch",
                 {"program", "program/types", "program/ops", "target", "compiler/dialect", "compiler/builders", "compiler/emit",
                  "compiler/lowering", "compiler/faults", "compiler/mutants"}),
    "census": ("counts which structures emitted modules have, which ops on which types programs are made of, and which meet NaN",
               {"program", "program/types", "program/ops", "generator", "generator/growth", "oracle", "compiler/dialect",
                "compiler/emit"}),
    "amdgpu/machine": ("runs AMDGPU code objects without a GPU, and answers their calls of the host", set()),
    "amdgpu/hip": ("`libamdhip64.so` in front of it: HIP without a GPU", {"amdgpu/machine"}),
    "amdgpu/emu": ("`assay-emu`: runs, traces and disassembles kernels", {"amdgpu/machine"}),
    "amdgpu/tests": ("", {"amdgpu/machine", "amdgpu/hip", "tests"}),
    "runners/cpu": ("compiles the LLVM dialect, and runs it with red zones", {"program", "program/types", "target", "compiler/plan"}),
    "runners/hip": ("runs a plan through HIP", {"program", "program/types", "target", "compiler/plan", "amdgpu/hip"}),
    "runners/guard": ("`libassay_guard.so`, which guards the memory of a process that runs compiled code; includes nothing of ours",
                      set()),
    "runners/lit": ("`libassay_lit_runtime.so`: what compiled modules call that mlir-runner does not bring along", set()),
    "targets/toolchains": ("releases and builds of other compilers on this machine", {"support/process", "target"}),
    "targets/samples": ("what sweeps saw of targets", {"target", "targets/toolchains"}),
    "targets/commands": ("compilers that are programs: how they end, their memory, tensors in files",
                         {"support/process", "program", "program/types", "target", "runners/hip"}),
    "targets/foreign": ("modules in dialects that this program does not know: reads them, makes them smaller", {"target"}),
    "targets/core": ("cpu and hip: our own compiler",
                     {"program", "program/types", "target", "compiler/emit", "compiler/plan", "compiler/builders", "compiler/dialect", "compiler/host", "compiler/codeobject",
                      "compiler/pipelines", "compiler/coverage", "runners/cpu", "runners/hip", "targets/samples", "targets/commands",
                      "targets/foreign"}),
    "targets/upstream": ("mlir-opt and mlir-runner, and pipelines of upstream's passes",
                         {"support/process", "program", "target", "compiler/emit", "compiler/lowering", "compiler/mutants",
                          "compiler/pipelines", "targets/commands", "targets/foreign", "targets/samples", "targets/toolchains"}),
    "targets/manifest": ("compilers that a manifest describes",
                         {"support/process", "program", "program/types", "oracle", "target", "compiler/pipelines", "flavours",
                          "targets/commands", "targets/samples", "targets/toolchains"}),
    "targets/iree": ("releases of IREE",
                     {"support/process", "program", "program/types", "target", "compiler/faults", "compiler/builders", "flavours", "runners/hip",
                      "targets/commands", "targets/foreign", "targets/samples", "targets/toolchains"}),
    "targets": ("the target of a name",
                {"target", "compiler/pipelines", "targets/toolchains", "targets/samples", "targets/commands", "targets/core",
                 "targets/upstream", "targets/manifest", "targets/iree"}),
    "tools": ("`assay`, `assay-opt`, and `assay-site`, which links no compiler", None),
    "tests": ("", None),
    "bench": ("", None),
}
# Only these folders may see MLIR or LLVM.
LLVM_FOLDERS = {"compiler", "flavours", "census", "runners", "targets", "amdgpu", "tools", "tests", "bench"}
NO_LLVM = {"compiler/plan"}
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
    return allowed is None or other in allowed | {folder, "support"}


def may_see_llvm(folder):
    return folder.split("/")[0] in LLVM_FOLDERS and folder not in NO_LLVM


def complaints(root):
    for top in sorted({folder.split("/")[0] for folder in FOLDERS}):
        for path in sorted((root / top).rglob("*")):
            if path.suffix not in SOURCES:
                continue
            name = str(path.relative_to(root))
            folder = folder_of(name)
            if folder is None:
                yield f"{name}: in a folder that tests/lint/arrows.py does not know"
                continue
            for included in INCLUDE.findall(path.read_text()):
                if included.split("/")[0] in {"mlir", "llvm", "lld"} and not may_see_llvm(folder):
                    yield f"{name}: {folder}/ must not know LLVM ({included})"
                other = folder_of(included)
                if other and not may_include(folder, other):
                    yield f"{name}: {folder}/ must not include {included}"
    known = {folder.split("/")[0] for folder in FOLDERS} | {"build", "corpus", "docs", "examples", "cmake", "results", "assay-out"}
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
