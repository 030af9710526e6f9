// mismatch:binary(add):c64
// assay-target: mlir@22:pipeline=canonicalize,one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map},func.func(convert-linalg-to-loops),convert-scf-to-cf,expand-strided-metadata,lower-affine,convert-complex-to-standard,convert-math-to-libm,finalize-memref-to-llvm,convert-to-llvm,reconcile-unrealized-casts
// assay-version: 0.1.0
// run 0: result 0 [] is (0, 0), expected (nan, 0); 1 of 1 elements are wrong
// first wrong value: %3
//   binary: z[i] = sub(x[i], y[i])
//   binary: z[i] = add(x[i], y[i])

// RUN: mlir-opt %s -pass-pipeline='builtin.module(canonicalize,one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map},func.func(convert-linalg-to-loops),convert-scf-to-cf,expand-strided-metadata,lower-affine,convert-complex-to-standard,convert-math-to-libm,finalize-memref-to-llvm,convert-to-llvm,reconcile-unrealized-casts)' \
// RUN: | mlir-runner -e main -entry-point-result=void \
// RUN:     -shared-libs=%mlir_runner_utils,%mlir_c_runner_utils \
// RUN: | FileCheck %s
// Without lit:
//   L=/usr/lib/llvm-22/lib/libmlir
//   mlir-opt-22 FILE -pass-pipeline='builtin.module(canonicalize,one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map},func.func(convert-linalg-to-loops),convert-scf-to-cf,expand-strided-metadata,lower-affine,convert-complex-to-standard,convert-math-to-libm,finalize-memref-to-llvm,convert-to-llvm,reconcile-unrealized-casts)' |
//   mlir-runner-22 -e main -entry-point-result=void \
//     -shared-libs=${L}_runner_utils.so,${L}_c_runner_utils.so |
//   FileCheck-22 FILE

func.func @program(%arg0: tensor<complex<f32>> {bufferization.writable = false}, %arg1: tensor<complex<f32>> {bufferization.writable = false}) -> tensor<complex<f32>> {
  %0 = tensor.empty() : tensor<complex<f32>>
  %1 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%arg1, %arg0 : tensor<complex<f32>>, tensor<complex<f32>>) outs(%0 : tensor<complex<f32>>) {
  ^bb0(%in: complex<f32>, %in_0: complex<f32>, %out: complex<f32>):
    %2 = complex.sub %in, %in_0 : complex<f32>
    %3 = complex.add %2, %in_0 : complex<f32>
    linalg.yield %3 : complex<f32>
  } -> tensor<complex<f32>>
  return %1 : tensor<complex<f32>>
}

func.func @main() {
  %input0 = arith.constant dense<(0x7FC00000, 0.0)> : tensor<complex<f32>>
  %input1 = arith.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %result = call @program(%input0, %input1) : (tensor<complex<f32>>, tensor<complex<f32>>) -> (tensor<complex<f32>>)
  %unranked0 = tensor.cast %result : tensor<complex<f32>> to tensor<*xcomplex<f32>>
  call @printMemrefC32(%unranked0) : (tensor<*xcomplex<f32>>) -> ()
  return
}

func.func private @printMemrefC32(tensor<*xcomplex<f32>> {bufferization.access = "read"}) attributes {llvm.emit_c_interface}

// Result 0: c64[]
// CHECK: sizes = [] {{.*}} data =
// CHECK-NEXT: {{\[}}({{-?}}nan,{{-?}}0)]

// assay-content: 322a4567d9b7d87f93d64f45d359bb82 f91a4f8371ecbd6f799656d97ad5eddb
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["c64[]","c64[]"],
// assay-case: "nodes": [
// assay-case:   {"op":"binary","operands":[1,0],"spelling":"named","attributes":{"function":"sub","unsigned":false}},
// assay-case:   {"op":"binary","operands":[2,0],"spelling":"named","attributes":{"function":"add","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": [
// assay-case:   {"kind":"body","first":0,"end":2}
// assay-case: ]
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"c64","shape":[],"data":["nan",0.0]},
// assay-case:   {"element":"c64","shape":[],"data":[0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
