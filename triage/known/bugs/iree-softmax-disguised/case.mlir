// compile-failure:compile:'linalg.generic' op expected type of operand #2 ('tensor<#xf32>') to match type of corresponding result ('tensor<#xf32>')
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// module.mlir:7:10: 'linalg.generic' op expected type of operand #2 ('tensor<?xf32>') to match type of corresponding result ('tensor<1xf32>')
// 
// module.mlir:2:3: called from
// 
// module.mlir:7:10: see current operation: 
// %22 = "linalg.generic"(%18, %21, %16) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = [#linalg. ...
// ...
//   fill: 0 everywhere
//   softmax: exp(x - max) / sum of exp(x - max) along dim 0

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

module {
  func.func @main(%arg0: tensor<?xf32>) -> tensor<?xf32> {
    %c1 = arith.constant 1 : index
    %0 = tensor.empty(%c1) : tensor<?xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
    %2 = linalg.softmax dimension(0) ins(%1 : tensor<?xf32>) outs(%arg0 : tensor<?xf32>) -> tensor<?xf32>
    return %2 : tensor<?xf32>
  }
}

// assay-content: d7adced1c50abfb91912232eb47fa232 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"fill","operands":[],"spelling":"named","attributes":{"shape":["d0"],"element":"f32","value":0.0}},
// assay-case:   {"op":"softmax","operands":[1],"destination":0,"spelling":"named","attributes":{"dim":0}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["disguised"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1],"data":[0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
