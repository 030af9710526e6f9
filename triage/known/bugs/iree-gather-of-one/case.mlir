// compile-failure:compile:'tensor.expand_shape' op expected dimension # of collapsed type to be static value of #
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// module.mlir:5:10: 'tensor.expand_shape' op expected dimension 1 of collapsed type to be static value of 1
// 
// module.mlir:5:10: see current operation: %6 = "tensor.expand_shape"(%5) <{reassociation = [[0, 1], [2]], static_output_shape = array<i64: 1, 1, 1>}> : (tensor<1 ...
//   gather_nd: y[b] = x[indices[b]]

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

module {
  func.func @main(%arg0: tensor<1x?xf32>, %arg1: tensor<1x1x1xi64>) -> tensor<1x1x?xf32> {
    %c1 = arith.constant 1 : index
    %0 = tensor.empty(%c1) : tensor<1x1x?xf32>
    %1 = "iree_linalg_ext.gather"(%arg0, %arg1, %0) {dimension_map = array<i64: 0>} : (tensor<1x?xf32>, tensor<1x1x1xi64>, tensor<1x1x?xf32>) -> tensor<1x1x?xf32>
    return %1 : tensor<1x1x?xf32>
  }
}

// assay-content: fef7bd8f06d5294a6ee64ed0a1e4f1ce 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[1,d0]","i64[1,1,1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"gather_nd","operands":[0,1],"spelling":"named","attributes":{"depth":1}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["disguised"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1,1],"data":[0.0]},
// assay-case:   {"element":"i64","shape":[1,1,1],"data":[0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
