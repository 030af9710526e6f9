// mismatch:binary(add):f32:named on cpu:pipeline=convert-elementwise-to-linalg,one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map},convert-linalg-to-loops,convert-scf-to-cf,expand-strided-metadata,lower-affine,finalize-memref-to-llvm,convert-to-llvm,reconcile-unrealized-casts, found by assay 0.1.0.
// run 0: result 1 [] is 2, expected -2; 1 of 1 elements are wrong
// first wrong value: %1
//   binary: z[i] = add(x[i], y[i])
//   collapse: the elements in order, dims joined
//   unary: y[i] = neg(x[i])

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

func.func @program(%arg0: tensor<f32> {bufferization.writable = false}) -> (tensor<f32>, tensor<f32>) {
  %0:2 = call @group0(%arg0) : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
  %1 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%0#1 : tensor<f32>) outs(%0#1 : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %2 = arith.negf %in : f32
    linalg.yield %2 : f32
  } -> tensor<f32>
  return %1, %0#0 : tensor<f32>, tensor<f32>
}
func.func private @group0(%arg0: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0 = tensor.empty() : tensor<f32>
  %1 = linalg.add ins(%arg0, %arg0 : tensor<f32>, tensor<f32>) outs(%0 : tensor<f32>) -> tensor<f32>
  %collapsed = tensor.collapse_shape %1 [] : tensor<f32> into tensor<f32>
  return %1, %collapsed : tensor<f32>, tensor<f32>
}

func.func private @printMemrefF32(tensor<*xf32> {bufferization.access = "read"}) attributes {llvm.emit_c_interface}

func.func @main() {
  %input0 = arith.constant dense<-1.0> : tensor<f32>
  %result:2 = call @program(%input0) : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
  %unranked0 = tensor.cast %result#0 : tensor<f32> to tensor<*xf32>
  call @printMemrefF32(%unranked0) : (tensor<*xf32>) -> ()
  %unranked1 = tensor.cast %result#1 : tensor<f32> to tensor<*xf32>
  call @printMemrefF32(%unranked1) : (tensor<*xf32>) -> ()
  return
}

// Result 0: f32[]
// CHECK: sizes = [] {{.*}} data =
// CHECK-NEXT: {{\[}}2]
// Result 1: f32[]
// CHECK: sizes = [] {{.*}} data =
// CHECK-NEXT: {{\[}}-2]

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
