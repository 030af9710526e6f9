// compile-failure:compile:LLVM Translation failed for operation: builtin.unrealized_conversion_cast
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// loc(unknown): LLVM Translation failed for operation: builtin.unrealized_conversion_cast
// 
// loc(unknown): see current operation: %25 = "builtin.unrealized_conversion_cast"(%24) : (i64) -> index
//   contraction: out[3,0,2] = initial + sum of lhs[0,1] * rhs[1,2,3] over what out lacks

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942

#map = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d3, d0, d2)>
module {
  func.func @main(%arg0: tensor<2x3x2xf64>, %arg1: tensor<2x2xf64>) -> tensor<2x2x3xf64> {
    %0 = tensor.empty() : tensor<2x2x3xf64>
    %cst = arith.constant 0.000000e+00 : f64
    %1 = linalg.fill ins(%cst : f64) outs(%0 : tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
    %2 = linalg.contract indexing_maps = [#map, #map1, #map2] ins(%arg1, %arg0 : tensor<2x2xf64>, tensor<2x3x2xf64>) outs(%1 : tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
    return %2 : tensor<2x2x3xf64>
  }
}

// assay-content: a49d8aff581c87a7d83b1414cfd7f88c 49284f294628dd66d1c771a6b77cb9c7
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f64[2,3,2]","f64[2,2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"contraction","operands":[1,0],"spelling":"named","attributes":{"lhs":[0,1],"rhs":[1,2,3],"out":[3,0,2],"result":"f64","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f64","shape":[2,3,2],"data":[0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0]},
// assay-case:   {"element":"f64","shape":[2,2],"data":[0.0,0.0,0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
