// compile-failure:compile:failed to legalize operation 'iree_tensor_ext.dispatch.tensor.load' that was explicitly marked illegal
// assay-target: iree@3.13.0:llvm-cpu:O2,--iree-opt-generalize-matmul=false,--iree-opt-data-tiling=true
// assay-version: 0.1.0
// module.mlir:15:10: failed to legalize operation 'iree_tensor_ext.dispatch.tensor.load' that was explicitly marked illegal: %22 = "iree_tensor_ext.dispatch.tenso ...
// 
// module.mlir:5:3: called from
// 
// module.mlir:15:10: see current operation: %22 = "iree_tensor_ext.dispatch.tensor.load"(%19, %4) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offset ...
//   collapse: the elements in order, dims joined
//   contraction: out[0] = initial + sum of lhs[1] * rhs[0,1] over what out lacks

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3 --iree-opt-generalize-matmul=false --iree-opt-data-tiling=true

#map = affine_map<(d0, d1) -> (d1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d0)>
module {
  func.func @main(%arg0: tensor<?xf32>, %arg1: tensor<1x?xf32>) -> tensor<1xf32> {
    %c1 = arith.constant 1 : index
    %from_elements = tensor.from_elements %c1, %c1 : tensor<2xindex>
    %0 = arith.index_cast %c1 : index to i64
    %1 = arith.index_cast %c1 : index to i64
    %from_elements_0 = tensor.from_elements %0, %1 : tensor<2xi64>
    %reshape = tensor.reshape %arg1(%from_elements_0) : (tensor<1x?xf32>, tensor<2xi64>) -> tensor<1x?xf32>
    %2 = tensor.empty() : tensor<1xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<1xf32>) -> tensor<1xf32>
    %4 = linalg.contract indexing_maps = [#map, #map1, #map2] ins(%arg0, %reshape : tensor<?xf32>, tensor<1x?xf32>) outs(%3 : tensor<1xf32>) -> tensor<1xf32>
    return %4 : tensor<1xf32>
  }
}

// assay-content: 1e0ee8de740df058299f490c20263f0b 8dc44390b5fc1e6854c0d1cac8228f48
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[d0]","f32[1,d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"collapse","operands":[1],"spelling":"primitives","attributes":{"groups":[[0],[1]]}},
// assay-case:   {"op":"contraction","operands":[0,2],"spelling":"named","attributes":{"lhs":[1],"rhs":[0,1],"out":[0],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["disguised"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1],"data":[0.0]},
// assay-case:   {"element":"f32","shape":[1,1],"data":[0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
