#!/usr/bin/env bash
# The lit cases that assay writes pass where the compiler is right, and fail where it is not.
#   run.sh WRITERS BUILD DIRECTORY
set -euo pipefail
writers=$1
build=$2
cases=$3/cases
here=$(cd "$(dirname "$0")" && pwd)
lower='canonicalize,convert-elementwise-to-linalg,empty-tensor-to-alloc-tensor,one-shot-bufferize{bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map},convert-linalg-to-loops,memref-expand,expand-strided-metadata,lower-affine,convert-scf-to-cf,convert-complex-to-standard,arith-expand,convert-math-to-llvm,convert-math-to-libm,convert-complex-to-llvm,convert-to-llvm,reconcile-unrealized-casts'

run() { # DIRECTORY: lit over its cases
  cp "$here/lit.cfg.py" "$1"
  lit-22 -q "$1" --param build="$build" --param output="$1/output"
}

rm -rf "$cases"
mkdir -p "$cases"/{upstream,O0,O2,choices,wrong}
"$writers/write_lit_cases" "cpu:pipeline=$lower" "$cases/upstream" 97
"$writers/write_lit_cases" cpu:O0 "$cases/O0" 97
"$writers/write_lit_cases" cpu:O2 "$cases/O2" 97
"$writers/write_choices" "cpu:pipeline=$lower" "$cases/choices" "$cases/wrong"
for folder in upstream O0 O2 choices; do
  run "$cases/$folder"
done

# Wrong answers among those that are ambiguous; and elsewhere every expected 1 a 2, and one wrong element where none
# may be: each case must fail then.
total=$(ls "$cases/wrong" | wc -l)
for case in "$cases"/upstream/*.mlir; do
  wrong="$cases/wrong/$(basename "$case")"
  sed -E '/^\/\/ CHECK-NEXT/ s/\b1\b/2/g; s/^(\/\/ CHECK: \( )0, -1/\11, 0/' "$case" >"$wrong"
  if cmp -s "$case" "$wrong"; then rm "$wrong"; else total=$((total + 1)); fi
done
failed=$( (run "$cases/wrong" || true) | grep -c '^FAIL: ' || true)
[ "$total" -gt 5 ] && [ "$failed" -eq "$total" ] || {
  echo "only $failed of $total cases with a wrong expectation fail" >&2
  exit 1
}
