// mismatch:compare(ne):f32->i1
// assay-target: iree@3.13.0:vmvx:O2
// assay-version: 0.1.0
// run 0: result 0 [] is 0, expected 1; 1 of 1 elements are wrong
// first wrong value: %1
//   compare: z[i] = x[i] ne y[i]

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=vmvx --iree-input-demote-f64-to-f32=false --iree-opt-level=O2
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main --input=f32=nan --expected_output=i1=01

#map = affine_map<() -> ()>
module {
  func.func @main(%arg0: tensor<f32>) -> tensor<i1> {
    %0 = tensor.empty() : tensor<i1>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = []} ins(%arg0, %arg0 : tensor<f32>, tensor<f32>) outs(%0 : tensor<i1>) {
    ^bb0(%in: f32, %in_0: f32, %out: i1):
      %2 = arith.cmpf une, %in, %in_0 : f32
      linalg.yield %2 : i1
    } -> tensor<i1>
    return %1 : tensor<i1>
  }
}

// assay-content: c5df5ea150aca5d3611bfe900c8526c2 98f55ae33c84fbb05daf9df83d9b7173
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[]"],
// assay-case: "nodes": [
// assay-case:   {"op":"compare","operands":[0,0],"spelling":"generic","attributes":{"predicate":"ne","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [1],
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
