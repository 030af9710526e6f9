// compile-failure:compile:failed to run translation of source executable to target executable for backend #hal.executable.target<"vmvx", "vmvx-bytecode-fb", {iree.encoding.resolver = #ir
// assay-target: iree@3.13.0:vmvx:O2
// assay-version: 0.1.0
// module.mlir:9:10: failed to run translation of source executable to target executable for backend #hal.executable.target<"vmvx", "vmvx-bytecode-fb", {iree.encod ...
// 
// module.mlir:2:3: called from
//   fill: 0 everywhere
//   softmax: exp(x - max) / sum of exp(x - max) along dim 0
//   softmax: exp(x - max) / sum of exp(x - max) along dim 1

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=vmvx --iree-input-demote-f64-to-f32=false --iree-opt-level=O2

module {
  func.func @main(%arg0: index) -> tensor<?x?xf32> {
    %0 = tensor.empty(%arg0, %arg0) : tensor<?x?xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<?x?xf32>) -> tensor<?x?xf32>
    %2 = tensor.empty(%arg0, %arg0) : tensor<?x?xf32>
    %3 = linalg.softmax dimension(0) ins(%1 : tensor<?x?xf32>) outs(%2 : tensor<?x?xf32>) -> tensor<?x?xf32>
    %4 = tensor.empty(%arg0, %arg0) : tensor<?x?xf32>
    %5 = linalg.softmax dimension(1) ins(%3 : tensor<?x?xf32>) outs(%4 : tensor<?x?xf32>) -> tensor<?x?xf32>
    return %5 : tensor<?x?xf32>
  }
}

// assay-content: 9173bc2340191f6f3ad56a1c9a1b7855 c85c38e355d4aa7a4f99e0fef647f942
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": [],
// assay-case: "nodes": [
// assay-case:   {"op":"fill","operands":[],"spelling":"named","attributes":{"shape":["d0","d0"],"element":"f32","value":0.0}},
// assay-case:   {"op":"softmax","operands":[0],"spelling":"named","attributes":{"dim":0}},
// assay-case:   {"op":"softmax","operands":[1],"spelling":"named","attributes":{"dim":1}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": []}
// assay-case: ]
// assay-case: }
