#!/usr/bin/env bash
# What //:assay_gate runs: Bazel reads the test cases, and keeps what is in the outputs' folder.
set -eu
export ASSAY_DATA=${ASSAY_DATA:-$TEST_TMPDIR/assay}
assay gate --base "$BASE" --candidate "$CANDIDATE" --minutes 20 \
  --junit "$XML_OUTPUT_FILE" --output "$TEST_UNDECLARED_OUTPUTS_DIR"
