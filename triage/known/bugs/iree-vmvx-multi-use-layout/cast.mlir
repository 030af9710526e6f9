// compile-failure:compile:failed to run translation of source executable to target executable for backend #hal.executable.target<"vmvx", "vmvx-bytecode-fb", {iree.encoding.resolver = #ir
// assay-target: iree@3.13.0:vmvx:O2
// assay-version: 0.1.0
// module.mlir:15:10: failed to run translation of source executable to target executable for backend #hal.executable.target<"vmvx", "vmvx-bytecode-fb", {iree.enco ...
// 
// module.mlir:3:3: called from
//   cast: y[i] = x[i] as i32
//   contraction: out[0] = initial + sum of lhs[0,1] * rhs[1] over what out lacks
//   binary: z[i] = add(x[i], y[i])

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=vmvx --iree-input-demote-f64-to-f32=false --iree-opt-level=O2

#map = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<?xi1>, %arg1: tensor<?x?xi32>) -> tensor<?xi32> {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?xi1>
    %0 = tensor.empty(%dim) : tensor<?xi32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<?xi1>) outs(%0 : tensor<?xi32>) {
    ^bb0(%in: i1, %out: i32):
      %7 = arith.extui %in : i1 to i32
      linalg.yield %7 : i32
    } -> tensor<?xi32>
    %2 = tensor.empty(%dim) : tensor<?xi32>
    %c0_i32 = arith.constant 0 : i32
    %3 = linalg.fill ins(%c0_i32 : i32) outs(%2 : tensor<?xi32>) -> tensor<?xi32>
    %4 = linalg.matvec ins(%arg1, %1 : tensor<?x?xi32>, tensor<?xi32>) outs(%3 : tensor<?xi32>) -> tensor<?xi32>
    %5 = tensor.empty(%dim) : tensor<?xi32>
    %6 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1, %4 : tensor<?xi32>, tensor<?xi32>) outs(%5 : tensor<?xi32>) {
    ^bb0(%in: i32, %in_0: i32, %out: i32):
      %7 = arith.addi %in, %in_0 : i32
      linalg.yield %7 : i32
    } -> tensor<?xi32>
    return %6 : tensor<?xi32>
  }
}

// assay-content: 8bc306cbc44d6d251f9368540b698121 c85c38e355d4aa7a4f99e0fef647f942
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["i1[d0]","i32[d0,d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"cast","operands":[0],"spelling":"generic","attributes":{"to":"i32","unsigned":false}},
// assay-case:   {"op":"contraction","operands":[1,2],"spelling":"named","attributes":{"lhs":[0,1],"rhs":[1],"out":[0],"result":"i32","unsigned":false}},
// assay-case:   {"op":"binary","operands":[2,3],"spelling":"named","attributes":{"function":"add","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [4],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"i1","shape":[1],"data":[0]},
// assay-case:   {"element":"i32","shape":[1,1],"data":[0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
