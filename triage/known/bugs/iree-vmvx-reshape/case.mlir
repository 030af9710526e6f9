// compile-failure:compile:failed to legalize operation 'memref.reshape' that was explicitly marked illegal
// assay-target: iree@3.13.0:vmvx:O2
// assay-version: 0.1.0
// module.mlir:7:16: failed to legalize operation 'memref.reshape' that was explicitly marked illegal: %9 = "memref.reshape"(%5, %2) : (memref<i32, #hal.descriptor ...
// 
// module.mlir:2:3: called from
// 
// module.mlir:7:16: see current operation: %9 = "memref.reshape"(%5, %2) : (memref<i32, #hal.descriptor_type<storage_buffer>>, memref<1xi64>) -> memref<1xi32, #ha ...
//   expand: the elements in order, dims split

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=vmvx --iree-input-demote-f64-to-f32=false --iree-opt-level=O2

module {
  func.func @main(%arg0: tensor<i32>) -> tensor<1xi32> {
    %c1 = arith.constant 1 : index
    %from_elements = tensor.from_elements %c1 : tensor<1xindex>
    %0 = arith.index_cast %c1 : index to i64
    %from_elements_0 = tensor.from_elements %0 : tensor<1xi64>
    %reshape = tensor.reshape %arg0(%from_elements_0) : (tensor<i32>, tensor<1xi64>) -> tensor<1xi32>
    return %reshape : tensor<1xi32>
  }
}

// assay-content: a153b3b633681a637144f5210f8683b4 c85c38e355d4aa7a4f99e0fef647f942
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["i32[]"],
// assay-case: "nodes": [
// assay-case:   {"op":"expand","operands":[0],"spelling":"primitives","attributes":{"groups":[],"units":1}}
// assay-case: ],
// assay-case: "returns": [1],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"i32","shape":[],"data":[0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
