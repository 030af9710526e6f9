#!/usr/bin/env bash
# Complains about sources that clang-format would change.
set -euo pipefail
cd "$(dirname "$0")/../.."
git ls-files '*.h' '*.cpp' | xargs clang-format-22 --dry-run --Werror --ferror-limit=3
