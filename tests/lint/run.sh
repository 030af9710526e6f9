#!/usr/bin/env bash
# Formatting, include arrows, and clang-tidy over every source. clang-tidy takes minutes.
set -euo pipefail
cd "$(dirname "$0")/../.."
tests/lint/format.sh
tests/lint/arrows.py
git ls-files '*.cpp' | grep -v '^tests/fuzz/' |
  xargs -P 2 -n 4 clang-tidy-22 -p build/release --quiet --warnings-as-errors='*'
