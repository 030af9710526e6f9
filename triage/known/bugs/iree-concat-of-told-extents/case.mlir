// compile-failure:compile:'hal.tensor.export' op number of source_dims must match number of dynamic dims in source type
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// module.mlir:3:3: 'hal.tensor.export' op number of source_dims must match number of dynamic dims in source type
// 
// module.mlir:3:3: see current operation: %9 = "hal.tensor.export"(%8, %2) <{name = "output0", source_encoding = tensor<?xf32>}> : (tensor<2xf32>, index) -> !hal. ...
//   iota: each element is its place in dim 0
//   concat: the operands joined along dim 0

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

#map = affine_map<(d0) -> (d0)>
module {
  func.func @main() -> tensor<?xf32> {
    %c1 = arith.constant 1 : index
    %0 = tensor.empty(%c1) : tensor<?xf32>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%0 : tensor<?xf32>) {
    ^bb0(%out: f32):
      %2 = linalg.index 0 : index
      %3 = arith.index_cast %2 : index to i64
      %4 = arith.sitofp %3 : i64 to f32
      linalg.yield %4 : f32
    } -> tensor<?xf32>
    %concat = tensor.concat dim(0) %1, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    return %concat : tensor<?xf32>
  }
}

// assay-content: 5a9309527b071fab5f018fa9dfd11eeb 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": [],
// assay-case: "nodes": [
// assay-case:   {"op":"iota","operands":[],"spelling":"generic","attributes":{"shape":["d0"],"dim":0,"element":"f32"}},
// assay-case:   {"op":"concat","operands":[0,0],"spelling":"named","attributes":{"dim":0}}
// assay-case: ],
// assay-case: "returns": [1],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["disguised"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": []}
// assay-case: ]
// assay-case: }
