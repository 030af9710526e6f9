// RUN: mlir-opt %s -pass-pipeline='builtin.module(arith-int-range-narrowing{int-bitwidths-supported=8},lower-affine,convert-vector-to-scf,convert-scf-to-cf,expand-strided-metadata,lower-affine,convert-vector-to-llvm,finalize-memref-to-llvm,convert-to-llvm,reconcile-unrealized-casts)' | mlir-runner -e main -entry-point-result=void -shared-libs=%mlir_runner_utils,%mlir_c_runner_utils | FileCheck %s
// CHECK: 64
// CHECK-NEXT: 65
func.func @main() {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c65 = arith.constant 65 : index
  scf.for %i = %c0 to %c65 step %c64 {
    %a = arith.addi %i, %c64 : index
    %m = arith.minsi %a, %c65 : index
    vector.print %m : index
  }
  return
}
