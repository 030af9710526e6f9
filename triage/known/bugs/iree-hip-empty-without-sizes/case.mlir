// compile-failure:compile:'tensor.empty' op incorrect number of dynamic sizes, has #, expected #
// assay-target: iree@3.13.0:hip:O1
// assay-version: 0.1.0
// module.mlir:26:10: 'tensor.empty' op incorrect number of dynamic sizes, has 0, expected 1
// 
// module.mlir:9:3: called from
// 
// module.mlir:26:10: see current operation: %67 = "tensor.empty"() : () -> tensor<1x?xf32>
//   attention: softmax(1 * Q K^T, keys n > m removed) V along the keys

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O1 --iree-rocm-target=gfx942

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d3, d1)>
#map4 = affine_map<(d0, d1, d2, d3) -> ()>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<?x?xf32>, %arg1: tensor<?x1xf32>) -> tensor<?x?xf32> {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x?xf32>
    %0 = tensor.empty(%dim, %dim) : tensor<?x?xf32>
    %cst = arith.constant 1.000000e+00 : f32
    %c0_0 = arith.constant 0 : index
    %dim_1 = tensor.dim %arg1, %c0_0 : tensor<?x1xf32>
    %c0_2 = arith.constant 0 : index
    %dim_3 = tensor.dim %arg1, %c0_2 : tensor<?x1xf32>
    %1 = tensor.empty(%dim_1, %dim_3) : tensor<?x?xi1>
    %2 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%1 : tensor<?x?xi1>) {
    ^bb0(%out: i1):
      %4 = linalg.index 0 : index
      %5 = linalg.index 1 : index
      %6 = arith.cmpi sle, %5, %4 : index
      linalg.yield %6 : i1
    } -> tensor<?x?xi1>
    %3 = "iree_linalg_ext.attention"(%arg1, %arg1, %arg0, %cst, %2, %0) ({
    ^bb0(%arg2: f32):
      "iree_linalg_ext.yield"(%arg2) : (f32) -> ()
    }) {indexing_maps = [#map1, #map2, #map3, #map4, #map5, #map6]} : (tensor<?x1xf32>, tensor<?x1xf32>, tensor<?x?xf32>, f32, tensor<?x?xi1>, tensor<?x?xf32>) -> tensor<?x?xf32>
    return %3 : tensor<?x?xf32>
  }
}

// assay-content: b11cbc90d4ae0bf034919f2ce29e9209 29a50387f9dd7311f5075104635ad34d
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[d0,d0]","f32[d0,1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"attention","operands":[1,1,0],"spelling":"named","attributes":{"scale":1.0,"mask":"none","causal":true,"group":1}}
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
