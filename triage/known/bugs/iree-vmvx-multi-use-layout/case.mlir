// compile-failure:compile:failed to run translation of source executable to target executable for backend #hal.executable.target<"vmvx", "vmvx-bytecode-fb", {iree.encoding.resolver = #ir
// assay-target: iree@3.13.0:vmvx:O2
// assay-version: 0.1.0
// module.mlir:16:10: failed to run translation of source executable to target executable for backend #hal.executable.target<"vmvx", "vmvx-bytecode-fb", {iree.enco ...
// 
// module.mlir:6:3: called from
//   unary: y[i] = neg(x[i])
//   contraction: out[0,2] = initial + sum of lhs[0,1] * rhs[1,2] over what out lacks
//   binary: z[i] = add(x[i], y[i])

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=vmvx --iree-input-demote-f64-to-f32=false --iree-opt-level=O2

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d2)>
module {
  func.func @main(%arg0: tensor<2x2xf32>) -> tensor<2x2xf32> {
    %0 = tensor.empty() : tensor<2x2xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<2x2xf32>) outs(%0 : tensor<2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %7 = arith.negf %in : f32
      linalg.yield %7 : f32
    } -> tensor<2x2xf32>
    %2 = tensor.empty() : tensor<2x2xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<2x2xf32>) -> tensor<2x2xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "reduction", "parallel"]} ins(%1, %1 : tensor<2x2xf32>, tensor<2x2xf32>) outs(%3 : tensor<2x2xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %7 = arith.mulf %in, %in_0 : f32
      %8 = arith.addf %out, %7 : f32
      linalg.yield %8 : f32
    } -> tensor<2x2xf32>
    %5 = tensor.empty() : tensor<2x2xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%4, %1 : tensor<2x2xf32>, tensor<2x2xf32>) outs(%5 : tensor<2x2xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %7 = arith.addf %in, %in_0 : f32
      linalg.yield %7 : f32
    } -> tensor<2x2xf32>
    return %6 : tensor<2x2xf32>
  }
}

// assay-content: 6bb4faf16b2bc7f7a085b086db4b7bd6 c85c38e355d4aa7a4f99e0fef647f942
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[2,2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"unary","operands":[0],"spelling":"named","attributes":{"function":"neg"}},
// assay-case:   {"op":"contraction","operands":[1,1],"spelling":"generic","attributes":{"lhs":[0,1],"rhs":[1,2],"out":[0,2],"result":"f32","unsigned":false}},
// assay-case:   {"op":"binary","operands":[2,1],"spelling":"named","attributes":{"function":"add","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [3],
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
