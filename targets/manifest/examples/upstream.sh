#!/usr/bin/env bash
# Upstream's tools as a compiler of linalg on tensors to a shared object: the command of upstream.json.
#
#   upstream.sh INPUT.mlir OUTPUT.so [PASS,...]    with these passes before all others
set -euo pipefail
llvm=/usr/lib/llvm-22/lib

mlir-opt-22 --pass-pipeline="builtin.module(
    func.func(llvm-request-c-wrappers${3:+,$3}),
    one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map
                       allow-return-allocs-from-loops=1},
    func.func(convert-linalg-to-loops), convert-scf-to-cf, memref-expand, expand-strided-metadata, lower-affine, arith-expand,
    convert-complex-to-standard, convert-math-to-llvm, convert-math-to-libm, convert-to-llvm, reconcile-unrealized-casts)" "$1" |
  mlir-translate-22 --mlir-to-llvmir |
  clang-22 -x ir - -w -shared -fPIC --rtlib=compiler-rt -fuse-ld=lld-22 -o "$2" -L"$llvm" -Wl,-rpath,"$llvm" -lmlir_c_runner_utils -lm
