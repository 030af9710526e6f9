// crash:compile:SIGSEGV:mlir::iree_compiler::stablehlo::isIotaOrIotaBroadcast<mlir::iree_compiler::stablehlo::IotaSortSliceIsTopK::matchAndRewrite<mlir::PatternApplicator::matchAndRewrite
// assay-target: iree@3.13.0:llvm-cpu:O2,flavour=stablehlo
// assay-version: 0.1.0
// crash in stage compile: SIGSEGV
//   mlir::iree_compiler::stablehlo::isIotaOrIotaBroadcast
//   mlir::iree_compiler::stablehlo::IotaSortSliceIsTopK::matchAndRewrite
//   mlir::PatternApplicator::matchAndRewrite
//   broadcast: x repeated along the new dims [0]
//   sort: the operands ordered by the first along dim 0, least first

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

module {
  func.func @main(%arg0: tensor<2xi64>, %arg1: tensor<f32>) -> tensor<2xi64> {
    %0 = "stablehlo.broadcast_in_dim"(%arg1) {broadcast_dimensions = array<i64>} : (tensor<f32>) -> tensor<2xf32>
    %1:2 = "stablehlo.sort"(%arg0, %0) ({
    ^bb0(%arg2: tensor<i64>, %arg3: tensor<i64>, %arg4: tensor<f32>, %arg5: tensor<f32>):
      %2 = "stablehlo.compare"(%arg2, %arg3) {compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<i64>, tensor<i64>) -> tensor<i1>
      "stablehlo.return"(%2) : (tensor<i1>) -> ()
    }) {dimension = 0 : i64, is_stable = false} : (tensor<2xi64>, tensor<2xf32>) -> (tensor<2xi64>, tensor<2xf32>)
    return %1#0 : tensor<2xi64>
  }
}

// assay-content: 94f8d14a549d338d8c8e67b1729ea6e5 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["i64[2]","f32[]"],
// assay-case: "nodes": [
// assay-case:   {"op":"broadcast","operands":[1],"spelling":"named","attributes":{"shape":["2"],"added":[0]}},
// assay-case:   {"op":"sort","operands":[0,2],"spelling":"named","attributes":{"dim":0,"descending":false,"stable":false}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"i64","shape":[2],"data":[0,0]},
// assay-case:   {"element":"f32","shape":[],"data":[0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
