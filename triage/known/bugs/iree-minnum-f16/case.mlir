// compile-failure:compile:iree-lld: error: undefined symbol: fminf
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// module.mlir:4:15: iree-lld: error: undefined symbol: fminf
// failed to link executable and generate target dylib (check above for more specific error messages)
// 
// module.mlir:2:3: called from
//   binary: z[i] = min_num(x[i], y[i])

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

module {
  func.func @main(%arg0: tensor<f16>, %arg1: tensor<f16>) -> tensor<f16> {
    %0 = tensor.empty() : tensor<f16>
    %mapped = linalg.map { arith.minnumf } ins(%arg0, %arg1 : tensor<f16>, tensor<f16>) outs(%0 : tensor<f16>)
    return %mapped : tensor<f16>
  }
}

// assay-content: 189b86c474c3870360ee846348f0f1fb 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f16[]","f16[]"],
// assay-case: "nodes": [
// assay-case:   {"op":"binary","operands":[0,1],"spelling":"named","attributes":{"function":"min_num","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f16","shape":[],"data":[0.0]},
// assay-case:   {"element":"f16","shape":[],"data":[0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
