// missed-optimisation:transposes(sunk):transpose:collapse
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-watch: transposes
// assay-version: 0.1.0
// transposes 1, relayouts 0, dispatches 2, bytes 120, allocated 80; spelled otherwise: transposes 0, relayouts 0, dispatches 1, bytes 56, allocated 16
// The program:
// assay 1
// %0 = argument f32[2,2,2]
// %1 = argument f32[2]
// %2 = transpose(%0) {permutation=[1,2,0]} : f32[2,2,2]
// %3 = collapse(%2) {groups=[[0,1],[2]]} : f32[4,2]
// %4 = contraction(%3, %1) {lhs=[0,1], rhs=[1], out=[0]} : f32[4]
// return %4
// The other spelling:
// assay 1
// %0 = argument f32[2,2,2]
// %1 = argument f32[2]
// %2 = collapse(%0) {groups=[[0],[1,2]]} : f32[2,4]
// %3 = transpose(%2) {permutation=[1,0]} : f32[4,2]
// %4 = contraction(%3, %1) {lhs=[0,1], rhs=[1], out=[0]} : f32[4]
// return %4
//   transpose: result dim i is operand dim [1,2,0][i]
//   collapse: the elements in order, dims joined
//   contraction: out[0] = initial + sum of lhs[0,1] * rhs[1] over what out lacks

// RUN: assay replay %s --fail-on-missed

module {
  func.func @main(%arg0: tensor<2x2x2xf32>, %arg1: tensor<2xf32>) -> tensor<4xf32> {
    %0 = tensor.empty() : tensor<2x2x2xf32>
    %transposed = linalg.transpose ins(%arg0 : tensor<2x2x2xf32>) outs(%0 : tensor<2x2x2xf32>) permutation = [1, 2, 0] 
    %collapsed = tensor.collapse_shape %transposed [[0, 1], [2]] : tensor<2x2x2xf32> into tensor<4x2xf32>
    %1 = tensor.empty() : tensor<4xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<4xf32>) -> tensor<4xf32>
    %3 = linalg.matvec ins(%collapsed, %arg1 : tensor<4x2xf32>, tensor<2xf32>) outs(%2 : tensor<4xf32>) -> tensor<4xf32>
    return %3 : tensor<4xf32>
  }
}

// assay-content: 72dc1f6a66442cb1e82c202301bc1526 68977caa401ead3159c2303acf72fe24
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[2,2,2]","f32[2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"transpose","operands":[0],"spelling":"named","attributes":{"permutation":[1,2,0]}},
// assay-case:   {"op":"collapse","operands":[2],"spelling":"named","attributes":{"groups":[[0,1],[2]]}},
// assay-case:   {"op":"contraction","operands":[3,1],"spelling":"named","attributes":{"lhs":[0,1],"rhs":[1],"out":[0],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [4],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"distribution":"integers","seed":1,"low":-5.0,"high":5.0},
// assay-case:   {"element":"f32","shape":[2],"data":[1.0,3.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
