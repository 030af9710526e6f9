// compile-failure:compile:'memref.alloca' op expected no unbounded stack allocations
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// module.mlir:3:12: 'memref.alloca' op expected no unbounded stack allocations
// 
// module.mlir:2:3: called from
// 
// module.mlir:3:12: see current operation: %21 = "memref.alloca"(%11) <{alignment = 64 : i64, operandSegmentSizes = array<i32: 1, 0>}> : (index) -> memref<?xf32>
//   sort: the operands ordered by the first along dim 0, least first

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

module {
  func.func @main(%arg0: tensor<?xf32>, %arg1: tensor<?xi32>) -> tensor<?xi32> {
    %0:2 = "iree_linalg_ext.sort"(%arg0, %arg1) ({
    ^bb0(%arg2: f32, %arg3: f32, %arg4: i32, %arg5: i32):
      %1 = arith.cmpf olt, %arg2, %arg3 : f32
      "iree_linalg_ext.yield"(%1) : (i1) -> ()
    }) {dimension = 0 : i64, operandSegmentSizes = array<i32: 0, 2>} : (tensor<?xf32>, tensor<?xi32>) -> (tensor<?xf32>, tensor<?xi32>)
    return %0#1 : tensor<?xi32>
  }
}

// assay-content: a7b02eee659028d355b097dab2d1e1aa 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[d0]","i32[d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"sort","operands":[0,1],"spelling":"named","attributes":{"dim":0,"descending":false,"stable":false}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1],"data":[0.0]},
// assay-case:   {"element":"i32","shape":[1],"data":[0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
