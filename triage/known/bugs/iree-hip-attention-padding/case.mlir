// compile-failure:compile:Padding OnlineAttention without existing mask is not yet supported
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// module.mlir:12:10: Padding OnlineAttention without existing mask is not yet supported
// 
// module.mlir:7:3: called from
// 
// module.mlir:12:10: see current operation: 
// %46:3 = "iree_linalg_ext.online_attention"(%38, %39, %40, %3, %42, %44, %45) <{decomposition_config = {pv_attrs = {lowering_config = #iree_gpu.lowering_config<{ ...
// ...
//   attention: softmax(1 * Q K^T) V along the keys

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942

#map = affine_map<(d0, d1, d2, d3) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d3, d1)>
#map3 = affine_map<(d0, d1, d2, d3) -> ()>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<?x?xf32>, %arg1: tensor<?x1xf32>) -> tensor<?x?xf32> {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x?xf32>
    %0 = tensor.empty(%dim, %dim) : tensor<?x?xf32>
    %cst = arith.constant 1.000000e+00 : f32
    %1 = "iree_linalg_ext.attention"(%arg1, %arg1, %arg0, %cst, %0) ({
    ^bb0(%arg2: f32):
      "iree_linalg_ext.yield"(%arg2) : (f32) -> ()
    }) {indexing_maps = [#map, #map1, #map2, #map3, #map4]} : (tensor<?x1xf32>, tensor<?x1xf32>, tensor<?x?xf32>, f32, tensor<?x?xf32>) -> tensor<?x?xf32>
    return %1 : tensor<?x?xf32>
  }
}

// assay-content: 1ff5b0b81bfaced9044122306f9d7619 49284f294628dd66d1c771a6b77cb9c7
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[d0,d0]","f32[d0,1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"attention","operands":[1,1,0],"spelling":"named","attributes":{"scale":1.0,"mask":"none","causal":false,"group":1}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1,1],"data":[0.0]},
// assay-case:   {"element":"f32","shape":[1,1],"data":[0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
