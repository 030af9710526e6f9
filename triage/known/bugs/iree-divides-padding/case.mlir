// crash:run:SIGFPE
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// crash in stage run: SIGFPE
//   binary: z[i] = floor_div(x[i], y[i])

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main --input=1xi64=0 --input=1xi64=3

module {
  func.func @main(%arg0: tensor<?xi64>, %arg1: tensor<?xi64>) -> tensor<?xi64> {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?xi64>
    %0 = tensor.empty(%dim) : tensor<?xi64>
    %mapped = linalg.map { arith.floordivsi } ins(%arg0, %arg1 : tensor<?xi64>, tensor<?xi64>) outs(%0 : tensor<?xi64>)
    return %mapped : tensor<?xi64>
  }
}

// assay-content: e5a45b1c3ef6a9d963e52763b73809ad 5d56f6eef094864be0a265ad32b82c6d
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["i64[d0]","i64[d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"binary","operands":[0,1],"spelling":"named","attributes":{"function":"floor_div","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"i64","shape":[1],"data":[0]},
// assay-case:   {"element":"i64","shape":[1],"data":[3]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
