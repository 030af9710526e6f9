// compile-failure:compile:Yield operand #1 is not equivalent to the corresponding iter bbArg in 'scf.yield'
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// module.mlir:15:10: Yield operand #1 is not equivalent to the corresponding iter bbArg
// 
// module.mlir:7:3: called from
// 
// module.mlir:15:10: see current operation: "scf.yield"(%55, %49, %53) : (tensor<?x1xf32>, tensor<?xf32>, tensor<?xf32>) -> ()
//   fill: 0 everywhere
//   attention: softmax(1 * Q K^T) V along the keys

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

#map = affine_map<(d0, d1, d2, d3) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d3, d1)>
#map3 = affine_map<(d0, d1, d2, d3) -> ()>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<?x1xf32>) -> tensor<?x1xf32> {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x1xf32>
    %0 = tensor.empty(%dim) : tensor<?x1xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<?x1xf32>) -> tensor<?x1xf32>
    %2 = tensor.empty(%dim) : tensor<?x1xf32>
    %cst_0 = arith.constant 1.000000e+00 : f32
    %3 = "iree_linalg_ext.attention"(%arg0, %1, %arg0, %cst_0, %2) ({
    ^bb0(%arg1: f32):
      "iree_linalg_ext.yield"(%arg1) : (f32) -> ()
    }) {indexing_maps = [#map, #map1, #map2, #map3, #map4]} : (tensor<?x1xf32>, tensor<?x1xf32>, tensor<?x1xf32>, f32, tensor<?x1xf32>) -> tensor<?x1xf32>
    return %3 : tensor<?x1xf32>
  }
}

// assay-content: e17c0924d30982ab858045dbe72b7705 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[d0,1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"fill","operands":[],"spelling":"named","attributes":{"shape":["d0","1"],"element":"f32","value":0.0}},
// assay-case:   {"op":"attention","operands":[0,1,0],"spelling":"named","attributes":{"scale":1.0,"mask":"none","causal":false,"group":1}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1,1],"data":[0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
