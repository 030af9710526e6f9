// mismatch:contraction
// assay-target: iree@3.13.0:hip:O1
// assay-version: 0.1.0
// run 0: result 0 [0, 0] is 0, expected 9; 1 of 1 elements are wrong
// first wrong value: %2
//   contraction: out[2,1] = initial + sum of lhs[2,1,0] * rhs[0] over what out lacks

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O1 --iree-rocm-target=gfx942
// RUN: iree-run-module --module=%t.vmfb --device=hip --function=main --input=1xf32=-3 --input=1x1x1xf32=-3 --expected_output=1x1xf32=9 --expected_f32_threshold=0

#map = affine_map<(d0, d1, d2) -> (d2, d1, d0)>
#map1 = affine_map<(d0, d1, d2) -> (d0)>
#map2 = affine_map<(d0, d1, d2) -> (d2, d1)>
module {
  func.func @main(%arg0: tensor<?xf32>, %arg1: tensor<1x1x?xf32>) -> tensor<1x1xf32> {
    %0 = tensor.empty() : tensor<1x1xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x1xf32>) -> tensor<1x1xf32>
    %2 = linalg.contract indexing_maps = [#map, #map1, #map2] ins(%arg1, %arg0 : tensor<1x1x?xf32>, tensor<?xf32>) outs(%1 : tensor<1x1xf32>) -> tensor<1x1xf32>
    return %2 : tensor<1x1xf32>
  }
}

// assay-content: fc0a02723225d33c35dd0b6627e3e821 b17ed963a95f6fc571b5f9741f37c95d
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[d0]","f32[1,1,d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"contraction","operands":[1,0],"spelling":"named","attributes":{"lhs":[2,1,0],"rhs":[0],"out":[2,1],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"distribution":"integers","seed":2157391720,"low":-4.0,"high":4.0},
// assay-case:   {"element":"f32","shape":[1,1,1],"data":[-3.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
