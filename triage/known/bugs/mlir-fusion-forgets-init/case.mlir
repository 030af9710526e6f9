// RUN: mlir-opt %s -pass-pipeline='builtin.module(linalg-fuse-elementwise-ops,one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map},convert-linalg-to-loops,convert-scf-to-cf,finalize-memref-to-llvm,convert-to-llvm,reconcile-unrealized-casts)' | mlir-runner -e main -entry-point-result=void -shared-libs=%mlir_runner_utils,%mlir_c_runner_utils | FileCheck %s
// CHECK: {{^}}[7]
func.func private @printMemrefI32(tensor<*xi32> {bufferization.access = "read"}) attributes {llvm.emit_c_interface}
func.func private @least(%n: index, %init: tensor<i32>) -> tensor<i32> {
  %c0_i32 = arith.constant 0 : i32
  %0 = tensor.empty(%n) : tensor<?xi32>
  %1 = linalg.fill ins(%c0_i32 : i32) outs(%0 : tensor<?xi32>) -> tensor<?xi32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%1 : tensor<?xi32>) outs(%init : tensor<i32>) {
  ^bb0(%in: i32, %out: i32):
    %3 = arith.minui %out, %in : i32
    linalg.yield %3 : i32
  } -> tensor<i32>
  return %2 : tensor<i32>
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %init = arith.constant dense<7> : tensor<i32>
  %0 = call @least(%c0, %init) : (index, tensor<i32>) -> tensor<i32>
  %1 = tensor.cast %0 : tensor<i32> to tensor<*xi32>
  call @printMemrefI32(%1) : (tensor<*xi32>) -> ()
  return
}
