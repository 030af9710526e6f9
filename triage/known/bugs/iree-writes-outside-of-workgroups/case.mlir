// compile-failure:compile:'linalg.generic' op write affecting operations on global resources are restricted to workgroup distributed contexts.
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// module.mlir:3:10: 'linalg.generic' op write affecting operations on global resources are restricted to workgroup distributed contexts.
// 
// module.mlir:2:3: called from
// 
// module.mlir:3:10: see current operation: 
// "linalg.generic"(%4, %2) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<paralle ...
// ...
//   softmax: exp(x - max) / sum of exp(x - max) along dim 1

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

module {
  func.func @main(%arg0: tensor<2x1xf32>) -> tensor<2x1xf32> {
    %0 = linalg.softmax dimension(1) ins(%arg0 : tensor<2x1xf32>) outs(%arg0 : tensor<2x1xf32>) -> tensor<2x1xf32>
    return %0 : tensor<2x1xf32>
  }
}

// assay-content: f6183f767f763ef01cf9b183bc130bde 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[2,1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"softmax","operands":[0],"destination":0,"spelling":"named","attributes":{"dim":1}}
// assay-case: ],
// assay-case: "returns": [1],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[2,1],"data":[0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
