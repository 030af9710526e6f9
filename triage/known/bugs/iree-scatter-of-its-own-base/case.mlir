// crash:compile:SIGSEGV:<libIREECompiler.so+a079969><<libIREECompiler.so+a0522df><<libIREECompiler.so+ac3f570>
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// crash in stage compile: SIGSEGV
//   <libIREECompiler.so+a079969>
//   <libIREECompiler.so+a0522df>
//   <libIREECompiler.so+ac3f570>
//   scatter: for each place p of the updates: base[p with p[0] = indices[p]] is overwritten by updates[p]

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
func.func @main(%arg0: tensor<2x2xf32>, %arg1: tensor<2x2xi64>) -> tensor<2x2xf32> {
  %0 = tensor.empty() : tensor<2x2x2xi64>
  %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel"]} outs(%0 : tensor<2x2x2xi64>) {
  ^bb0(%out: i64):
    %3 = linalg.index 0 : index
    %4 = linalg.index 1 : index
    %extracted = tensor.extract %arg1[%3, %4] : tensor<2x2xi64>
    linalg.yield %extracted : i64
  } -> tensor<2x2x2xi64>
  %collapsed = tensor.collapse_shape %1 [[0, 1], [2]] : tensor<2x2x2xi64> into tensor<4x2xi64>
  %collapsed_0 = tensor.collapse_shape %arg0 [[0, 1]] : tensor<2x2xf32> into tensor<4xf32>
  %2 = "iree_linalg_ext.scatter"(%collapsed_0, %collapsed, %arg0) ({
  ^bb0(%arg2: f32, %arg3: f32):
    "iree_linalg_ext.yield"(%arg2) : (f32) -> ()
  }) {dimension_map = array<i64: 0, 1>, unique_indices = false} : (tensor<4xf32>, tensor<4x2xi64>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %2 : tensor<2x2xf32>
}

// assay-content: 96c5392e2d85b4ee800f2315546161fc 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[2,2]","i64[2,2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"scatter","operands":[0,1,0],"spelling":"named","attributes":{"dim":0,"combine":"overwrite","unique":false}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[2,2],"data":[0.0,0.0,0.0,0.0]},
// assay-case:   {"element":"i64","shape":[2,2],"data":[0,0,0,0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
