// compile-failure:compile:iree-lld: error: undefined symbol: __truncsfbf#
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// module.mlir:5:10: iree-lld: error: undefined symbol: __truncsfbf2
// failed to link executable and generate target dylib (check above for more specific error messages)
// 
// module.mlir:3:3: called from
//   cast: y[i] = x[i] as bf16

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

#map = affine_map<() -> ()>
module {
  func.func @main(%arg0: tensor<i32>) -> tensor<bf16> {
    %0 = tensor.empty() : tensor<bf16>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%arg0 : tensor<i32>) outs(%0 : tensor<bf16>) {
    ^bb0(%in: i32, %out: bf16):
      %2 = arith.sitofp %in : i32 to bf16
      linalg.yield %2 : bf16
    } -> tensor<bf16>
    return %1 : tensor<bf16>
  }
}

// assay-content: a0490e8704da2492ec8ee82023bc79eb 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["i32[]"],
// assay-case: "nodes": [
// assay-case:   {"op":"cast","operands":[0],"spelling":"generic","attributes":{"to":"bf16","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [1],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"i32","shape":[],"data":[0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
