// RUN: mlir-opt %s -pass-pipeline='builtin.module(transform-interpreter,test-transform-dialect-erase-schedule,one-shot-bufferize{bufferize-function-boundaries=1},convert-linalg-to-loops,convert-vector-to-scf,convert-scf-to-cf,convert-vector-to-llvm,expand-strided-metadata,lower-affine,finalize-memref-to-llvm,convert-to-llvm,reconcile-unrealized-casts)' | mlir-runner -e main -entry-point-result=void -shared-libs=%mlir_runner_utils,%mlir_c_runner_utils | FileCheck %s
// CHECK: data =
// CHECK-NEXT: {{\[}}6]
func.func private @printMemrefF32(tensor<*xf32> {bufferization.access = "read"}) attributes {llvm.emit_c_interface}
func.func @main() {
  %a = tensor.empty() : tensor<2xf32>
  %o = arith.constant dense<0.0> : tensor<f32>
  %c = arith.constant 3.0 : f32
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%a : tensor<2xf32>) outs(%o : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.addf %out, %c : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  %2 = tensor.cast %0 : tensor<f32> to tensor<*xf32>
  call @printMemrefF32(%2) : (tensor<*xf32>) -> ()
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %g = transform.structured.match ops{["linalg.generic"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %g : !transform.any_op
    transform.yield
  }
}
