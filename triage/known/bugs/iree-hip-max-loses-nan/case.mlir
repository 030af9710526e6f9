// mismatch:binary(max)
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// run 0: result 0 [] is 0, expected nan; 1 of 1 elements are wrong
// first wrong value: %2
//   binary: z[i] = max(x[i], y[i])

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942
// RUN: iree-run-module --module=%t.vmfb --device=hip --function=main --input=f32=0 --input=f32=nan --expected_output=f32=nan --expected_f32_threshold=0

#map = affine_map<() -> ()>
module {
  func.func @main(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<f32> {
    %0 = tensor.empty() : tensor<f32>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = []} ins(%arg0, %arg1 : tensor<f32>, tensor<f32>) outs(%0 : tensor<f32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %2 = arith.maximumf %in, %in_0 : f32
      linalg.yield %2 : f32
    } -> tensor<f32>
    return %1 : tensor<f32>
  }
}

// assay-content: abd90f677ead8bbfd20ed61a7003f40c 2c6d9f1f77e4802d15e128bf9735759d
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[]","f32[]"],
// assay-case: "nodes": [
// assay-case:   {"op":"binary","operands":[0,1],"spelling":"named","attributes":{"function":"max","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[],"data":[0.0]},
// assay-case:   {"element":"f32","shape":[],"data":["nan"]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
