// mismatch:scatter(overwrite)
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// run 0: result 0 [0, 1] is -4, expected 0; 1 of 4 elements are wrong
// first wrong value: %2
//   scatter: for each place p of the updates: base[p with p[0] = indices[p]] is overwritten by updates[p]

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main '--input=2x2xi32=0 1 0 0' '--input=2x2xi32=0 -4 0 0' '--expected_output=(ignored)'

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @main(%arg0: tensor<?x?xi32>, %arg1: tensor<?x?xi32>) -> tensor<?x?xi32> {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x?xi32>
    %c1 = arith.constant 1 : index
    %dim_0 = tensor.dim %arg0, %c1 : tensor<?x?xi32>
    %0 = tensor.empty(%dim, %dim_0) : tensor<?x?x2xi32>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel"]} outs(%0 : tensor<?x?x2xi32>) {
    ^bb0(%out: i32):
      %3 = linalg.index 0 : index
      %4 = linalg.index 1 : index
      %5 = linalg.index 2 : index
      %extracted = tensor.extract %arg0[%3, %4] : tensor<?x?xi32>
      %c1_2 = arith.constant 1 : index
      %6 = arith.cmpi eq, %5, %c1_2 : index
      %7 = arith.index_cast %4 : index to i32
      %8 = arith.select %6, %7, %extracted : i32
      linalg.yield %8 : i32
    } -> tensor<?x?x2xi32>
    %collapsed = tensor.collapse_shape %1 [[0, 1], [2]] : tensor<?x?x2xi32> into tensor<?x2xi32>
    %collapsed_1 = tensor.collapse_shape %arg1 [[0, 1]] : tensor<?x?xi32> into tensor<?xi32>
    %2 = "iree_linalg_ext.scatter"(%collapsed_1, %collapsed, %arg1) ({
    ^bb0(%arg2: i32, %arg3: i32):
      "iree_linalg_ext.yield"(%arg2) : (i32) -> ()
    }) {dimension_map = array<i64: 0, 1>, unique_indices = false} : (tensor<?xi32>, tensor<?x2xi32>, tensor<?x?xi32>) -> tensor<?x?xi32>
    return %2 : tensor<?x?xi32>
  }
}

// assay-content: 2106e2b7ee72faa677a3ce0126d16fa1 0300e66c1a1c56e552906c0904799165
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["i32[d0,d0]","i32[d0,d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"scatter","operands":[1,0,1],"spelling":"named","attributes":{"dim":0,"combine":"overwrite","unique":false}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [2],
// assay-case: "inputs": [
// assay-case:   {"element":"i32","shape":[2,2],"data":[0,1,0,0]},
// assay-case:   {"element":"i32","shape":[2,2],"data":[0,-4,0,0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
