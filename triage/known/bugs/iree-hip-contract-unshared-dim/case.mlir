// compile-failure:compile:'vector.contract' op invalid accumulator/result vector shape
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// module.mlir:12:12: 'vector.contract' op invalid accumulator/result vector shape
// 
// module.mlir:5:3: called from
// 
// module.mlir:12:12: see current operation: %23 = "vector.contract"(%21, %17, %22) <{fastmath = #arith.fastmath<none>, indexing_maps = [affine_map<(d0, d1) -> (d0 ...
//   contraction: out[0] = initial + sum of lhs[0,1,2] * rhs[0,2] over what out lacks

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0)>
module {
  func.func @main(%arg0: tensor<2x7xf32>, %arg1: tensor<2x5x7xf32>) -> tensor<2xf32> {
    %0 = tensor.empty() : tensor<2xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<2xf32>) -> tensor<2xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "reduction", "reduction"]} ins(%arg1, %arg0 : tensor<2x5x7xf32>, tensor<2x7xf32>) outs(%1 : tensor<2xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %3 = arith.mulf %in, %in_0 : f32
      %4 = arith.addf %out, %3 : f32
      linalg.yield %4 : f32
    } -> tensor<2xf32>
    return %2 : tensor<2xf32>
  }
}

// assay-content: 45e15a4441e96b0c07c21121c2945931 49284f294628dd66d1c771a6b77cb9c7
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[2,7]","f32[2,5,7]"],
// assay-case: "nodes": [
// assay-case:   {"op":"contraction","operands":[1,0],"spelling":"named","attributes":{"lhs":[0,1,2],"rhs":[0,2],"out":[0],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[2,7],"data":[0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0]},
// assay-case:   {"element":"f32","shape":[2,5,7],"data":[0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
