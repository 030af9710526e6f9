// RUN: mlir-opt %s -pass-pipeline='builtin.module(func.func(linalg-specialize-generic-ops),one-shot-bufferize{bufferize-function-boundaries=1},convert-linalg-to-loops,convert-scf-to-cf,expand-strided-metadata,lower-affine,finalize-memref-to-llvm,convert-to-llvm,reconcile-unrealized-casts)' | mlir-runner -e main -entry-point-result=void -shared-libs=%mlir_runner_utils,%mlir_c_runner_utils | FileCheck %s
// CHECK: data =
// CHECK-NEXT: {{\[}}{{\[}}0],
// CHECK-NEXT: [1]]
func.func private @printMemrefF32(tensor<*xf32> {bufferization.access = "read"}) attributes {llvm.emit_c_interface}
func.func @main() {
  %a = arith.constant dense<[[0.0, 1.0], [0.0, 0.0]]> : tensor<2x2xf32>
  %b = arith.constant dense<[[1.0], [0.0]]> : tensor<2x1xf32>
  %c = arith.constant dense<0.0> : tensor<2x1xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(k, m, n) -> (k, m)>, affine_map<(k, m, n) -> (k, n)>, affine_map<(k, m, n) -> (m, n)>], iterator_types = ["reduction", "parallel", "parallel"]} ins(%a, %b : tensor<2x2xf32>, tensor<2x1xf32>) outs(%c : tensor<2x1xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %1 = arith.mulf %x, %y : f32
    %2 = arith.addf %z, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x1xf32>
  %u = tensor.cast %0 : tensor<2x1xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  return
}
