// compile-failure:compile:'flow.tensor.update' op value set has # dynamic dimensions but only # dimension values are attached
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// module.mlir:9:17: 'flow.tensor.update' op value set has 1 dynamic dimensions but only 2 dimension values are attached
// 
// module.mlir:2:3: called from
// 
// module.mlir:9:17: see current operation: %16 = "flow.tensor.update"(%15, %5, %0, %2, %12, %1, %8) <{operandSegmentSizes = array<i32: 1, 1, 2, 1, 2>}> : (tensor< ...
//   transpose: result dim i is operand dim [1,0][i]
//   concat: the operands joined along dim 1

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

module {
  func.func @main(%arg0: tensor<?x1xi64>, %arg1: tensor<?x?xi64>) -> tensor<?x?xi64> {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x1xi64>
    %c4 = arith.constant 4 : index
    %0 = tensor.empty(%dim, %c4) : tensor<?x?xi64>
    %transposed = linalg.transpose ins(%arg1 : tensor<?x?xi64>) outs(%0 : tensor<?x?xi64>) permutation = [1, 0] 
    %concat = tensor.concat dim(1) %transposed, %transposed : (tensor<?x?xi64>, tensor<?x?xi64>) -> tensor<?x?xi64>
    %concat_0 = tensor.concat dim(1) %arg0, %concat : (tensor<?x1xi64>, tensor<?x?xi64>) -> tensor<?x?xi64>
    return %concat_0 : tensor<?x?xi64>
  }
}

// assay-content: 39923f8b61284d21a800accd85c6f7a5 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 2,
// assay-case: "arguments": ["i64[d1,1]","i64[d0,d1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"transpose","operands":[1],"spelling":"named","attributes":{"permutation":[1,0]}},
// assay-case:   {"op":"concat","operands":[2,2],"spelling":"named","attributes":{"dim":1}},
// assay-case:   {"op":"concat","operands":[0,3],"spelling":"named","attributes":{"dim":1}}
// assay-case: ],
// assay-case: "returns": [4],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["disguised","dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [4,8],
// assay-case: "inputs": [
// assay-case:   {"distribution":"integers","seed":1,"low":0.0,"high":0.0},
// assay-case:   {"distribution":"integers","seed":1,"low":0.0,"high":0.0}
// assay-case: ]}
// assay-case: ]
// assay-case: }
