// compile-failure:compile:'func.func' op exceeded stack allocation limit of # bytes for function. Got # bytes
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// module.mlir:6:10: 'func.func' op exceeded stack allocation limit of 32768 bytes for function. Got 36028797018963968 bytes
// 
// module.mlir:2:3: called from
// 
// module.mlir:6:10: see current operation: 
// "func.func"() <{function_type = () -> (), sym_name = "main_dispatch_0_softmax_1xDxf32_dispatch_tensor_store"}> ({
// ...
//   softmax: exp(x - max) / sum of exp(x - max) along dim 1

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

module {
  func.func @main(%arg0: tensor<1x?xf32>) -> tensor<1x?xf32> {
    %c1 = arith.constant 1 : index
    %dim = tensor.dim %arg0, %c1 : tensor<1x?xf32>
    %0 = tensor.empty(%dim) : tensor<1x?xf32>
    %1 = linalg.softmax dimension(1) ins(%arg0 : tensor<1x?xf32>) outs(%0 : tensor<1x?xf32>) -> tensor<1x?xf32>
    return %1 : tensor<1x?xf32>
  }
}

// assay-content: 281a09f1b68579e2e9783025eb77a3eb 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[1,d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"softmax","operands":[0],"spelling":"named","attributes":{"dim":1}}
// assay-case: ],
// assay-case: "returns": [1],
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
