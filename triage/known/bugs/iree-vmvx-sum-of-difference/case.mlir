// mismatch:binary(add):inf
// assay-target: iree@3.13.0:vmvx:O2
// assay-version: 0.1.0
// run 0: result 0 [] is inf, expected nan; 1 of 1 elements are wrong
// first wrong value: %2
//   binary: z[i] = sub(x[i], y[i])
//   binary: z[i] = add(x[i], y[i])

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=vmvx --iree-input-demote-f64-to-f32=false --iree-opt-level=O2
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main --input=f32=inf --expected_output=f32=nan --expected_f32_threshold=0

#map = affine_map<() -> ()>
module {
  func.func @main(%arg0: tensor<f32>) -> tensor<f32> {
    %0 = tensor.empty() : tensor<f32>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = []} ins(%arg0, %arg0 : tensor<f32>, tensor<f32>) outs(%0 : tensor<f32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %4 = arith.subf %in, %in_0 : f32
      linalg.yield %4 : f32
    } -> tensor<f32>
    %2 = tensor.empty() : tensor<f32>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = []} ins(%1, %arg0 : tensor<f32>, tensor<f32>) outs(%2 : tensor<f32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %4 = arith.addf %in, %in_0 : f32
      linalg.yield %4 : f32
    } -> tensor<f32>
    return %3 : tensor<f32>
  }
}

// assay-content: 302420a1cf071f1ba58a177424aa4c61 bf89b694a2c1a92d531bd54037700a27
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[]"],
// assay-case: "nodes": [
// assay-case:   {"op":"binary","operands":[0,0],"spelling":"named","attributes":{"function":"sub","unsigned":false}},
// assay-case:   {"op":"binary","operands":[1,0],"spelling":"named","attributes":{"function":"add","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[],"data":["inf"]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
