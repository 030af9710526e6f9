// mismatch:compare(lt):i8->i1
// assay-target: iree@3.13.0:vmvx:O2
// assay-version: 0.1.0
// run 0: result 0 [] is 1, expected 0; 1 of 1 elements are wrong
// first wrong value: %2
//   binary: z[i] = mul(x[i], y[i])
//   compare: z[i] = x[i] lt y[i]

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=vmvx --iree-input-demote-f64-to-f32=false --iree-opt-level=O2
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main --input=i8=32 --expected_output=i1=00

#map = affine_map<() -> ()>
module {
  func.func @main(%arg0: tensor<i8>) -> tensor<i1> {
    %0 = tensor.empty() : tensor<i8>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = []} ins(%arg0, %arg0 : tensor<i8>, tensor<i8>) outs(%0 : tensor<i8>) {
    ^bb0(%in: i8, %in_0: i8, %out: i8):
      %4 = arith.muli %in, %in_0 : i8
      linalg.yield %4 : i8
    } -> tensor<i8>
    %2 = tensor.empty() : tensor<i1>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = []} ins(%arg0, %1 : tensor<i8>, tensor<i8>) outs(%2 : tensor<i1>) {
    ^bb0(%in: i8, %in_0: i8, %out: i1):
      %4 = arith.cmpi slt, %in, %in_0 : i8
      linalg.yield %4 : i1
    } -> tensor<i1>
    return %3 : tensor<i1>
  }
}

// assay-content: c7dcf3b20ade1f5f426ece5955b8bfe0 3a4a6dedf13b83d4245f899fd9ae91e3
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["i8[]"],
// assay-case: "nodes": [
// assay-case:   {"op":"binary","operands":[0,0],"spelling":"named","attributes":{"function":"mul","unsigned":false}},
// assay-case:   {"op":"compare","operands":[0,1],"spelling":"generic","attributes":{"predicate":"lt","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"i8","shape":[],"data":[32]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
