#!/usr/bin/env bash
# Formatting, include arrows, the table of bugs, and clang-tidy: over every source, which takes half an hour on 2 cores, or
# over those that differ from a commit, as in `./dev lint main`.
set -euo pipefail
cd "$(dirname "$0")/../.."
tests/lint/format.sh
tests/lint/arrows.py
triage/known/bugs/list.py --check
sources=$(if [ $# -gt 0 ]; then git diff --name-only --diff-filter=d "$1" -- '*.cpp'; else git ls-files '*.cpp'; fi)
# What another preset builds has no compile command here.
{ grep -v '^tests/fuzz/' <<<"$sources" || true; } |
  xargs --no-run-if-empty -P 2 -n 2 clang-tidy-22 -p build/release --quiet --warnings-as-errors='*'
