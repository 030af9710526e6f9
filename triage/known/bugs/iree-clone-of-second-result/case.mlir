// mismatch:broadcast
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// run 0: result 0 [0] is -1, expected 0; 2 of 2 elements are wrong
// first wrong value: %5

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main --input=2xi32=0 --expected_output=2xi32=0

#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
module {
  func.func @main(%arg0: tensor<2xi32>) -> tensor<2xi32> {
    %0 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%arg0 : tensor<2xi32>) {
    ^bb0(%out: i32):
      %8 = linalg.index 0 : index
      %9 = arith.index_cast %8 : index to i64
      %10 = arith.trunci %9 : i64 to i32
      linalg.yield %10 : i32
    } -> tensor<2xi32>
    %1 = tensor.empty() : tensor<2xi32>
    %mapped = linalg.map ins(%0 : tensor<2xi32>) outs(%1 : tensor<2xi32>)
      (%in: i32, %init: i32) {
        %c-1_i32 = arith.constant -1 : i32
        %8 = arith.xori %in, %c-1_i32 : i32
        linalg.yield %8 : i32
      }
    %2 = tensor.empty() : tensor<i32>
    %c-2147483648_i32 = arith.constant -2147483648 : i32
    %3 = linalg.fill ins(%c-2147483648_i32 : i32) outs(%2 : tensor<i32>) -> tensor<i32>
    %4 = tensor.empty() : tensor<i32>
    %c2147483647_i32 = arith.constant 2147483647 : i32
    %5 = linalg.fill ins(%c2147483647_i32 : i32) outs(%4 : tensor<i32>) -> tensor<i32>
    %6:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["reduction"]} ins(%mapped : tensor<2xi32>) outs(%3, %5 : tensor<i32>, tensor<i32>) {
    ^bb0(%in: i32, %out: i32, %out_0: i32):
      %8 = linalg.index 0 : index
      %9 = arith.index_cast %8 : index to i32
      %10 = arith.cmpi sgt, %in, %out : i32
      %11 = arith.cmpi eq, %in, %out : i32
      %12 = arith.cmpi slt, %9, %out_0 : i32
      %13 = arith.andi %11, %12 : i1
      %14 = arith.ori %10, %13 : i1
      %15 = arith.select %14, %in, %out : i32
      %16 = arith.select %14, %9, %out_0 : i32
      linalg.yield %15, %16 : i32, i32
    } -> (tensor<i32>, tensor<i32>)
    %7 = tensor.empty() : tensor<2xi32>
    %broadcasted = linalg.broadcast ins(%6#1 : tensor<i32>) outs(%7 : tensor<2xi32>) dimensions = [0] 
    return %broadcasted : tensor<2xi32>
  }
}

// assay-content: ed45d84694508fe1a0d3e1a057da66c8 8a8aabf272c5dc7c64975f9d8860c235
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["i32[2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"iota","operands":[],"destination":0,"spelling":"generic","attributes":{"shape":["2"],"dim":0,"element":"i32"}},
// assay-case:   {"op":"unary","operands":[1],"spelling":"named","attributes":{"function":"not"}},
// assay-case:   {"op":"arg_reduce","operands":[2],"spelling":"generic","attributes":{"minimum":false,"dim":0,"first_index":true,"index_type":"i32"}},
// assay-case:   {"op":"broadcast","operands":[4],"spelling":"named","attributes":{"shape":["2"],"added":[0]}}
// assay-case: ],
// assay-case: "returns": [5],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"i32","shape":[2],"data":[0,0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
