// compile-failure:compile:iree-lld: error: undefined symbol: fminf
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// module.mlir:14:15: iree-lld: error: undefined symbol: fminf
// failed to link executable and generate target dylib (check above for more specific error messages)
// 
// module.mlir:3:3: called from
//   fill: 0 everywhere
//   cast: y[i] = x[i] as f32
//   binary: z[i] = min_num(x[i], y[i])

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

#map = affine_map<() -> ()>
module {
  func.func @main(%arg0: tensor<f16>) -> tensor<f32> {
    %0 = tensor.empty() : tensor<f32>
    %cst = arith.constant 0.000000e+00 : f32
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<f32>) -> tensor<f32>
    %2 = tensor.empty() : tensor<f32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%arg0 : tensor<f16>) outs(%2 : tensor<f32>) {
    ^bb0(%in: f16, %out: f32):
      %5 = arith.extf %in : f16 to f32
      linalg.yield %5 : f32
    } -> tensor<f32>
    %4 = tensor.empty() : tensor<f32>
    %mapped = linalg.map { arith.minnumf } ins(%3, %1 : tensor<f32>, tensor<f32>) outs(%4 : tensor<f32>)
    return %mapped : tensor<f32>
  }
}

// assay-content: 7c8816a170198bde029d9a8bba01b19b 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f16[]"],
// assay-case: "nodes": [
// assay-case:   {"op":"fill","operands":[],"spelling":"named","attributes":{"shape":[],"element":"f32","value":0.0}},
// assay-case:   {"op":"cast","operands":[0],"spelling":"generic","attributes":{"to":"f32","unsigned":false}},
// assay-case:   {"op":"binary","operands":[2,1],"spelling":"named","attributes":{"function":"min_num","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f16","shape":[],"data":[0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
