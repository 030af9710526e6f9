// crash:compile:SIGABRT:std::__throw_bad_optional_access<mlir::iree_compiler::IREE::LinalgExt::fuseWithReshapeByExpansion<mlir::iree_compiler::IREE::LinalgExt::FoldWithProducerReshapeByExpansion::matchAndRewrite
// assay-target: iree@3.13.0:llvm-cpu:O2,flavour=stablehlo
// assay-version: 0.1.0
// crash in stage compile: SIGABRT
//   std::__throw_bad_optional_access
//   mlir::iree_compiler::IREE::LinalgExt::fuseWithReshapeByExpansion
//   mlir::iree_compiler::IREE::LinalgExt::FoldWithProducerReshapeByExpansion::matchAndRewrite
//   insert_slice: base with the source written from [0,0] in steps of [1,1]
//   collapse: the elements in order, dims joined
//   scatter_nd: for each b: base[indices[b]] is overwritten by updates[b]

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

module {
  func.func @main(%arg0: tensor<2x2xf32>, %arg1: tensor<2xf32>, %arg2: tensor<4x1xi64>) -> tensor<4xf32> {
    %0 = "stablehlo.reshape"(%arg1) : (tensor<2xf32>) -> tensor<1x2xf32>
    %1 = "stablehlo.constant"() {value = dense<0> : tensor<i64>} : () -> tensor<i64>
    %2 = "stablehlo.dynamic_update_slice"(%arg0, %0, %1, %1) : (tensor<2x2xf32>, tensor<1x2xf32>, tensor<i64>, tensor<i64>) -> tensor<2x2xf32>
    %3 = "stablehlo.reshape"(%2) : (tensor<2x2xf32>) -> tensor<4xf32>
    %4 = "stablehlo.scatter"(%3, %arg2, %3) ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      "stablehlo.return"(%arg4) : (tensor<f32>) -> ()
    }) {indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false} : (tensor<4xf32>, tensor<4x1xi64>, tensor<4xf32>) -> tensor<4xf32>
    return %4 : tensor<4xf32>
  }
}

// assay-content: 72c0d7896c73fe7369f71f0778dabd14 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[2,2]","f32[2]","i64[4,1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"insert_slice","operands":[1,0],"spelling":"named","attributes":{"offsets":["0","0"],"strides":[1,1],"dropped":[0]}},
// assay-case:   {"op":"collapse","operands":[3],"spelling":"named","attributes":{"groups":[[0,1]]}},
// assay-case:   {"op":"scatter_nd","operands":[4,2,4],"spelling":"named","attributes":{"depth":1,"combine":"overwrite","unique":false}}
// assay-case: ],
// assay-case: "returns": [5],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[2,2],"data":[0.0,0.0,0.0,0.0]},
// assay-case:   {"element":"f32","shape":[2],"data":[0.0,0.0]},
// assay-case:   {"element":"i64","shape":[4,1],"data":[0,0,0,0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
