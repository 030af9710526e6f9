// compile-failure:compile:'tensor.collapse_shape' op expected collapsed rank (#) to equal the number of reassociation maps (#).
// assay-target: iree@3.13.0:hip:O2,--iree-opt-data-tiling=true
// assay-version: 0.1.0
// module.mlir:6:10: 'tensor.collapse_shape' op expected collapsed rank (2) to equal the number of reassociation maps (3).
// 
// module.mlir:2:3: called from
// 
// module.mlir:6:10: see current operation: %13 = "tensor.collapse_shape"(%12) <{reassociation = [[0], [1, 2], [3]]}> : (tensor<1x4x4x16xf32>) -> tensor<1x16xf32>
//   contraction: out[0] = initial + sum of lhs[0,1] * rhs[1] over what out lacks

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942 --iree-opt-data-tiling=true

module {
  func.func @main(%arg0: tensor<2x2xf32>, %arg1: tensor<2xf32>) -> tensor<2xf32> {
    %0 = tensor.empty() : tensor<2xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<2xf32>) -> tensor<2xf32>
    %2 = linalg.matvec ins(%arg0, %arg1 : tensor<2x2xf32>, tensor<2xf32>) outs(%1 : tensor<2xf32>) -> tensor<2xf32>
    return %2 : tensor<2xf32>
  }
}

// assay-content: feae96e35501a12b915a8e61a092040c f311bcec9b4071ad67727d51795e2393
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[2,2]","f32[2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"contraction","operands":[0,1],"spelling":"named","attributes":{"lhs":[0,1],"rhs":[1],"out":[0],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[2,2],"data":[0.0,0.0,0.0,0.0]},
// assay-case:   {"element":"f32","shape":[2],"data":[0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
