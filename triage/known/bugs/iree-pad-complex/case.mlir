// crash:compile:SIGSEGV:<libIREECompiler.so+5e6f4b6><<libIREECompiler.so+602122b><<libIREECompiler.so+5f4d5c0>
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// crash in stage compile: SIGSEGV
//   <libIREECompiler.so+5e6f4b6>
//   <libIREECompiler.so+602122b>
//   <libIREECompiler.so+5f4d5c0>
//   pad: x with [1] elements of 0 before and [0] behind

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

module {
  func.func @main(%arg0: tensor<1xcomplex<f32>>) -> tensor<2xcomplex<f32>> {
    %cst = complex.constant [0.000000e+00 : f32, 0.000000e+00 : f32] : complex<f32>
    %padded = tensor.pad %arg0 low[1] high[0] {
    ^bb0(%arg1: index):
      tensor.yield %cst : complex<f32>
    } : tensor<1xcomplex<f32>> to tensor<2xcomplex<f32>>
    return %padded : tensor<2xcomplex<f32>>
  }
}

// assay-content: 14117f370fe1e29158d853fa30b2066a 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["c64[1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"pad","operands":[0],"spelling":"named","attributes":{"low":["1"],"high":["0"],"value":0.0}}
// assay-case: ],
// assay-case: "returns": [1],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"c64","shape":[1],"data":[0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
