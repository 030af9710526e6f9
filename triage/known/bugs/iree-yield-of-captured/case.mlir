// compile-failure:compile:'stream.yield' op used resource not listed in explicit captures (or produced internally)
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// module.mlir:5:10: 'stream.yield' op used resource not listed in explicit captures (or produced internally)
// 
// module.mlir:2:3: called from
// 
// module.mlir:5:10: see current operation: "stream.yield"(%15, %13, %2, %2) : (!stream.resource<external>, !stream.resource<external>, index, index) -> ()
//   fill: 1 everywhere
//   insert_slice: base with the source written from [0] in steps of [1]

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

module {
  func.func @main(%arg0: tensor<1xi64>) -> (tensor<2xi64>, tensor<2xi64>) {
    %0 = tensor.empty() : tensor<2xi64>
    %c1_i64 = arith.constant 1 : i64
    %1 = linalg.fill ins(%c1_i64 : i64) outs(%0 : tensor<2xi64>) -> tensor<2xi64>
    %inserted_slice = tensor.insert_slice %arg0 into %1[0] [1] [1] : tensor<1xi64> into tensor<2xi64>
    return %inserted_slice, %1 : tensor<2xi64>, tensor<2xi64>
  }
}

// assay-content: fff6df3175751687665481cf6b542967 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["i64[1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"fill","operands":[],"spelling":"named","attributes":{"shape":["2"],"element":"i64","value":1.0}},
// assay-case:   {"op":"insert_slice","operands":[0,1],"spelling":"named","attributes":{"offsets":["0"],"strides":[1],"dropped":[]}}
// assay-case: ],
// assay-case: "returns": [2,1],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"i64","shape":[1],"data":[0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
