// mismatch:topk.values:f64
// assay-target: iree@3.13.0:vmvx:O2
// assay-version: 0.1.0
// run 0: result 0 [1, 0] is 5e-324, expected 0; 2 of 4 elements are wrong
// first wrong value: %1
//   topk: the 2 largest along dim 0, best first, and their places

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=vmvx --iree-input-demote-f64-to-f32=false --iree-opt-level=O2
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main --input=2x2xf64=0 --expected_output=2x2xf64=0 --expected_f64_threshold=0

#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<?x?xf64>) -> tensor<2x?xf64> {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x?xf64>
    %0 = tensor.empty(%dim) : tensor<2x?xf64>
    %1 = tensor.empty(%dim) : tensor<2x?xi64>
    %cst = arith.constant 0xFFF0000000000000 : f64
    %c1 = arith.constant 1 : index
    %dim_0 = tensor.dim %0, %c1 : tensor<2x?xf64>
    %2 = tensor.empty(%dim_0) : tensor<2x?xf64>
    %3 = linalg.fill ins(%cst : f64) outs(%2 : tensor<2x?xf64>) -> tensor<2x?xf64>
    %c0_i32 = arith.constant 0 : i32
    %c1_1 = arith.constant 1 : index
    %dim_2 = tensor.dim %1, %c1_1 : tensor<2x?xi64>
    %4 = tensor.empty(%dim_2) : tensor<2x?xi32>
    %5 = linalg.fill ins(%c0_i32 : i32) outs(%4 : tensor<2x?xi32>) -> tensor<2x?xi32>
    %6:2 = "iree_linalg_ext.topk"(%arg0, %3, %5) ({
    ^bb0(%arg1: f64, %arg2: f64):
      %9 = arith.cmpf olt, %arg2, %arg1 : f64
      "iree_linalg_ext.yield"(%9) : (i1) -> ()
    }) {dimension = 0 : i64} : (tensor<?x?xf64>, tensor<2x?xf64>, tensor<2x?xi32>) -> (tensor<2x?xf64>, tensor<2x?xi32>)
    %c1_3 = arith.constant 1 : index
    %dim_4 = tensor.dim %6#1, %c1_3 : tensor<2x?xi32>
    %7 = tensor.empty(%dim_4) : tensor<2x?xi64>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%6#1 : tensor<2x?xi32>) outs(%7 : tensor<2x?xi64>) {
    ^bb0(%in: i32, %out: i64):
      %9 = arith.extsi %in : i32 to i64
      linalg.yield %9 : i64
    } -> tensor<2x?xi64>
    return %6#0 : tensor<2x?xf64>
  }
}

// assay-content: bd9a04e62fa9f15f100e58da08ed2aea 0f7de8d26e0bc92e9dcdfb6cb52810ee
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f64[d0,d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"topk","operands":[0],"spelling":"named","attributes":{"dim":0,"k":"2","largest":true,"sorted":true,"index_type":"i64"}}
// assay-case: ],
// assay-case: "returns": [1],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [2],
// assay-case: "inputs": [
// assay-case:   {"element":"f64","shape":[2,2],"data":[0.0,0.0,0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
