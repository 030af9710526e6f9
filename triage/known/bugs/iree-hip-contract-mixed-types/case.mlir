// compile-failure:compile:'vector.contract' op failed to verify that lhs and rhs have same element type
// assay-target: iree@3.13.0:hip:O1
// assay-version: 0.1.0
// module.mlir:5:3: 'vector.contract' op failed to verify that lhs and rhs have same element type
// 
// module.mlir:5:3: see current operation: %20 = "vector.contract"(%18, %19, %2) <{fastmath = #arith.fastmath<none>, indexing_maps = [affine_map<(d0, d1) -> (d0, d ...
//   contraction: out[1] = initial + sum of lhs[0,1] * rhs[0] over what out lacks

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O1 --iree-rocm-target=gfx942

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @main(%arg0: tensor<2xf32>, %arg1: tensor<2x2xbf16>) -> tensor<2xf64> {
    %0 = tensor.empty() : tensor<2xf64>
    %cst = arith.constant 0.000000e+00 : f64
    %1 = linalg.fill ins(%cst : f64) outs(%0 : tensor<2xf64>) -> tensor<2xf64>
    %2 = linalg.contract indexing_maps = [#map, #map1, #map2] ins(%arg1, %arg0 : tensor<2x2xbf16>, tensor<2xf32>) outs(%1 : tensor<2xf64>) -> tensor<2xf64>
    return %2 : tensor<2xf64>
  }
}

// assay-content: 07cb653d3623257d7576171ce81819c0 29a50387f9dd7311f5075104635ad34d
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[2]","bf16[2,2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"contraction","operands":[1,0],"spelling":"named","attributes":{"lhs":[0,1],"rhs":[0],"out":[1],"result":"f64","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[2],"data":[0.0,0.0]},
// assay-case:   {"element":"bf16","shape":[2,2],"data":[0.0,0.0,0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
