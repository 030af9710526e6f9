// compile-failure:compile:operand #1 does not dominate this use in 'scf.forall'
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// module.mlir:10:18: operand #1 does not dominate this use
// 
// module.mlir:2:3: called from
// 
// module.mlir:10:18: see current operation: 
// %41:3 = "scf.forall"(%33, %41#2, %40, %39) <{mapping = [#iree_codegen.workgroup_mapping<x>], operandSegmentSizes = array<i32: 0, 1, 0, 3>, staticLowerBound = ar ...
// ...
//   reduce: sum over dims [1], from the initial value

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

module {
  func.func @main(%arg0: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x?xf32>
    %0 = tensor.empty(%dim) : tensor<?xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
    %reduced = linalg.reduce { arith.addf } ins(%arg0 : tensor<?x?xf32>) outs(%1 : tensor<?xf32>) dimensions = [1] 
    %reduced_0 = linalg.reduce { arith.addf } ins(%arg0 : tensor<?x?xf32>) outs(%reduced : tensor<?xf32>) dimensions = [1] 
    %reduced_1 = linalg.reduce { arith.addf } ins(%arg0 : tensor<?x?xf32>) outs(%reduced_0 : tensor<?xf32>) dimensions = [1] 
    return %reduced, %reduced_0, %reduced_1 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  }
}

// assay-content: ac8cda95eb23a89d76246a47811eb523 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[d0,d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"reduce","operands":[0],"spelling":"named","attributes":{"function":"sum","dims":[1],"result":"f32","unsigned":false}},
// assay-case:   {"op":"reduce","operands":[0],"destination":1,"spelling":"named","attributes":{"function":"sum","dims":[1],"result":"f32","unsigned":false}},
// assay-case:   {"op":"reduce","operands":[0],"destination":2,"spelling":"named","attributes":{"function":"sum","dims":[1],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [1,2,3],
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
