// missed-optimisation:transposes(sunk):transpose:expand
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-watch: transposes
// assay-version: 0.1.0
// transposes 1, relayouts 0, dispatches 2, bytes 80, allocated 80; spelled otherwise: transposes 0, relayouts 1, dispatches 1, bytes 32, allocated 16
// The program:
// assay 1
// %0 = argument f32[2,2]
// %1 = transpose(%0) {permutation=[1,0]} : f32[2,2]
// %2 = expand(%1) as primitives {groups=[[2],[2]]} : f32[2,2]
// %3 = binary(%2, %0) : f32[2,2]
// return %3
// The other spelling:
// assay 1
// %0 = argument f32[2,2]
// %1 = expand(%0) as primitives {groups=[[2],[2]]} : f32[2,2]
// %2 = transpose(%1) {permutation=[1,0]} : f32[2,2]
// %3 = binary(%2, %0) : f32[2,2]
// return %3
//   transpose: result dim i is operand dim [1,0][i]
//   expand: the elements in order, dims split
//   binary: z[i] = add(x[i], y[i])

// RUN: assay replay %s --fail-on-missed

#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<2x2xf32>) -> tensor<2x2xf32> {
    %0 = tensor.empty() : tensor<2x2xf32>
    %transposed = linalg.transpose ins(%arg0 : tensor<2x2xf32>) outs(%0 : tensor<2x2xf32>) permutation = [1, 0] 
    %c2 = arith.constant 2 : index
    %from_elements = tensor.from_elements %c2, %c2 : tensor<2xindex>
    %1 = arith.index_cast %c2 : index to i64
    %2 = arith.index_cast %c2 : index to i64
    %from_elements_0 = tensor.from_elements %1, %2 : tensor<2xi64>
    %reshape = tensor.reshape %transposed(%from_elements_0) : (tensor<2x2xf32>, tensor<2xi64>) -> tensor<2x2xf32>
    %3 = tensor.empty() : tensor<2x2xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%reshape, %arg0 : tensor<2x2xf32>, tensor<2x2xf32>) outs(%3 : tensor<2x2xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %5 = arith.addf %in, %in_1 : f32
      linalg.yield %5 : f32
    } -> tensor<2x2xf32>
    return %4 : tensor<2x2xf32>
  }
}

// assay-content: 8390c01317f546eb54f549c44e98f8b6 68977caa401ead3159c2303acf72fe24
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[2,2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"transpose","operands":[0],"spelling":"named","attributes":{"permutation":[1,0]}},
// assay-case:   {"op":"expand","operands":[1],"spelling":"primitives","attributes":{"groups":[["2"],["2"]],"units":0}},
// assay-case:   {"op":"binary","operands":[2,0],"spelling":"named","attributes":{"function":"add","unsigned":false}}
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
