// crash:compile:SIGFPE:<libIREECompiler.so+7f3c836><<libIREECompiler.so+6309731><<libIREECompiler.so+630a029>
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// crash in stage compile: SIGFPE
//   <libIREECompiler.so+7f3c836>
//   <libIREECompiler.so+6309731>
//   <libIREECompiler.so+630a029>
//   concat: the operands joined along dim 1
//   softmax: exp(x - max) / sum of exp(x - max) along dim 0

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

module {
  func.func @main(%arg0: tensor<?x1xf32>, %arg1: tensor<?x1xf32>) -> tensor<?x2xf32> {
    %concat = tensor.concat dim(1) %arg0, %arg1 : (tensor<?x1xf32>, tensor<?x1xf32>) -> tensor<?x2xf32>
    %c2 = arith.constant 2 : index
    %0 = tensor.empty(%c2) : tensor<?x2xf32>
    %1 = linalg.softmax dimension(0) ins(%concat : tensor<?x2xf32>) outs(%0 : tensor<?x2xf32>) -> tensor<?x2xf32>
    return %1 : tensor<?x2xf32>
  }
}

// assay-content: 8677f861029b549e15bc79bf82131553 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[d0,1]","f32[d0,1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"concat","operands":[0,1],"spelling":"named","attributes":{"dim":1}},
// assay-case:   {"op":"softmax","operands":[2],"spelling":"named","attributes":{"dim":0}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["disguised"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [2],
// assay-case: "inputs": [
// assay-case:   {"distribution":"uniform","seed":1,"low":-1.0,"high":1.0},
// assay-case:   {"distribution":"uniform","seed":1,"low":-1.0,"high":1.0}
// assay-case: ]}
// assay-case: ]
// assay-case: }
