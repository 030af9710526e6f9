// compile-failure:compile:failed to run translation of source executable to target executable for backend #hal.executable.target<"rocm", "rocm-hsaco-fb", {abi = "hip", iree.encoding.reso
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// module.mlir:11:10: failed to run translation of source executable to target executable for backend #hal.executable.target<"rocm", "rocm-hsaco-fb", {abi = "hip", ...
// 
// module.mlir:5:3: called from
//   broadcast: x repeated along the new dims [0]
//   contraction: out[1,2,3] = initial + sum of lhs[0,1] * rhs[2,3,0] over what out lacks

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942

#map = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d2, d3, d0)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>
module {
  func.func @main(%arg0: index, %arg1: tensor<2x2xf32>) -> tensor<2x?x2xf32> {
    %0 = tensor.empty(%arg0) : tensor<?x2x2xf32>
    %broadcasted = linalg.broadcast ins(%arg1 : tensor<2x2xf32>) outs(%0 : tensor<?x2x2xf32>) dimensions = [0] 
    %1 = tensor.empty(%arg0) : tensor<2x?x2xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<2x?x2xf32>) -> tensor<2x?x2xf32>
    %3 = linalg.contract indexing_maps = [#map, #map1, #map2] ins(%arg1, %broadcasted : tensor<2x2xf32>, tensor<?x2x2xf32>) outs(%2 : tensor<2x?x2xf32>) -> tensor<2x?x2xf32>
    return %3 : tensor<2x?x2xf32>
  }
}

// assay-content: 37b0042f2ffcd352723cba7f4d89d699 49284f294628dd66d1c771a6b77cb9c7
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[2,2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"broadcast","operands":[0],"spelling":"named","attributes":{"shape":["d0","2","2"],"added":[0]}},
// assay-case:   {"op":"contraction","operands":[0,1],"spelling":"named","attributes":{"lhs":[0,1],"rhs":[2,3,0],"out":[1,2,3],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[2,2],"data":[0.0,0.0,0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
