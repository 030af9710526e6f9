// compile-failure:compile:'linalg.fill' op write affecting operations on shared resources are restricted to lane or thread distributed contexts.
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// module.mlir:3:10: 'linalg.fill' op write affecting operations on shared resources are restricted to lane or thread distributed contexts.
// 
// module.mlir:2:3: called from
// 
// module.mlir:3:10: see current operation: 
// "linalg.fill"(%5, %23) <{operandSegmentSizes = array<i32: 1, 1>}> ({
// ...
//   contraction: out[0,2] = initial + sum of lhs[0,1] * rhs[1,2] over what out lacks

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942

module {
  func.func @main(%arg0: tensor<33x2xf32>, %arg1: tensor<2x2xf32>, %arg2: tensor<33x2xf32>) -> tensor<33x2xf32> {
    %0 = linalg.matmul ins(%arg0, %arg1 : tensor<33x2xf32>, tensor<2x2xf32>) outs(%arg2 : tensor<33x2xf32>) -> tensor<33x2xf32>
    return %0 : tensor<33x2xf32>
  }
}

// assay-content: 43732f4b4ad0a991250c24ac99df21ab 49284f294628dd66d1c771a6b77cb9c7
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[33,2]","f32[2,2]","f32[33,2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"contraction","operands":[0,1],"destination":2,"spelling":"named","attributes":{"lhs":[0,1],"rhs":[1,2],"out":[0,2],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[33,2],"data":[0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0]},
// assay-case:   {"element":"f32","shape":[2,2],"data":[0.0,0.0,0.0,0.0]},
// assay-case:   {"element":"f32","shape":[33,2],"data":[0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
