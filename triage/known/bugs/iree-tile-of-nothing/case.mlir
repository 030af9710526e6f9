// crash:compile:SIGSEGV:mlir::linalg::computeTileSizes<mlir::linalg::computeAllSliceParameters<mlir::linalg::makeTiledShapes
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// crash in stage compile: SIGSEGV
//   mlir::linalg::computeTileSizes
//   mlir::linalg::computeAllSliceParameters
//   mlir::linalg::makeTiledShapes
//   collapse: the elements in order, dims joined
//   contraction: out[1] = initial + sum of lhs[0] * rhs[1,0] over what out lacks

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

#map = affine_map<(d0, d1) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d1, d0)>
#map2 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @main(%arg0: tensor<2x?xf32>, %arg1: tensor<1x?xf32>) -> tensor<2xf32> {
    %c0 = arith.constant 0 : index
    %from_elements = tensor.from_elements %c0 : tensor<1xindex>
    %0 = arith.index_cast %c0 : index to i64
    %from_elements_0 = tensor.from_elements %0 : tensor<1xi64>
    %reshape = tensor.reshape %arg1(%from_elements_0) : (tensor<1x?xf32>, tensor<1xi64>) -> tensor<?xf32>
    %1 = tensor.empty() : tensor<2xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<2xf32>) -> tensor<2xf32>
    %3 = linalg.contract indexing_maps = [#map, #map1, #map2] ins(%reshape, %arg0 : tensor<?xf32>, tensor<2x?xf32>) outs(%2 : tensor<2xf32>) -> tensor<2xf32>
    return %3 : tensor<2xf32>
  }
}

// assay-content: f624ad75cab5308e78ce33d2ecdf5f44 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[2,d0]","f32[1,d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"collapse","operands":[1],"spelling":"primitives","attributes":{"groups":[[0,1]]}},
// assay-case:   {"op":"contraction","operands":[2,0],"spelling":"named","attributes":{"lhs":[0],"rhs":[1,0],"out":[1],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["disguised"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [0],
// assay-case: "inputs": [
// assay-case:   {"distribution":"integers","seed":4228119783,"low":-3.0,"high":3.0},
// assay-case:   {"element":"f32","shape":[1,0],"data":[]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
