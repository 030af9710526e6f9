// compile-failure:compile:LLVM Translation failed for operation: builtin.unrealized_conversion_cast in 'builtin.unrealized_conversion_cast'
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// loc(unknown): LLVM Translation failed for operation: builtin.unrealized_conversion_cast
// 
// loc(unknown): see current operation: %23 = "builtin.unrealized_conversion_cast"(%22) : (!llvm.struct<(ptr<1>, ptr<1>, i64, array<2 x i64>, array<2 x i64>)>) ->  ...
//   insert_slice: base with the source written from [0,0] in steps of [1,1]

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942

module {
  func.func @main(%arg0: tensor<?x?xf32>) -> tensor<?x?xf32> {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x?xf32>
    %inserted_slice = tensor.insert_slice %arg0 into %arg0[0, 0] [%dim, %dim] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
    return %inserted_slice : tensor<?x?xf32>
  }
}

// assay-content: c01c1ef149d5e2f04cd0ea6306fd9eb2 49284f294628dd66d1c771a6b77cb9c7
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[d0,d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"insert_slice","operands":[0,0],"spelling":"named","attributes":{"offsets":["0","0"],"strides":[1,1],"dropped":[]}}
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
