// mismatch:binary(add):f32:named
// assay-target: cpu:pipeline=convert-elementwise-to-linalg,one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map},convert-linalg-to-loops,convert-scf-to-cf,expand-strided-metadata,lower-affine,finalize-memref-to-llvm,convert-to-llvm,reconcile-unrealized-casts
// assay-version: 0.1.0
// RUN: mlir-opt %s -pass-pipeline='builtin.module(convert-elementwise-to-linalg,one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map},convert-linalg-to-loops,convert-scf-to-cf,expand-strided-metadata,lower-affine,finalize-memref-to-llvm,convert-to-llvm,reconcile-unrealized-casts)' | mlir-runner -e main -entry-point-result=void -shared-libs=%mlir_runner_utils,%mlir_c_runner_utils | FileCheck %s
func.func private @twice(%a: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0 = tensor.empty() : tensor<f32>
  %1 = linalg.add ins(%a, %a : tensor<f32>, tensor<f32>) outs(%0 : tensor<f32>) -> tensor<f32>
  %2 = tensor.collapse_shape %1 [] : tensor<f32> into tensor<f32>
  return %1, %2 : tensor<f32>, tensor<f32>
}
func.func private @printMemrefF32(tensor<*xf32> {bufferization.access = "read"}) attributes {llvm.emit_c_interface}
func.func @main() {
  %a = arith.constant dense<-1.0> : tensor<f32>
  %0:2 = call @twice(%a) : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
  %1 = linalg.add ins(%0#1, %0#1 : tensor<f32>, tensor<f32>) outs(%0#1 : tensor<f32>) -> tensor<f32>
  %2 = tensor.cast %1 : tensor<f32> to tensor<*xf32>
  call @printMemrefF32(%2) : (tensor<*xf32>) -> ()
  %3 = tensor.cast %0#0 : tensor<f32> to tensor<*xf32>
  call @printMemrefF32(%3) : (tensor<*xf32>) -> ()
  return
}
// CHECK: {{^}}[-4]
// CHECK: {{^}}[-2]

// assay-content: d8249d7b044a630389ea8df3c1e42249 def868323ff987ca24367ba7957d97be
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[]"],
// assay-case: "nodes": [
// assay-case:   {"op":"binary","operands":[0,0],"spelling":"named","attributes":{"function":"add","unsigned":false}},
// assay-case:   {"op":"collapse","operands":[1],"spelling":"named","attributes":{"groups":[]}},
// assay-case:   {"op":"unary","operands":[2],"spelling":"primitives","attributes":{"function":"neg"}}
// assay-case: ],
// assay-case: "returns": [3,1],
// assay-case: "groups": [
// assay-case:   {"kind":"function","first":0,"end":2}
// assay-case: ]
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[],"data":[-1.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
