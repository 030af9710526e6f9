// crash:compile:SIGABRT:LLVM ERROR: Do not know how to promote this operator!
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// crash in stage compile: SIGABRT
// LLVM ERROR: Do not know how to promote this operator!
//   <libIREECompiler.so+5cd2c07>
//   <libIREECompiler.so+5cd29f6>
//   <libIREECompiler.so+c85f13c>
//   reduce: sum over dims [0], from the initial value

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942

module {
  func.func @main(%arg0: tensor<?xi8>) -> tensor<i8> {
    %0 = tensor.empty() : tensor<i8>
    %c0_i8 = arith.constant 0 : i8
    %1 = linalg.fill ins(%c0_i8 : i8) outs(%0 : tensor<i8>) -> tensor<i8>
    %reduced = linalg.reduce { arith.addi {overflowFlags = #arith.overflow<none>} } ins(%arg0 : tensor<?xi8>) outs(%1 : tensor<i8>) dimensions = [0] 
    return %reduced : tensor<i8>
  }
}

// assay-content: bd9d04bda524cad798d54d9913b55cf8 49284f294628dd66d1c771a6b77cb9c7
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["i8[d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"reduce","operands":[0],"spelling":"named","attributes":{"function":"sum","dims":[0],"result":"i8","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [1],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"i8","shape":[1],"data":[0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
