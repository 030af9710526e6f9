// crash:compile:SIGSEGV:mlir::FloatType::getWidth<mlir::Type::getIntOrFloatBitWidth<mlir::iree_compiler::IREE::Util::getTypeBitWidth
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// crash in stage compile: SIGSEGV
//   mlir::FloatType::getWidth
//   mlir::Type::getIntOrFloatBitWidth
//   mlir::iree_compiler::IREE::Util::getTypeBitWidth
//   collapse: the elements in order, dims joined

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

module {
  func.func @main(%arg0: tensor<1xf32>) -> tensor<f32> {
    %cst = arith.constant dense<> : tensor<0xindex>
    %reshape = tensor.reshape %arg0(%cst) : (tensor<1xf32>, tensor<0xindex>) -> tensor<f32>
    return %reshape : tensor<f32>
  }
}

// assay-content: 4ec25b1a3e0ae55392b2cdc7f8e2b5a9 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"collapse","operands":[0],"spelling":"primitives","attributes":{"groups":[]}}
// assay-case: ],
// assay-case: "returns": [1],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1],"data":[0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
