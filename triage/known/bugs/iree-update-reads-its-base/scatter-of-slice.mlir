// mismatch:scatter(add)
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// run 0: result 0 [0] is -18, expected -9; 1 of 2 elements are wrong
// first wrong value: %3
//   extract_slice: x from [0], [2] elements in steps of [1]
//   scatter: for each place p of the updates: base[p with p[0] = indices[p]] add= updates[p]

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main '--input=2xi64=-9 0' '--input=2xi64=1 0' --expected_output=2xi64=-9

#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<?xi64>, %arg1: tensor<2xi64>) -> tensor<?xi64> {
    %extracted_slice = tensor.extract_slice %arg0[0] [2] [1] : tensor<?xi64> to tensor<2xi64>
    %0 = tensor.empty() : tensor<2x1xi64>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<2x1xi64>) {
    ^bb0(%out: i64):
      %3 = linalg.index 0 : index
      %4 = linalg.index 1 : index
      %extracted = tensor.extract %arg1[%3] : tensor<2xi64>
      linalg.yield %extracted : i64
    } -> tensor<2x1xi64>
    %2 = "iree_linalg_ext.scatter"(%extracted_slice, %1, %arg0) ({
    ^bb0(%arg2: i64, %arg3: i64):
      %3 = arith.addi %arg3, %arg2 : i64
      "iree_linalg_ext.yield"(%3) : (i64) -> ()
    }) {dimension_map = array<i64: 0>, unique_indices = false} : (tensor<2xi64>, tensor<2x1xi64>, tensor<?xi64>) -> tensor<?xi64>
    return %2 : tensor<?xi64>
  }
}

// assay-content: 719088cc420f57fc4c662361ef71cf12 b51495ebc3301f6b7824985aa42247ea
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["i64[d0]","i64[2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"extract_slice","operands":[0],"spelling":"named","attributes":{"offsets":["0"],"sizes":["2"],"strides":[1],"dropped":[]}},
// assay-case:   {"op":"scatter","operands":[0,1,2],"spelling":"named","attributes":{"dim":0,"combine":"add","unique":false}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [2],
// assay-case: "inputs": [
// assay-case:   {"element":"i64","shape":[2],"data":[-9,0]},
// assay-case:   {"distribution":"ties","seed":3512475082,"low":0.0,"high":1.0}
// assay-case: ]}
// assay-case: ]
// assay-case: }
