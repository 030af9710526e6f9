// mismatch:contraction
// assay-target: iree@3.13.0:vmvx:O2
// assay-version: 0.1.0
// run 0: result 0 [] is 0, expected nan; 1 of 1 elements are wrong
// first wrong value: %2
//   iota: each element is its place in dim 0
//   contraction: out[] = initial + sum of lhs[] * rhs[0] over what out lacks

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=vmvx --iree-input-demote-f64-to-f32=false --iree-opt-level=O2
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main --input=f32=nan --expected_output=f32=nan --expected_f32_threshold=0

#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
module {
  func.func @main(%arg0: tensor<f32>) -> tensor<f32> {
    %0 = tensor.empty() : tensor<1xf32>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%0 : tensor<1xf32>) {
    ^bb0(%out: f32):
      %5 = linalg.index 0 : index
      %6 = arith.index_cast %5 : index to i64
      %7 = arith.sitofp %6 : i64 to f32
      linalg.yield %7 : f32
    } -> tensor<1xf32>
    %2 = tensor.empty() : tensor<f32>
    %cst = arith.constant 0.000000e+00 : f32
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<f32>) -> tensor<f32>
    %4 = linalg.generic {indexing_maps = [#map1, #map, #map1], iterator_types = ["reduction"]} ins(%arg0, %1 : tensor<f32>, tensor<1xf32>) outs(%3 : tensor<f32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %5 = arith.mulf %in, %in_0 : f32
      %6 = arith.addf %out, %5 : f32
      linalg.yield %6 : f32
    } -> tensor<f32>
    return %4 : tensor<f32>
  }
}

// assay-content: 09736a3c3b76428903292acde6c2ee88 d36a5d921104d73530448f205f9391cd
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[]"],
// assay-case: "nodes": [
// assay-case:   {"op":"iota","operands":[],"spelling":"generic","attributes":{"shape":["1"],"dim":0,"element":"f32"}},
// assay-case:   {"op":"contraction","operands":[0,1],"spelling":"named","attributes":{"lhs":[],"rhs":[0],"out":[],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[],"data":["nan"]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
