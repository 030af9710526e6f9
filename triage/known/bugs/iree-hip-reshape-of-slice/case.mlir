// compile-failure:compile:'llvm.insertvalue' op Type mismatch: cannot insert '!llvm.ptr<#>' into '!llvm.struct<(ptr<#>, ptr<#>, i64)>'
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// loc(unknown): 'llvm.insertvalue' op Type mismatch: cannot insert '!llvm.ptr<3>' into '!llvm.struct<(ptr<7>, ptr<7>, i64)>'
// 
// loc(unknown): see current operation: %115 = "llvm.insertvalue"(%112, %113) <{position = array<i64: 0>}> : (!llvm.struct<(ptr<7>, ptr<7>, i64)>, !llvm.ptr<3>) -> ...
//   extract_slice: x from [0,0], [1,1] elements in steps of [1,1]
//   collapse: the elements in order, dims joined

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942

module {
  func.func @main(%arg0: tensor<1x2xf32>) -> tensor<f32> {
    %extracted_slice = tensor.extract_slice %arg0[0, 0] [1, 1] [1, 1] : tensor<1x2xf32> to tensor<1x1xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1]] : tensor<1x1xf32> into tensor<1xf32>
    %cst = arith.constant dense<> : tensor<0xindex>
    %reshape = tensor.reshape %collapsed(%cst) : (tensor<1xf32>, tensor<0xindex>) -> tensor<f32>
    return %reshape : tensor<f32>
  }
}

// assay-content: 0ed4ac7d215e8abd238b8d3fa46d854f 49284f294628dd66d1c771a6b77cb9c7
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[1,2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"extract_slice","operands":[0],"spelling":"named","attributes":{"offsets":["0","0"],"sizes":["1","1"],"strides":[1,1],"dropped":[]}},
// assay-case:   {"op":"collapse","operands":[1],"spelling":"named","attributes":{"groups":[[0,1]]}},
// assay-case:   {"op":"collapse","operands":[2],"spelling":"primitives","attributes":{"groups":[]}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1,2],"data":[0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
