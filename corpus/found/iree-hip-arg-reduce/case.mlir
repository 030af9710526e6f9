// compile-failure:compile:failed to bufferize op on iree@3.13.0:hip:O3, found by assay 0.1.0.
// module.mlir:13:12: failed to bufferize op
// 
// module.mlir:4:3: called from
// 
// module.mlir:13:12: see current operation: %35 = "bufferization.alloc_tensor"(%32) <{operandSegmentSizes = array<i32: 0, 1, 0>}> : (tensor<?xi32>) -> tensor<?xi3 ...
//   arg_reduce: the least along dim 0, and the first place where it stands

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O3 --iree-rocm-target=gfx942

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @main(%arg0: tensor<?x?xi32>) -> tensor<?xi32> {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x?xi32>
    %0 = tensor.empty(%dim) : tensor<?xi32>
    %c2147483647_i32 = arith.constant 2147483647 : i32
    %1 = linalg.fill ins(%c2147483647_i32 : i32) outs(%0 : tensor<?xi32>) -> tensor<?xi32>
    %2 = tensor.empty(%dim) : tensor<?xi32>
    %c2147483647_i32_0 = arith.constant 2147483647 : i32
    %3 = linalg.fill ins(%c2147483647_i32_0 : i32) outs(%2 : tensor<?xi32>) -> tensor<?xi32>
    %4:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["reduction", "parallel"]} ins(%arg0 : tensor<?x?xi32>) outs(%1, %3 : tensor<?xi32>, tensor<?xi32>) {
    ^bb0(%in: i32, %out: i32, %out_1: i32):
      %5 = linalg.index 0 : index
      %6 = arith.index_cast %5 : index to i32
      %7 = arith.cmpi slt, %in, %out : i32
      %8 = arith.cmpi eq, %in, %out : i32
      %9 = arith.cmpi slt, %6, %out_1 : i32
      %10 = arith.andi %8, %9 : i1
      %11 = arith.ori %7, %10 : i1
      %12 = arith.select %11, %in, %out : i32
      %13 = arith.select %11, %6, %out_1 : i32
      linalg.yield %12, %13 : i32, i32
    } -> (tensor<?xi32>, tensor<?xi32>)
    return %4#0 : tensor<?xi32>
  }
}

// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["i32[d0,d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"arg_reduce","operands":[0],"spelling":"generic","attributes":{"minimum":true,"dim":0,"first_index":true,"index_type":"i32"}}
// assay-case: ],
// assay-case: "returns": [1],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"distribution":"distinct","seed":3462694749,"low":-4.0,"high":5.0}
// assay-case: ]}
// assay-case: ]
// assay-case: }
