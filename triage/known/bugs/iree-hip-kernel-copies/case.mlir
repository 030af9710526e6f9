// compile-failure:compile:failed to bufferize op in 'bufferization.alloc_tensor'
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// module.mlir:4:10: failed to bufferize op
// 
// module.mlir:2:3: called from
// 
// module.mlir:4:10: see current operation: %16 = "bufferization.alloc_tensor"(%15) <{operandSegmentSizes = array<i32: 0, 1, 0>}> : (tensor<1xf32>) -> tensor<1xf32 ...
//   extract_slice: x from [0,0], [1,1] elements in steps of [1,1]
//   sort: the operands ordered by the first along dim 0, least first

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942

module {
  func.func @main(%arg0: tensor<?x1xf32>) -> tensor<1xf32> {
    %extracted_slice = tensor.extract_slice %arg0[0, 0] [1, 1] [1, 1] : tensor<?x1xf32> to tensor<1xf32>
    %0 = "iree_linalg_ext.sort"(%extracted_slice) ({
    ^bb0(%arg1: f32, %arg2: f32):
      %1 = arith.cmpf olt, %arg1, %arg2 : f32
      "iree_linalg_ext.yield"(%1) : (i1) -> ()
    }) {dimension = 0 : i64, operandSegmentSizes = array<i32: 0, 1>} : (tensor<1xf32>) -> tensor<1xf32>
    return %0 : tensor<1xf32>
  }
}

// assay-content: ce4ced9884486859538e9be8cd6ce333 49284f294628dd66d1c771a6b77cb9c7
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[d0,1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"extract_slice","operands":[0],"spelling":"named","attributes":{"offsets":["0","0"],"sizes":["1","1"],"strides":[1,1],"dropped":[0]}},
// assay-case:   {"op":"sort","operands":[1],"spelling":"named","attributes":{"dim":0,"descending":false,"stable":false}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1,1],"data":[0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
