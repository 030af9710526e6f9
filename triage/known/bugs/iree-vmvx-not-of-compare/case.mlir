// mismatch:unary(not):i1
// assay-target: iree@3.13.0:vmvx:O2
// assay-version: 0.1.0
// run 0: result 0 [] is 0, expected 1; 1 of 1 elements are wrong
// first wrong value: %3
//   compare: z[i] = x[i] gt y[i]
//   unary: y[i] = not(x[i])

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=vmvx --iree-input-demote-f64-to-f32=false --iree-opt-level=O2
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main --input=f32=nan --input=f32=0 --expected_output=i1=01

#map = affine_map<() -> ()>
module {
  func.func @main(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<i1> {
    %0 = tensor.empty() : tensor<i1>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = []} ins(%arg0, %arg1 : tensor<f32>, tensor<f32>) outs(%0 : tensor<i1>) {
    ^bb0(%in: f32, %in_0: f32, %out: i1):
      %3 = arith.cmpf ogt, %in, %in_0 : f32
      linalg.yield %3 : i1
    } -> tensor<i1>
    %2 = tensor.empty() : tensor<i1>
    %mapped = linalg.map ins(%1 : tensor<i1>) outs(%2 : tensor<i1>)
      (%in: i1, %init: i1) {
        %true = arith.constant true
        %3 = arith.xori %in, %true : i1
        linalg.yield %3 : i1
      }
    return %mapped : tensor<i1>
  }
}

// assay-content: a6b9aa8e6b6ee5480898dcecaa256963 d09d9a91cd56a67a5d2b68c1e9868a96
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[]","f32[]"],
// assay-case: "nodes": [
// assay-case:   {"op":"compare","operands":[0,1],"spelling":"generic","attributes":{"predicate":"gt","unsigned":false}},
// assay-case:   {"op":"unary","operands":[2],"spelling":"named","attributes":{"function":"not"}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[],"data":["nan"]},
// assay-case:   {"element":"f32","shape":[],"data":[0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
