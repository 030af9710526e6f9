// crash:compile:SIGSEGV:mlir::dispatchIndexOpFoldResult<mlir::iree_compiler::TileAndDistributeToWorkgroupsUsingForallOpPass::runOnOperation<mlir::iree_compiler::LLVMGPULowerExecutableTargetPass::runOnOperation
// assay-target: iree@3.13.0:hip:O1,--iree-opt-data-tiling=true
// assay-version: 0.1.0
// crash in stage compile: SIGSEGV
//   mlir::dispatchIndexOpFoldResult
//   mlir::iree_compiler::TileAndDistributeToWorkgroupsUsingForallOpPass::runOnOperation
//   mlir::iree_compiler::LLVMGPULowerExecutableTargetPass::runOnOperation
//   contraction: out[1,2] = initial + sum of lhs[0,1] * rhs[0,2] over what out lacks

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O1 --iree-rocm-target=gfx942 --iree-opt-data-tiling=true

#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d1, d2)>
module {
  func.func @main(%arg0: tensor<2x2xf32>) -> tensor<2x2xf32> {
    %0 = tensor.empty() : tensor<2x2xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<2x2xf32>) -> tensor<2x2xf32>
    %2 = linalg.contract indexing_maps = [#map, #map1, #map2] ins(%arg0, %arg0 : tensor<2x2xf32>, tensor<2x2xf32>) outs(%1 : tensor<2x2xf32>) -> tensor<2x2xf32>
    return %2 : tensor<2x2xf32>
  }
}

// assay-content: ef7415f158f877c5859d4ba3a343183d 27f64ddba35851be96ae672bfed0a554
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[2,2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"contraction","operands":[0,0],"spelling":"named","attributes":{"lhs":[0,1],"rhs":[0,2],"out":[1,2],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [1],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[2,2],"data":[0.0,0.0,0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
