// crash:compile:SIGSEGV:SplitPtrStructs::getPtrParts<SplitPtrStructs::visitGetElementPtrInst
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// crash in stage compile: SIGSEGV
//   SplitPtrStructs::getPtrParts
//   SplitPtrStructs::visitGetElementPtrInst
//   contraction: out[0,1,3] = initial + sum of lhs[0,1,2] * rhs[3,0,2] over what out lacks

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942

#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d3, d0, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
module {
  func.func @main(%arg0: tensor<2x2x2xf32>, %arg1: tensor<2x6x2xf32>) -> tensor<2x6x2xf32> {
    %0 = tensor.empty() : tensor<2x6x2xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<2x6x2xf32>) -> tensor<2x6x2xf32>
    %2 = linalg.contract indexing_maps = [#map, #map1, #map2] ins(%arg1, %arg0 : tensor<2x6x2xf32>, tensor<2x2x2xf32>) outs(%1 : tensor<2x6x2xf32>) -> tensor<2x6x2xf32>
    return %2 : tensor<2x6x2xf32>
  }
}

// assay-content: 66097012f5e9b90daefe1c14fcbc67ab 49284f294628dd66d1c771a6b77cb9c7
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[2,2,2]","f32[2,6,2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"contraction","operands":[1,0],"spelling":"named","attributes":{"lhs":[0,1,2],"rhs":[3,0,2],"out":[0,1,3],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[2,2,2],"data":[0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0]},
// assay-case:   {"element":"f32","shape":[2,6,2],"data":[0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
