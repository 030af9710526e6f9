// mismatch:extract_slice:i32:named on cpu:pipeline=convert-elementwise-to-linalg,one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map},convert-linalg-to-loops,convert-scf-to-cf,expand-strided-metadata,lower-affine,finalize-memref-to-llvm,convert-to-llvm,reconcile-unrealized-casts, found by assay 0.1.0.
// run 0: result 0 [1, 0, 0] is 0, expected -12; 1 of 4 elements are wrong
// first wrong value: %2
//   binary: z[i] = add(x[i], y[i])
//   extract_slice: x from [0,0,0], [2,1,d0] elements in steps of [1,1,1]
//   insert_slice: base with the source written from [0,0,0] in steps of [1,1,1]

// RUN: mlir-opt %s -pass-pipeline='builtin.module(convert-elementwise-to-linalg,one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map},convert-linalg-to-loops,convert-scf-to-cf,expand-strided-metadata,lower-affine,finalize-memref-to-llvm,convert-to-llvm,reconcile-unrealized-casts)' \
// RUN: | mlir-runner -e main -entry-point-result=void \
// RUN:     -shared-libs=%mlir_runner_utils,%mlir_c_runner_utils \
// RUN: | FileCheck %s
// Without lit:
//   L=$(llvm-config-22 --libdir)/libmlir
//   mlir-opt-22 FILE -pass-pipeline='builtin.module(convert-elementwise-to-linalg,one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map},convert-linalg-to-loops,convert-scf-to-cf,expand-strided-metadata,lower-affine,finalize-memref-to-llvm,convert-to-llvm,reconcile-unrealized-casts)' |
//   mlir-runner-22 -e main -entry-point-result=void \
//     -shared-libs=${L}_runner_utils.so,${L}_c_runner_utils.so |
//   FileCheck-22 FILE

func.func @program(%arg0: index, %arg1: tensor<2x2x1xi32> {bufferization.writable = false}) -> tensor<2x2x1xi32> {
  %0 = tensor.empty() : tensor<2x2x1xi32>
  %1 = linalg.add ins(%arg1, %arg1 : tensor<2x2x1xi32>, tensor<2x2x1xi32>) outs(%0 : tensor<2x2x1xi32>) -> tensor<2x2x1xi32>
  %2 = call @group0(%arg0, %1) : (index, tensor<2x2x1xi32>) -> tensor<2x1x?xi32>
  %inserted_slice = tensor.insert_slice %2 into %1[0, 0, 0] [2, 1, %arg0] [1, 1, 1] : tensor<2x1x?xi32> into tensor<2x2x1xi32>
  return %inserted_slice : tensor<2x2x1xi32>
}
func.func private @group0(%arg0: index, %arg1: tensor<2x2x1xi32>) -> tensor<2x1x?xi32> {
  %extracted_slice = tensor.extract_slice %arg1[0, 0, 0] [2, 1, %arg0] [1, 1, 1] : tensor<2x2x1xi32> to tensor<2x1x?xi32>
  return %extracted_slice : tensor<2x1x?xi32>
}

func.func private @printMemrefI32(tensor<*xi32> {bufferization.access = "read"}) attributes {llvm.emit_c_interface}

func.func @main() {
  %d0 = arith.constant 1 : index
  %input0 = arith.constant dense<[[[0], [0]], [[-6], [0]]]> : tensor<2x2x1xi32>
  %result = call @program(%d0, %input0) : (index, tensor<2x2x1xi32>) -> (tensor<2x2x1xi32>)
  %unranked0 = tensor.cast %result : tensor<2x2x1xi32> to tensor<*xi32>
  call @printMemrefI32(%unranked0) : (tensor<*xi32>) -> ()
  return
}

// Result 0: i32[2,2,1]
// CHECK: sizes = [2, 2, 1] {{.*}} data =
// CHECK-NEXT: {{\[}}0]
// CHECK-NEXT: {{\[}}0]
// CHECK-NEXT: {{\[}}-12]
// CHECK-NEXT: {{\[}}0]

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
