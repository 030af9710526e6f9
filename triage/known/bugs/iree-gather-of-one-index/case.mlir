// compile-failure:compile:'util.return' op type of return operand # ('tensor<#xf32>') doesn't match function result type ('tensor<#xf32>')
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// module.mlir:8:5: 'util.return' op type of return operand 0 ('tensor<1x1xf32>') doesn't match function result type ('tensor<1x?xf32>')
// 
// module.mlir:8:5: see current operation: "util.return"(%6) : (tensor<1x1xf32>) -> ()
//   fill: 0 everywhere
//   gather_nd: y[b] = x[indices[b]]

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

module {
  func.func @main(%arg0: tensor<1x?xf32>, %arg1: tensor<1x1xi32>) -> tensor<1x?xf32> {
    %c1 = arith.constant 1 : index
    %0 = tensor.empty(%c1) : tensor<1x?xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x?xf32>) -> tensor<1x?xf32>
    %2 = "iree_linalg_ext.gather"(%1, %arg1, %arg0) {dimension_map = array<i64: 0>} : (tensor<1x?xf32>, tensor<1x1xi32>, tensor<1x?xf32>) -> tensor<1x?xf32>
    return %2 : tensor<1x?xf32>
  }
}

// assay-content: ae2265bcdafd5c825965a105131a7f32 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[1,d0]","i32[1,1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"fill","operands":[],"spelling":"named","attributes":{"shape":["1","d0"],"element":"f32","value":0.0}},
// assay-case:   {"op":"gather_nd","operands":[2,1],"destination":0,"spelling":"named","attributes":{"depth":1}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["disguised"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1,1],"data":[0.0]},
// assay-case:   {"element":"i32","shape":[1,1],"data":[0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
