#!/usr/bin/env python3
"""Checks that #includes between folders only follow the arrows of docs/architecture.md."""
import pathlib
import re
import sys

# Folder -> folders it may include besides itself and support.
ARROWS = {
    "support": set(),
    "program": set(),
    "generator": {"program"},
    "oracle": {"program"},
    "plan": set(),
    "compiler": {"program", "plan"},
    "flavours": {"program", "compiler"},
    "runners": {"program", "plan"},
    "toolchains": {"runners"},
    "reducer": {"program"},
    "targets": {"program", "plan", "oracle", "compiler", "flavours", "runners", "toolchains"},
    "census": {"program", "generator", "oracle", "compiler"},
    "check": {"program", "oracle", "targets"},
    "known": {"program", "check"},
    "triage": {"program", "oracle", "compiler", "flavours", "runners", "targets", "check", "reducer"},
    "campaign": {"program", "oracle", "generator", "runners", "targets", "check", "reducer", "triage"},
    "tools": None,
    "tests": None,
    "bench": None,
}
# Only these folders may see MLIR or LLVM.
LLVM_FOLDERS = {"compiler", "flavours", "runners", "toolchains", "targets", "census", "triage", "tools", "tests", "bench"}
# A folder inside of another that could be taken out: it may include only itself and support.
LIBRARIES = ["runners/amdgpu", "runners/guard"]
INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]', re.MULTILINE)


def complaints(root):
    for folder, allowed in ARROWS.items():
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in {".h", ".cpp"}:
                continue
            for target in INCLUDE.findall(path.read_text()):
                head = target.split("/")[0]
                if head in {"mlir", "llvm", "lld"} and folder not in LLVM_FOLDERS:
                    yield f"{path}: {folder}/ must not know LLVM ({target})"
                if head in ARROWS and allowed is not None and head not in allowed | {folder, "support"}:
                    yield f"{path}: {folder}/ must not include {target}"
    for library in LIBRARIES:
        for path in sorted((root / library).rglob("*")):
            if path.suffix not in {".h", ".cpp"}:
                continue
            for target in INCLUDE.findall(path.read_text()):
                if target.split("/")[0] in set(ARROWS) - {"support"} and not target.startswith(library):
                    yield f"{path}: {library}/ is a library of its own and must not include {target}"
    known = set(ARROWS) | {"build", "docs", "corpus", "cmake", "assay-out"}
    for path in sorted(root.iterdir()):
        if path.is_dir() and not path.name.startswith(".") and path.name not in known:
            yield f"{path}: a folder that tests/lint/arrows.py does not know"


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    found = list(complaints(root))
    print("\n".join(found) if found else "include arrows: all right")
    return 1 if found else 0


sys.exit(main())
