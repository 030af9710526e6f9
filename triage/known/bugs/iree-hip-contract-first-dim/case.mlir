// mismatch:contraction
// assay-target: iree@3.13.0:hip:O1
// assay-version: 0.1.0
// run 0: result 0 [1, 1] is 0, expected 1; 1 of 4 elements are wrong
// first wrong value: %2
//   contraction: out[1,2] = initial + sum of lhs[0,1] * rhs[0,2] over what out lacks

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O1 --iree-rocm-target=gfx942
// RUN: iree-run-module --module=%t.vmfb --device=hip --function=main '--input=2x2xf32=0 1 0 0' '--input=2x2xf16=0 1 0 0' '--expected_output=2x2xf32=0 0 0 1' --expected_f32_threshold=0

#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d1, d2)>
module {
  func.func @main(%arg0: tensor<2x2xf32>, %arg1: tensor<2x2xf16>) -> tensor<2x2xf32> {
    %0 = tensor.empty() : tensor<2x2xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<2x2xf32>) -> tensor<2x2xf32>
    %2 = linalg.contract indexing_maps = [#map, #map1, #map2] ins(%arg0, %arg1 : tensor<2x2xf32>, tensor<2x2xf16>) outs(%1 : tensor<2x2xf32>) -> tensor<2x2xf32>
    return %2 : tensor<2x2xf32>
  }
}

// assay-content: 14942253c13e5085d2bfcc5bea7ed498 2cc6d9ff42236116f668c7531b6caf25
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[2,2]","f16[2,2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"contraction","operands":[0,1],"spelling":"named","attributes":{"lhs":[0,1],"rhs":[0,2],"out":[1,2],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[2,2],"data":[0.0,1.0,0.0,0.0]},
// assay-case:   {"element":"f16","shape":[2,2],"data":[0.0,1.0,0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
