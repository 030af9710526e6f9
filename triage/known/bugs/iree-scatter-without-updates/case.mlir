// crash:compile:SIGFPE:<libIREECompiler.so+7c110d0><<libIREECompiler.so+7c10b93><<libIREECompiler.so+7c0d6cc>
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// crash in stage compile: SIGFPE
//   <libIREECompiler.so+7c110d0>
//   <libIREECompiler.so+7c10b93>
//   <libIREECompiler.so+7c0d6cc>
//   scatter: for each place p of the updates: base[p with p[0] = indices[p]] is overwritten by updates[p]

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<1xf32>, %arg1: tensor<0xi64>, %arg2: tensor<0xf32>) -> tensor<1xf32> {
    %0 = tensor.empty() : tensor<0x1xi64>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<0x1xi64>) {
    ^bb0(%out: i64):
      %3 = linalg.index 0 : index
      %4 = linalg.index 1 : index
      %extracted = tensor.extract %arg1[%3] : tensor<0xi64>
      linalg.yield %extracted : i64
    } -> tensor<0x1xi64>
    %2 = "iree_linalg_ext.scatter"(%arg2, %1, %arg0) ({
    ^bb0(%arg3: f32, %arg4: f32):
      "iree_linalg_ext.yield"(%arg3) : (f32) -> ()
    }) {dimension_map = array<i64: 0>, unique_indices = false} : (tensor<0xf32>, tensor<0x1xi64>, tensor<1xf32>) -> tensor<1xf32>
    return %2 : tensor<1xf32>
  }
}

// assay-content: 1224cd68971dc81e203f97f72b6f8002 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[1]","i64[0]","f32[0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"scatter","operands":[0,1,2],"spelling":"named","attributes":{"dim":0,"combine":"overwrite","unique":false}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1],"data":[0.0]},
// assay-case:   {"element":"i64","shape":[0],"data":[]},
// assay-case:   {"element":"f32","shape":[0],"data":[]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
