// mismatch:extract_slice:i32:named
// assay-target: cpu:pipeline=convert-elementwise-to-linalg,one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map},convert-linalg-to-loops,convert-scf-to-cf,expand-strided-metadata,lower-affine,finalize-memref-to-llvm,convert-to-llvm,reconcile-unrealized-casts
// assay-version: 0.1.0
// RUN: mlir-opt %s -pass-pipeline='builtin.module(convert-elementwise-to-linalg,one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map},convert-linalg-to-loops,convert-scf-to-cf,expand-strided-metadata,lower-affine,finalize-memref-to-llvm,convert-to-llvm,reconcile-unrealized-casts)' | mlir-runner -e main -entry-point-result=void -shared-libs=%mlir_runner_utils,%mlir_c_runner_utils | FileCheck %s
func.func private @column(%n: index, %a: tensor<2x2x1xi32>) -> tensor<2x1x?xi32> {
  %0 = tensor.extract_slice %a[0, 0, 0] [2, 1, %n] [1, 1, 1] : tensor<2x2x1xi32> to tensor<2x1x?xi32>
  return %0 : tensor<2x1x?xi32>
}
func.func private @printMemrefI32(tensor<*xi32> {bufferization.access = "read"}) attributes {llvm.emit_c_interface}
func.func @main() {
  %n = arith.constant 1 : index
  %a = arith.constant dense<[[[1], [2]], [[3], [4]]]> : tensor<2x2x1xi32>
  %0 = tensor.empty() : tensor<2x2x1xi32>
  %1 = linalg.add ins(%a, %a : tensor<2x2x1xi32>, tensor<2x2x1xi32>) outs(%0 : tensor<2x2x1xi32>) -> tensor<2x2x1xi32>
  %2 = call @column(%n, %1) : (index, tensor<2x2x1xi32>) -> tensor<2x1x?xi32>
  %3 = tensor.insert_slice %2 into %1[0, 0, 0] [2, 1, %n] [1, 1, 1] : tensor<2x1x?xi32> into tensor<2x2x1xi32>
  %4 = tensor.cast %3 : tensor<2x2x1xi32> to tensor<*xi32>
  call @printMemrefI32(%4) : (tensor<*xi32>) -> ()
  return
}
// CHECK: 2],
// CHECK-NEXT: 4]],
// CHECK-NEXT: 6],
// CHECK-NEXT: 8]]]

// assay-content: 4aebd70482e427576eea49e04090da82 def868323ff987ca24367ba7957d97be
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["i32[2,2,1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"binary","operands":[0,0],"spelling":"named","attributes":{"function":"add","unsigned":false}},
// assay-case:   {"op":"extract_slice","operands":[1],"spelling":"named","attributes":{"offsets":["0","0","0"],"sizes":["2","1","d0"],"strides":[1,1,1],"dropped":[]}},
// assay-case:   {"op":"insert_slice","operands":[2,1],"spelling":"named","attributes":{"offsets":["0","0","0"],"strides":[1,1,1],"dropped":[]}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": [
// assay-case:   {"kind":"function","first":1,"end":2}
// assay-case: ]
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"i32","shape":[2,2,1],"data":[0,0,-6,0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
