// compile-failure:compile:LLVM Translation failed for operation: builtin.unrealized_conversion_cast
// assay-target: iree@3.13.0:hip:O3
// assay-version: 0.1.0
// loc(unknown): LLVM Translation failed for operation: builtin.unrealized_conversion_cast
// 
// loc(unknown): see current operation: %13 = "builtin.unrealized_conversion_cast"(%12) : (!llvm.struct<(ptr<7>, ptr<7>, i64, array<1 x i64>, array<1 x i64>)>) ->  ...
//   extract_slice: x from [1,0], [2,1] elements in steps of [1,1]
//   insert_slice: base with the source written from [0,0] in steps of [1,1]

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O3 --iree-rocm-target=gfx942

module {
  func.func @main(%arg0: tensor<3x2xi32>) -> tensor<3x2xi32> {
    %extracted_slice = tensor.extract_slice %arg0[1, 0] [2, 1] [1, 1] : tensor<3x2xi32> to tensor<2x1xi32>
    %inserted_slice = tensor.insert_slice %extracted_slice into %arg0[0, 0] [2, 1] [1, 1] : tensor<2x1xi32> into tensor<3x2xi32>
    return %inserted_slice : tensor<3x2xi32>
  }
}

// assay-content: 19e850f2b71f6e5e33c242fc4e6da8e7 fd8dd66b2c55e21628851b7647ca34e0
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["i32[3,2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"extract_slice","operands":[0],"spelling":"named","attributes":{"offsets":["1","0"],"sizes":["2","1"],"strides":[1,1],"dropped":[]}},
// assay-case:   {"op":"insert_slice","operands":[1,0],"spelling":"named","attributes":{"offsets":["0","0"],"strides":[1,1],"dropped":[]}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"i32","shape":[3,2],"data":[0,0,0,0,0,0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
