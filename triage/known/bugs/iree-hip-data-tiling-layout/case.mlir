// compile-failure:compile:failed to legalize operation 'linalg.generic' that was explicitly marked illegal
// assay-target: iree@3.13.0:hip:O2,--iree-opt-data-tiling=true
// assay-version: 0.1.0
// module.mlir:9:10: failed to legalize operation 'linalg.generic' that was explicitly marked illegal: %16 = "linalg.generic"(%9, %11, %15) <{indexing_maps = [affi ...
// 
// module.mlir:5:3: called from
// 
// module.mlir:9:10: see current operation: 
// %16 = "linalg.generic"(%9, %11, %15) <{indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_ ...
// ...
//   contraction: out[1] = initial + sum of lhs[0,1] * rhs[0] over what out lacks

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942 --iree-opt-data-tiling=true

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @main(%arg0: tensor<2x2xi64>, %arg1: tensor<2xi64>) -> tensor<2xi64> {
    %0 = tensor.empty() : tensor<2xi64>
    %c0_i64 = arith.constant 0 : i64
    %1 = linalg.fill ins(%c0_i64 : i64) outs(%0 : tensor<2xi64>) -> tensor<2xi64>
    %2 = linalg.contract indexing_maps = [#map, #map1, #map2] ins(%arg0, %arg1 : tensor<2x2xi64>, tensor<2xi64>) outs(%1 : tensor<2xi64>) -> tensor<2xi64>
    return %2 : tensor<2xi64>
  }
}

// assay-content: cd742534e7e0fbf437d46b79862dc097 f311bcec9b4071ad67727d51795e2393
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["i64[2,2]","i64[2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"contraction","operands":[0,1],"spelling":"named","attributes":{"lhs":[0,1],"rhs":[0],"out":[1],"result":"i64","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"i64","shape":[2,2],"data":[0,0,0,0]},
// assay-case:   {"element":"i64","shape":[2],"data":[0,0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
