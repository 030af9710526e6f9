// mismatch:contraction
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// run 0: result 0 [0, 1] is 0, expected 1; 2 of 4 elements are wrong
// first wrong value: %2
//   reduce: sum over dims [1], from the initial value
//   contraction: out[0,1] = initial + sum of lhs[0] * rhs[1] over what out lacks

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main '--input=2x2xf32=0 1 0 1' --expected_output=2x2xf32=1 --expected_f32_threshold=0

#map = affine_map<(d0, d1) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<2x2xf32>) -> tensor<2x2xf32> {
    %0 = tensor.empty() : tensor<2xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<2xf32>) -> tensor<2xf32>
    %reduced = linalg.reduce { arith.addf } ins(%arg0 : tensor<2x2xf32>) outs(%1 : tensor<2xf32>) dimensions = [1] 
    %2 = tensor.empty() : tensor<2x2xf32>
    %cst_0 = arith.constant 0.000000e+00 : f32
    %3 = linalg.fill ins(%cst_0 : f32) outs(%2 : tensor<2x2xf32>) -> tensor<2x2xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel"]} ins(%reduced, %reduced : tensor<2xf32>, tensor<2xf32>) outs(%3 : tensor<2x2xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %5 = arith.mulf %in, %in_1 : f32
      %6 = arith.addf %out, %5 : f32
      linalg.yield %6 : f32
    } -> tensor<2x2xf32>
    return %4 : tensor<2x2xf32>
  }
}

// assay-content: 35df3dcf96494440bb78a070e62bb156 2d8b34d83c0246f9c33fab8ad51d80eb
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[2,2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"reduce","operands":[0],"spelling":"named","attributes":{"function":"sum","dims":[1],"result":"f32","unsigned":false}},
// assay-case:   {"op":"contraction","operands":[1,1],"spelling":"named","attributes":{"lhs":[0],"rhs":[1],"out":[0,1],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[2,2],"data":[0.0,1.0,0.0,1.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
