// compile-failure:compile:failed to bufferize op
// assay-target: iree@3.4.0:hip:O3
// assay-version: 0.1.0
// module.mlir:13:12: failed to bufferize op
// 
// module.mlir:3:3: called from
// 
// module.mlir:13:12: see current operation: %19 = "bufferization.alloc_tensor"(%16) <{operandSegmentSizes = array<i32: 0, 1, 0>}> : (tensor<?xi32>) -> tensor<?xi3 ...
//   topk: the 1 largest along dim 0, best first, and their places

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O3 --iree-hip-target=gfx942

#map = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<?xi64>) -> tensor<1xi64> {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?xi64>
    %0 = tensor.empty(%dim) : tensor<?xi32>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%0 : tensor<?xi32>) {
    ^bb0(%out: i32):
      %3 = linalg.index 0 : index
      %4 = arith.index_cast %3 : index to i32
      linalg.yield %4 : i32
    } -> tensor<?xi32>
    %2:2 = "iree_linalg_ext.sort"(%arg0, %1) ({
    ^bb0(%arg1: i64, %arg2: i64, %arg3: i32, %arg4: i32):
      %3 = arith.cmpi slt, %arg2, %arg1 : i64
      "iree_linalg_ext.yield"(%3) : (i1) -> ()
    }) {dimension = 0 : i64, operandSegmentSizes = array<i32: 0, 2>} : (tensor<?xi64>, tensor<?xi32>) -> (tensor<?xi64>, tensor<?xi32>)
    %extracted_slice = tensor.extract_slice %2#0[0] [1] [1] : tensor<?xi64> to tensor<1xi64>
    %extracted_slice_0 = tensor.extract_slice %2#1[0] [1] [1] : tensor<?xi32> to tensor<1xi32>
    return %extracted_slice : tensor<1xi64>
  }
}

// assay-content: 31812684197d51928efc3045f11623aa 4886d11828c073fe2d4b3a5a5a8d5851
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["i64[d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"topk","operands":[0],"spelling":"primitives","attributes":{"dim":0,"k":"1","largest":true,"sorted":true,"index_type":"i32"}}
// assay-case: ],
// assay-case: "returns": [1],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"i64","shape":[1],"data":[0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
