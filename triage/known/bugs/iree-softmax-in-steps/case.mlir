// compile-failure:compile:'vector.store' op write affecting operations on global resources are restricted to workgroup distributed contexts.
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// module.mlir:10:10: 'vector.store' op write affecting operations on global resources are restricted to workgroup distributed contexts.
// 
// module.mlir:2:3: called from
// 
// module.mlir:10:10: see current operation: "vector.store"(%25, %10, %arg1, %2) <{nontemporal = false}> : (vector<2xf32>, memref<2x2xf32, #hal.descriptor_type<sto ...
//   softmax: exp(x - max) / sum of exp(x - max) along dim 1

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

module {
  func.func @main(%arg0: tensor<2x2xf32>) -> tensor<2x2xf32> {
    %0 = tensor.empty() : tensor<2xf32>
    %cst = arith.constant 0xFF800000 : f32
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<2xf32>) -> tensor<2xf32>
    %reduced = linalg.reduce { arith.maximumf } ins(%arg0 : tensor<2x2xf32>) outs(%1 : tensor<2xf32>) dimensions = [1] 
    %2 = tensor.empty() : tensor<2x2xf32>
    %broadcasted = linalg.broadcast ins(%reduced : tensor<2xf32>) outs(%2 : tensor<2x2xf32>) dimensions = [1] 
    %3 = arith.subf %arg0, %broadcasted : tensor<2x2xf32>
    %4 = math.exp %3 : tensor<2x2xf32>
    %5 = tensor.empty() : tensor<2xf32>
    %cst_0 = arith.constant 0.000000e+00 : f32
    %6 = linalg.fill ins(%cst_0 : f32) outs(%5 : tensor<2xf32>) -> tensor<2xf32>
    %reduced_1 = linalg.reduce { arith.addf } ins(%4 : tensor<2x2xf32>) outs(%6 : tensor<2xf32>) dimensions = [1] 
    %7 = tensor.empty() : tensor<2x2xf32>
    %broadcasted_2 = linalg.broadcast ins(%reduced_1 : tensor<2xf32>) outs(%7 : tensor<2x2xf32>) dimensions = [1] 
    %8 = arith.divf %4, %broadcasted_2 : tensor<2x2xf32>
    return %8 : tensor<2x2xf32>
  }
}

// assay-content: 5dbb5f5a49887e524b5cbe66ae920622 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[2,2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"softmax","operands":[0],"spelling":"primitives","attributes":{"dim":1}}
// assay-case: ],
// assay-case: "returns": [1],
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
