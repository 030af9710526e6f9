// compile-failure:compile:'memref.alloc' op unexpected allocation without upper bound shapes
// assay-target: iree@3.13.0:hip:O3
// assay-version: 0.1.0
// module.mlir:9:10: 'memref.alloc' op unexpected allocation without upper bound shapes
// 
// module.mlir:3:3: called from
// 
// module.mlir:9:10: see current operation: %17 = "memref.alloc"(%11) <{operandSegmentSizes = array<i32: 1, 0>}> : (index) -> memref<?xf32, #gpu.address_space<work ...
//   topk: the d0 largest along dim 0, best first, and their places

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O3 --iree-rocm-target=gfx942

#map = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: index, %arg1: tensor<1xf32>) -> tensor<?xi64> {
    %0 = tensor.empty(%arg0) : tensor<?xf32>
    %1 = tensor.empty(%arg0) : tensor<?xi64>
    %cst = arith.constant 0xFF800000 : f32
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %0, %c0 : tensor<?xf32>
    %2 = tensor.empty(%dim) : tensor<?xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<?xf32>) -> tensor<?xf32>
    %c0_i32 = arith.constant 0 : i32
    %c0_0 = arith.constant 0 : index
    %dim_1 = tensor.dim %1, %c0_0 : tensor<?xi64>
    %4 = tensor.empty(%dim_1) : tensor<?xi32>
    %5 = linalg.fill ins(%c0_i32 : i32) outs(%4 : tensor<?xi32>) -> tensor<?xi32>
    %6:2 = "iree_linalg_ext.topk"(%arg1, %3, %5) ({
    ^bb0(%arg2: f32, %arg3: f32):
      %9 = arith.cmpf olt, %arg3, %arg2 : f32
      "iree_linalg_ext.yield"(%9) : (i1) -> ()
    }) {dimension = 0 : i64} : (tensor<1xf32>, tensor<?xf32>, tensor<?xi32>) -> (tensor<?xf32>, tensor<?xi32>)
    %c0_2 = arith.constant 0 : index
    %dim_3 = tensor.dim %6#1, %c0_2 : tensor<?xi32>
    %7 = tensor.empty(%dim_3) : tensor<?xi64>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%6#1 : tensor<?xi32>) outs(%7 : tensor<?xi64>) {
    ^bb0(%in: i32, %out: i64):
      %9 = arith.extsi %in : i32 to i64
      linalg.yield %9 : i64
    } -> tensor<?xi64>
    return %8 : tensor<?xi64>
  }
}

// assay-content: 2770390dedf4548ab7ed00eb499e6215 fd8dd66b2c55e21628851b7647ca34e0
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"topk","operands":[0],"spelling":"named","attributes":{"dim":0,"k":"d0","largest":true,"sorted":true,"index_type":"i64"}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1],"data":[0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
