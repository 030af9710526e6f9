// crash:compile:SIGSEGV:<libIREECompiler.so+80395c9><<libIREECompiler.so+80361a9><<libIREECompiler.so+8034699>
// assay-target: iree@3.13.0:hip:O3
// assay-version: 0.1.0
// crash in stage compile: SIGSEGV
//   <libIREECompiler.so+80395c9>
//   <libIREECompiler.so+80361a9>
//   <libIREECompiler.so+8034699>
//   fill: 0 everywhere
//   attention: softmax(1 * Q K^T) V along the keys

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O3 --iree-rocm-target=gfx942

#map = affine_map<(d0, d1, d2, d3) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d3, d1)>
#map3 = affine_map<(d0, d1, d2, d3) -> ()>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
func.func @main(%arg0: tensor<1x5xf32>, %arg1: tensor<5x5xf32>) -> tensor<5x5xf32> {
  %0 = tensor.empty() : tensor<1x5xf32>
  %cst = arith.constant 0.000000e+00 : f32
  %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x5xf32>) -> tensor<1x5xf32>
  %2 = tensor.empty() : tensor<5x5xf32>
  %cst_0 = arith.constant 1.000000e+00 : f32
  %3 = "iree_linalg_ext.attention"(%arg1, %1, %arg0, %cst_0, %2) ({
  ^bb0(%arg2: f32):
    "iree_linalg_ext.yield"(%arg2) : (f32) -> ()
  }) {indexing_maps = [#map, #map1, #map2, #map3, #map4]} : (tensor<5x5xf32>, tensor<1x5xf32>, tensor<1x5xf32>, f32, tensor<5x5xf32>) -> tensor<5x5xf32>
  return %3 : tensor<5x5xf32>
}

// assay-content: 22b0dd772fd059db76b1f332ced6f272 fd8dd66b2c55e21628851b7647ca34e0
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[1,5]","f32[5,5]"],
// assay-case: "nodes": [
// assay-case:   {"op":"fill","operands":[],"spelling":"named","attributes":{"shape":["1","5"],"element":"f32","value":0.0}},
// assay-case:   {"op":"attention","operands":[1,2,0],"spelling":"named","attributes":{"scale":1.0,"mask":"none","causal":false,"group":1}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1,5],"data":[0.0,0.0,0.0,0.0,0.0]},
// assay-case:   {"element":"f32","shape":[5,5],"data":[0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
