#!/usr/bin/env bash
# Feeds each reader of cases with what libFuzzer makes of corpus/, under ASan and UBSan; fails on a crash, a leak, an
# input that takes a minute or 1 GiB, and where a case does not come back as it was written.
# run.sh [SECONDS [READER...]]: each reader takes so long; 10 seconds and json, text and lit without. There is code_object, too.
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-10}
shift || true
[ $# -gt 0 ] || set -- json text lit
mkdir -p build
[ -f build/asan/build.ninja ] || cmake --preset asan >build/cmake-asan.log || { tail -20 build/cmake-asan.log >&2; exit 2; }
mkdir -p build/fuzz
ninja -C build/asan --quiet fuzz_seeds "${@/#/fuzz_}"
build/asan/bin/fuzz_seeds build/fuzz/seeds corpus/*.txt
for reader in "$@"; do
  # What was found interesting in earlier runs is kept, in the first folder.
  grown=build/fuzz/grown/$reader log=build/fuzz/$reader.log
  mkdir -p "$grown" "build/fuzz/seeds/$reader"
  # libLLVM is not instrumented: containers that it grows look overflown.
  options=
  [ "$reader" != code_object ] || options=detect_container_overflow=0
  if ! ASAN_OPTIONS=$options build/asan/bin/fuzz_$reader -max_total_time="$seconds" -timeout=60 -rss_limit_mb=1024 -malloc_limit_mb=512 \
    -max_len=16384 -artifact_prefix="build/fuzz/$reader-" -print_final_stats=1 "$grown" "build/fuzz/seeds/$reader" >"$log" 2>&1; then
    tail -40 "$log" >&2
    echo "fuzz_$reader failed; the input's file is named above, the whole log is $log" >&2
    exit 1
  fi
  echo "fuzz_$reader: clean, $(sed -n 's/stat::number_of_executed_units: */inputs: /p; s/stat::peak_rss_mb: */peak MiB: /p' "$log" | paste -sd' ')"
done
