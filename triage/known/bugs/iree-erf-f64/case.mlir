// compile-failure:compile:failed to legalize operation 'math.erf' that was explicitly marked illegal
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// module.mlir:7:12: failed to legalize operation 'math.erf' that was explicitly marked illegal: %33 = "math.erf"(%32) <{fastmath = #arith.fastmath<none>}> : (f64) ...
// 
// module.mlir:3:3: called from
// 
// module.mlir:7:12: see current operation: %33 = "math.erf"(%32) <{fastmath = #arith.fastmath<none>}> : (f64) -> f64
//   unary: y[i] = erf(x[i])

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

#map = affine_map<() -> ()>
module {
  func.func @main(%arg0: tensor<f64>) -> tensor<f64> {
    %0 = tensor.empty() : tensor<f64>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%arg0 : tensor<f64>) outs(%0 : tensor<f64>) {
    ^bb0(%in: f64, %out: f64):
      %2 = math.erf %in : f64
      linalg.yield %2 : f64
    } -> tensor<f64>
    return %1 : tensor<f64>
  }
}

// assay-content: ab8e4dc480a7ad27283c24d837766bb1 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f64[]"],
// assay-case: "nodes": [
// assay-case:   {"op":"unary","operands":[0],"spelling":"named","attributes":{"function":"erf"}}
// assay-case: ],
// assay-case: "returns": [1],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f64","shape":[],"data":[0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
