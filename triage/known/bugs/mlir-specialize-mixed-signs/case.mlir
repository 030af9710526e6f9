// RUN: mlir-opt %s -pass-pipeline='builtin.module(func.func(linalg-specialize-generic-ops),one-shot-bufferize{bufferize-function-boundaries=1},convert-linalg-to-loops,convert-scf-to-cf,expand-strided-metadata,lower-affine,finalize-memref-to-llvm,convert-to-llvm,reconcile-unrealized-casts)' | mlir-runner -e main -entry-point-result=void -shared-libs=%mlir_runner_utils,%mlir_c_runner_utils | FileCheck %s
// CHECK: data =
// CHECK-NEXT: {{\[}}{{\[}}-255]]
func.func private @printMemrefI32(tensor<*xi32> {bufferization.access = "read"}) attributes {llvm.emit_c_interface}
func.func @main() {
  %a = arith.constant dense<-1> : tensor<1x1xi8>
  %b = arith.constant dense<-1> : tensor<1x1xi8>
  %c = arith.constant dense<0> : tensor<1x1xi32>
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<1x1xi8>, tensor<1x1xi8>) outs(%c : tensor<1x1xi32>) {
  ^bb0(%x: i8, %y: i8, %z: i32):
    %1 = arith.extui %x : i8 to i32
    %2 = arith.extsi %y : i8 to i32
    %3 = arith.muli %1, %2 : i32
    %4 = arith.addi %z, %3 : i32
    linalg.yield %4 : i32
  } -> tensor<1x1xi32>
  %u = tensor.cast %0 : tensor<1x1xi32> to tensor<*xi32>
  call @printMemrefI32(%u) : (tensor<*xi32>) -> ()
  return
}
