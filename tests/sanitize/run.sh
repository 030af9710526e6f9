#!/usr/bin/env bash
# Unit tests under ASan and UBSan: run.sh [TEST...] builds them, below build/asan, and runs them; the model and the reference
# without. The first time takes some minutes.
set -euo pipefail
cd "$(dirname "$0")/../.."
[ $# -gt 0 ] || set -- support program oracle
mkdir -p build
[ -f build/asan/build.ninja ] || cmake --preset asan >build/cmake-asan.log 2>&1 || { tail -20 build/cmake-asan.log >&2; exit 2; }
ninja -C build/asan --quiet "${@/#/test_}"
failed=0
for test in "$@"; do
  # What is undefined ends a test, as every sanitizer's report does.
  if ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 "build/asan/tests/test_$test" >"build/asan/$test.log" 2>&1; then
    echo "test_$test: clean"
  else
    tail -40 "build/asan/$test.log" >&2
    echo "test_$test failed under sanitizers; the whole log is build/asan/$test.log" >&2
    failed=1
  fi
done
exit $failed
