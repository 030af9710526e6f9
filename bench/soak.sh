#!/usr/bin/env bash
# Long runs: campaigns at every level, oracles against each other, kills at random moments, a Slurm array whose tasks are killed,
# memory over 20,000 programs, libFuzzer on the readers, unit tests under sanitizers, Triton kernels of drawn shapes and options,
# every known bug of IREE, explanations that take long, the tarball on a bare Debian (as root).
# soak.sh [MINUTES]: each takes so long; 10 without.
set -euo pipefail
cd "$(dirname "$0")/.."
minutes=${1:-10}
build/release/bin/assay fuzz --target cpu:O0,cpu:O1,cpu:O2 --minutes "$minutes" || [ $? -eq 1 ]
build/release/bin/assay-oracles --seed "$RANDOM" --count $((minutes * 4000))
bench/kill_test.py
bench/slurm_test.py --tasks 8 --kills 10 --count $((minutes * 800)) || [ $? -eq 77 ]
bench/memory.py
tests/sanitize/run.sh support program oracle naive reducer target check litcase known explain campaign
tests/fuzz/run.sh $((minutes * 60)) json text lit code_object
amdgpu/tests/triton/run.py build/release/bin/assay-emu build/release/tests/triton --minutes "$minutes" --seed "$RANDOM" || [ $? -eq 77 ]
ASSAY_EVERY_BUG=1 ASSAY_SOAK=1 ctest --test-dir build/release --tests-regex 'cli_(iree|manifest)' --output-on-failure
if [ "$(id -u)" -eq 0 ]; then
  command -v debootstrap >/dev/null || apt-get install --yes debootstrap
  bench/bare_debian.py "$(./dev package | tail -1)"
fi
