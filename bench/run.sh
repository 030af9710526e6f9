#!/usr/bin/env bash
# Prints the numbers of docs/performance.md, and where elements say nothing (docs/trust.md), each under the command that makes it. About half an hour; nothing else should run.
set -euo pipefail
cd "$(dirname "$0")/.."
run() {
  printf '\n$ %s\n' "$*"
  "$@"
}
run build/release/bin/generator_bench
run build/release/bin/compile_bench
run build/release/bin/topk_bench
run bench/share.py --target cpu:O2
run bench/share.py --target cpu:O0
run bench/against_tools.py
run build/release/bin/reduce_bench
run build/release/bin/inconclusive_bench
run build/release/bin/assay mutate --target cpu:O0 --faults --campaigns 5 --seed 1 --count 2000
run build/release/bin/assay mutate --target hip:O1 --faults --campaigns 5 --seed 1 --count 2000
run bench/hip_cost.py
run bench/guard_cost.py
run build/release/bin/fault_reduce_bench
run build/release/bin/assay gen --seed 1 --census 20000
