// RUN: mlir-opt %s -pass-pipeline='builtin.module(cse,one-shot-bufferize{bufferize-function-boundaries=1},convert-vector-to-llvm,convert-scf-to-cf,finalize-memref-to-llvm,convert-to-llvm,reconcile-unrealized-casts)' | mlir-runner -e main -entry-point-result=void -shared-libs=%mlir_c_runner_utils | FileCheck %s
// CHECK: 1
// CHECK-NEXT: 2
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %d = tensor.empty() : tensor<1xi32>
  %e = tensor.empty() : tensor<1xi32>
  scf.for %i = %c0 to %c1 step %c1 iter_args(%a = %d, %b = %e) -> (tensor<1xi32>, tensor<1xi32>) {
    %x = tensor.insert %one into %a[%c0] : tensor<1xi32>
    %y = tensor.insert %two into %b[%c0] : tensor<1xi32>
    %p = tensor.extract %x[%c0] : tensor<1xi32>
    vector.print %p : i32
    %q = tensor.extract %y[%c0] : tensor<1xi32>
    vector.print %q : i32
    scf.yield %x, %y : tensor<1xi32>, tensor<1xi32>
  }
  return
}
