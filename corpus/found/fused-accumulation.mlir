// mismatch:contraction:i32:named on cpu:pipeline=linalg-generalize-named-ops,linalg-fuse-elementwise-ops,one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map},convert-linalg-to-loops,convert-scf-to-cf,expand-strided-metadata,lower-affine,finalize-memref-to-llvm,convert-to-llvm,reconcile-unrealized-casts, found by assay 0.1.0.
// run 0: result 0 [1] is 8, expected 4; 1 of 2 elements are wrong
// first wrong value: %3
//   contraction: out[] = initial + sum of lhs[] * rhs[] over what out lacks
//   contraction: out[0] = initial + sum of lhs[0] * rhs[] over what out lacks

// RUN: mlir-opt %s -pass-pipeline='builtin.module(linalg-generalize-named-ops,linalg-fuse-elementwise-ops,one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map},convert-linalg-to-loops,convert-scf-to-cf,expand-strided-metadata,lower-affine,finalize-memref-to-llvm,convert-to-llvm,reconcile-unrealized-casts)' \
// RUN: | mlir-runner -e main -entry-point-result=void \
// RUN:     -shared-libs=%mlir_runner_utils,%mlir_c_runner_utils \
// RUN: | FileCheck %s
// Without lit:
//   L=$(llvm-config-22 --libdir)/libmlir
//   mlir-opt-22 FILE -pass-pipeline='builtin.module(linalg-generalize-named-ops,linalg-fuse-elementwise-ops,one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map},convert-linalg-to-loops,convert-scf-to-cf,expand-strided-metadata,lower-affine,finalize-memref-to-llvm,convert-to-llvm,reconcile-unrealized-casts)' |
//   mlir-runner-22 -e main -entry-point-result=void \
//     -shared-libs=${L}_runner_utils.so,${L}_c_runner_utils.so |
//   FileCheck-22 FILE

func.func @program(%arg0: tensor<i32> {bufferization.writable = false}, %arg1: tensor<2xi32> {bufferization.writable = false}) -> tensor<2xi32> {
  %0 = tensor.empty() : tensor<i32>
  %c0_i32 = arith.constant 0 : i32
  %1 = linalg.fill ins(%c0_i32 : i32) outs(%0 : tensor<i32>) -> tensor<i32>
  %2 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%arg0, %arg0 : tensor<i32>, tensor<i32>) outs(%1 : tensor<i32>) {
  ^bb0(%in: i32, %in_1: i32, %out: i32):
    %6 = arith.muli %in, %in_1 : i32
    %7 = arith.addi %out, %6 : i32
    linalg.yield %7 : i32
  } -> tensor<i32>
  %3 = tensor.empty() : tensor<2xi32>
  %c0_i32_0 = arith.constant 0 : i32
  %4 = linalg.fill ins(%c0_i32_0 : i32) outs(%3 : tensor<2xi32>) -> tensor<2xi32>
  %5 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%arg1, %2 : tensor<2xi32>, tensor<i32>) outs(%4 : tensor<2xi32>) {
  ^bb0(%in: i32, %in_1: i32, %out: i32):
    %6 = arith.muli %in, %in_1 : i32
    %7 = arith.addi %out, %6 : i32
    linalg.yield %7 : i32
  } -> tensor<2xi32>
  return %5 : tensor<2xi32>
}

func.func private @printMemrefI32(tensor<*xi32> {bufferization.access = "read"}) attributes {llvm.emit_c_interface}

func.func @main() {
  %input0 = arith.constant dense<2> : tensor<i32>
  %input1 = arith.constant dense<[0, 1]> : tensor<2xi32>
  %result = call @program(%input0, %input1) : (tensor<i32>, tensor<2xi32>) -> (tensor<2xi32>)
  %unranked0 = tensor.cast %result : tensor<2xi32> to tensor<*xi32>
  call @printMemrefI32(%unranked0) : (tensor<*xi32>) -> ()
  return
}

// Result 0: i32[2]
// CHECK: sizes = [2] {{.*}} data =
// CHECK-NEXT: {{\[}}0, 4]

// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["i32[]","i32[2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"contraction","operands":[0,0],"spelling":"named","attributes":{"lhs":[],"rhs":[],"out":[],"result":"i32","unsigned":false}},
// assay-case:   {"op":"contraction","operands":[1,2],"spelling":"named","attributes":{"lhs":[0],"rhs":[],"out":[0],"result":"i32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"distribution":"integers","seed":1,"low":2.0,"high":2.0},
// assay-case:   {"element":"i32","shape":[2],"data":[0,1]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
