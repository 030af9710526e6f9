// compile-failure:compile:'arith.select' op failed to verify that condition is signless i1 or has matching shape
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// module.mlir:3:10: 'arith.select' op failed to verify that condition is signless i1 or has matching shape
// 
// module.mlir:2:3: called from
// 
// module.mlir:3:10: see current operation: %8 = "arith.select"(%4, %1, %5) : (tensor<?xi1>, index, index) -> index
//   select: y[i] = c[i] ? a[i] : b[i]

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

module {
  func.func @main(%arg0: tensor<?xi32>, %arg1: tensor<?xi1>, %arg2: tensor<?xi32>) -> tensor<?xi32> {
    %0 = arith.select %arg1, %arg0, %arg2 : tensor<?xi1>, tensor<?xi32>
    return %0 : tensor<?xi32>
  }
}

// assay-content: a7aa03f9715da8ccca1a5534debd69b9 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["i32[d0]","i1[d0]","i32[d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"select","operands":[1,0,2],"spelling":"primitives","attributes":{}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"i32","shape":[1],"data":[0]},
// assay-case:   {"element":"i1","shape":[1],"data":[0]},
// assay-case:   {"element":"i32","shape":[1],"data":[0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
