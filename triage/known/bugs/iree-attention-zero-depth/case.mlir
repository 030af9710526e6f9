// crash:compile:SIGFPE:mlir::iree_compiler::limitVectorTileSizes<mlir::iree_compiler::setRootConfigImpl<mlir::iree_compiler::initCPULaunchConfig
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// crash in stage compile: SIGFPE
//   mlir::iree_compiler::limitVectorTileSizes
//   mlir::iree_compiler::setRootConfigImpl
//   mlir::iree_compiler::initCPULaunchConfig
//   attention: softmax(1 * Q K^T) V along the keys

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

#map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>
#map1 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3)>
#map2 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2)>
#map3 = affine_map<(d0, d1, d2, d3, d4) -> ()>
#map4 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>
module {
  func.func @main(%arg0: tensor<2x1x0xf32>, %arg1: tensor<2x1x1xf32>) -> tensor<2x1x1xf32> {
    %0 = tensor.empty() : tensor<2x1x1xf32>
    %cst = arith.constant 1.000000e+00 : f32
    %1 = "iree_linalg_ext.attention"(%arg0, %arg0, %arg1, %cst, %0) ({
    ^bb0(%arg2: f32):
      "iree_linalg_ext.yield"(%arg2) : (f32) -> ()
    }) {indexing_maps = [#map, #map1, #map2, #map3, #map4]} : (tensor<2x1x0xf32>, tensor<2x1x0xf32>, tensor<2x1x1xf32>, f32, tensor<2x1x1xf32>) -> tensor<2x1x1xf32>
    return %1 : tensor<2x1x1xf32>
  }
}

// assay-content: fdeb219a37189c1b7992c582ef74088f 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[2,1,0]","f32[2,1,1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"attention","operands":[0,0,1],"spelling":"named","attributes":{"scale":1.0,"mask":"none","causal":false,"group":1}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[2,1,0],"data":[]},
// assay-case:   {"element":"f32","shape":[2,1,1],"data":[0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
