// RUN: mlir-opt %s -pass-pipeline='builtin.module(func.func(canonicalize),one-shot-bufferize{bufferize-function-boundaries=1},lower-affine,convert-vector-to-scf,convert-scf-to-cf,expand-strided-metadata,lower-affine,convert-vector-to-llvm,finalize-memref-to-llvm,convert-to-llvm,reconcile-unrealized-casts)' | mlir-runner -e main -entry-point-result=void -shared-libs=%mlir_runner_utils,%mlir_c_runner_utils | FileCheck %s
// CHECK: 3
func.func @f(%d: tensor<?x?x1xi32>, %n: index) {
  %c1 = arith.constant 1 : index
  %s = tensor.extract_slice %d[0, 0, 0] [%c1, %n, 1] [1, 1, 1] : tensor<?x?x1xi32> to tensor<?x?xi32>
  %m = tensor.dim %s, %c1 : tensor<?x?xi32>
  vector.print %m : index
  return
}
func.func @main() {
  %n = arith.constant 3 : index
  %d = arith.constant dense<0> : tensor<1x3x1xi32>
  %x = tensor.cast %d : tensor<1x3x1xi32> to tensor<?x?x1xi32>
  call @f(%x, %n) : (tensor<?x?x1xi32>, index) -> ()
  return
}
