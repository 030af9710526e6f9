// compile-failure:compile:'iree_linalg_ext.scatter' op mismatch in shape of indices and update value at dim#0
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// module.mlir:18:10: 'iree_linalg_ext.scatter' op mismatch in shape of indices and update value at dim#0
// 
// module.mlir:18:10: see current operation: 
// %7 = "iree_linalg_ext.scatter"(%3, %6, %arg1) <{dimension_map = array<i64: 0>, unique_indices = false}> ({
// ^bb0(%arg2: f32, %arg3: f32):
//   "iree_linalg_ext.yield"(%arg2) : (f32) -> ()
// ...
//   fill: 0 everywhere
//   scatter: for each place p of the updates: base[p with p[0] = indices[p]] is overwritten by updates[p]

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

func.func @main(%arg0: tensor<?x1xi32>, %arg1: tensor<?xf32>) -> tensor<?xf32> {
  %c1 = arith.constant 1 : index
  %0 = tensor.empty(%c1) : tensor<?xf32>
  %cst = arith.constant 0.000000e+00 : f32
  %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
  %2 = "iree_linalg_ext.scatter"(%1, %arg0, %arg1) ({
  ^bb0(%arg2: f32, %arg3: f32):
    "iree_linalg_ext.yield"(%arg2) : (f32) -> ()
  }) {dimension_map = array<i64: 0>, unique_indices = false} : (tensor<?xf32>, tensor<?x1xi32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// assay-content: ee9f315f0fae2947a46947bff5b23ca8 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["i32[d0]","f32[d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"fill","operands":[],"spelling":"named","attributes":{"shape":["d0"],"element":"f32","value":0.0}},
// assay-case:   {"op":"scatter","operands":[1,0,2],"spelling":"named","attributes":{"dim":0,"combine":"overwrite","unique":false}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["disguised"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"distribution":"distinct","seed":3870983580,"low":0.0,"high":0.0},
// assay-case:   {"element":"f32","shape":[1],"data":[0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
