// mismatch:contraction:i32:named
// assay-target: cpu:pipeline=linalg-generalize-named-ops,linalg-fuse-elementwise-ops,one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map},convert-linalg-to-loops,convert-scf-to-cf,expand-strided-metadata,lower-affine,finalize-memref-to-llvm,convert-to-llvm,reconcile-unrealized-casts
// assay-version: 0.1.0
// RUN: mlir-opt %s -pass-pipeline='builtin.module(linalg-generalize-named-ops,linalg-fuse-elementwise-ops,one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map},convert-linalg-to-loops,convert-scf-to-cf,expand-strided-metadata,lower-affine,finalize-memref-to-llvm,convert-to-llvm,reconcile-unrealized-casts)' | mlir-runner -e main -entry-point-result=void -shared-libs=%mlir_runner_utils,%mlir_c_runner_utils | FileCheck %s
func.func private @printMemrefI32(tensor<*xi32> {bufferization.access = "read"}) attributes {llvm.emit_c_interface}
func.func @main() {
  %a = arith.constant dense<2> : tensor<i32>
  %b = arith.constant dense<[0, 1]> : tensor<2xi32>
  %c0 = arith.constant 0 : i32
  %0 = tensor.empty() : tensor<i32>
  %1 = linalg.fill ins(%c0 : i32) outs(%0 : tensor<i32>) -> tensor<i32>
  %2 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%a : tensor<i32>) outs(%1 : tensor<i32>) {
  ^bb0(%in: i32, %out: i32):
    %6 = arith.addi %out, %in : i32
    linalg.yield %6 : i32
  } -> tensor<i32>
  %3 = tensor.empty() : tensor<2xi32>
  %4 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%b, %2 : tensor<2xi32>, tensor<i32>) outs(%3 : tensor<2xi32>) {
  ^bb0(%x: i32, %y: i32, %out: i32):
    linalg.yield %y : i32
  } -> tensor<2xi32>
  %5 = tensor.cast %4 : tensor<2xi32> to tensor<*xi32>
  call @printMemrefI32(%5) : (tensor<*xi32>) -> ()
  return
}
// CHECK: {{^}}[2, 2]

// assay-content: 448a17640d2356873b512d7f8ae32de1 f238dafbc6c6f6df849f5f4980b5b850
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
