// compile-failure:compile:'vector.transfer_read' op requires valid padding vector elemental type
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// module.mlir:6:10: 'vector.transfer_read' op requires valid padding vector elemental type
// 
// module.mlir:2:3: called from
// 
// module.mlir:6:10: see current operation: %30 = "vector.transfer_read"(%17, %29, %0) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutat ...
//   gather_nd: y[b] = x[indices[b]]

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

module {
  func.func @main(%arg0: tensor<3xcomplex<f32>>, %arg1: tensor<?x1xi32>) -> tensor<?xcomplex<f32>> {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg1, %c0 : tensor<?x1xi32>
    %0 = tensor.empty(%dim) : tensor<?xcomplex<f32>>
    %1 = "iree_linalg_ext.gather"(%arg0, %arg1, %0) {dimension_map = array<i64: 0>} : (tensor<3xcomplex<f32>>, tensor<?x1xi32>, tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>>
    return %1 : tensor<?xcomplex<f32>>
  }
}

// assay-content: cb88dbdd1fd3f0510e1b20269aa17986 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["c64[3]","i32[d0,1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"gather_nd","operands":[0,1],"spelling":"named","attributes":{"depth":1}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [2],
// assay-case: "inputs": [
// assay-case:   {"distribution":"uniform","seed":1,"low":-1.0,"high":1.0},
// assay-case:   {"distribution":"integers","seed":1,"low":0.0,"high":0.0}
// assay-case: ]}
// assay-case: ]
// assay-case: }
