// crash:compile:SIGFPE:<libIREECompiler.so+803a21b><<libIREECompiler.so+80361a9><<libIREECompiler.so+8034699>
// assay-target: iree@3.13.0:hip:O3
// assay-version: 0.1.0
// crash in stage compile: SIGFPE
//   <libIREECompiler.so+803a21b>
//   <libIREECompiler.so+80361a9>
//   <libIREECompiler.so+8034699>
//   attention: softmax(1 * Q K^T with the mask) V along the keys

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O3 --iree-rocm-target=gfx942

#map = affine_map<(d0, d1, d2, d3) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d3, d1)>
#map3 = affine_map<(d0, d1, d2, d3) -> ()>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
func.func @main(%arg0: tensor<1x?xf32>, %arg1: tensor<1x?xi1>, %arg2: tensor<?x?xf32>) -> tensor<1x?xf32> {
  %c1 = arith.constant 1 : index
  %dim = tensor.dim %arg0, %c1 : tensor<1x?xf32>
  %0 = tensor.empty(%dim) : tensor<1x?xf32>
  %cst = arith.constant 1.000000e+00 : f32
  %1 = "iree_linalg_ext.attention"(%arg0, %arg2, %arg2, %cst, %arg1, %0) ({
  ^bb0(%arg3: f32):
    "iree_linalg_ext.yield"(%arg3) : (f32) -> ()
  }) {indexing_maps = [#map, #map1, #map2, #map3, #map4, #map5]} : (tensor<1x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, f32, tensor<1x?xi1>, tensor<1x?xf32>) -> tensor<1x?xf32>
  return %1 : tensor<1x?xf32>
}

// assay-content: e0753d55e118f4c4ec77e06f607eff14 fd8dd66b2c55e21628851b7647ca34e0
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[1,d0]","i1[1,d0]","f32[d0,d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"attention","operands":[0,2,2,1],"spelling":"named","attributes":{"scale":1.0,"mask":"boolean","causal":false,"group":1}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1,1],"data":[0.0]},
// assay-case:   {"distribution":"mask_rows","seed":3052911358,"low":0.0,"high":1.0},
// assay-case:   {"element":"f32","shape":[1,1],"data":[0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
