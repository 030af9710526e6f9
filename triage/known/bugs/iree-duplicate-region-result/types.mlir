// compile-failure:compile:'iree_tensor_ext.compute_barrier.end' op value and result types must match
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// module.mlir:12:10: 'iree_tensor_ext.compute_barrier.end' op value and result types must match
// 
// module.mlir:3:3: called from
// 
// module.mlir:12:10: see current operation: %3 = "iree_tensor_ext.compute_barrier.end"(%2#0) : (tensor<i64>) -> tensor<f32>
//   binary: z[i] = add(x[i], y[i])
//   cast: y[i] = x[i] as f32

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

#map = affine_map<() -> ()>
module {
  func.func @main(%arg0: tensor<i64>) -> (tensor<i64>, tensor<f32>, tensor<f32>) {
    %0 = tensor.empty() : tensor<i64>
    %1 = tensor.empty() : tensor<f32>
    %2:2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = []} ins(%arg0 : tensor<i64>) outs(%0, %1 : tensor<i64>, tensor<f32>) {
    ^bb0(%in: i64, %out: i64, %out_0: f32):
      %4 = arith.addi %in, %in : i64
      %5 = arith.sitofp %4 : i64 to f32
      linalg.yield %4, %5 : i64, f32
    } -> (tensor<i64>, tensor<f32>)
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%2#0 : tensor<i64>) outs(%2#1 : tensor<f32>) {
    ^bb0(%in: i64, %out: f32):
      %4 = arith.sitofp %in : i64 to f32
      linalg.yield %4 : f32
    } -> tensor<f32>
    return %2#0, %2#1, %3 : tensor<i64>, tensor<f32>, tensor<f32>
  }
}

// assay-content: f39e6df5c20989327d2d8a67cdf76a74 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["i64[]"],
// assay-case: "nodes": [
// assay-case:   {"op":"binary","operands":[0,0],"spelling":"named","attributes":{"function":"add","unsigned":false}},
// assay-case:   {"op":"cast","operands":[1],"spelling":"generic","attributes":{"to":"f32","unsigned":false}},
// assay-case:   {"op":"cast","operands":[1],"destination":2,"spelling":"generic","attributes":{"to":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [1,2,3],
// assay-case: "groups": [
// assay-case:   {"kind":"body","first":0,"end":2}
// assay-case: ]
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"i64","shape":[],"data":[0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
