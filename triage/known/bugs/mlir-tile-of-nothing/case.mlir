// RUN: mlir-opt %s -transform-interpreter | FileCheck %s
// CHECK: scf.forall
func.func @sums(%a: tensor<2x0xf32>, %init: tensor<2xf32>) -> tensor<2xf32> {
  %sums = linalg.reduce {arith.addf} ins(%a : tensor<2x0xf32>) outs(%init : tensor<2xf32>) dimensions = [1]
  return %sums : tensor<2xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["linalg.reduce"]} in %module : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_forall %op tile_sizes [2, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
