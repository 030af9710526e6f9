// sanitizer:run:out of bounds in scatter
// assay-target: iree@3.13.0:hip:O3
// assay-version: 0.1.0
// out of bounds in scatter: store of 4 bytes at 0x944cef8, 8 bytes before allocation 2 of 8 bytes
// main_dispatch_0_scatter_Dx1xi32_dispatch_tensor_store at 0x18b0 `global_store_dword v[4:5], v1, off`, workgroup (0, 0, 0), wave 0, lane 1
//   scatter: for each place p of the updates: base[p with p[1] = indices[p]] is overwritten by updates[p]

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O3 --iree-rocm-target=gfx942
// RUN: iree-run-module --module=%t.vmfb --device=hip --function=main --input=2x1xi32=0 --input=2x1xi32=0

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @main(%arg0: tensor<?x1xi32>, %arg1: tensor<2x1xi32>) -> tensor<?x1xi32> {
    %0 = tensor.empty() : tensor<2x1x2xi32>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel"]} outs(%0 : tensor<2x1x2xi32>) {
    ^bb0(%out: i32):
      %3 = linalg.index 0 : index
      %4 = linalg.index 1 : index
      %5 = linalg.index 2 : index
      %extracted = tensor.extract %arg1[%3, %4] : tensor<2x1xi32>
      %c0 = arith.constant 0 : index
      %6 = arith.cmpi eq, %5, %c0 : index
      %7 = arith.index_cast %3 : index to i32
      %8 = arith.select %6, %7, %extracted : i32
      linalg.yield %8 : i32
    } -> tensor<2x1x2xi32>
    %collapsed = tensor.collapse_shape %1 [[0, 1], [2]] : tensor<2x1x2xi32> into tensor<2x2xi32>
    %collapsed_0 = tensor.collapse_shape %arg1 [[0, 1]] : tensor<2x1xi32> into tensor<2xi32>
    %2 = "iree_linalg_ext.scatter"(%collapsed_0, %collapsed, %arg0) ({
    ^bb0(%arg2: i32, %arg3: i32):
      "iree_linalg_ext.yield"(%arg2) : (i32) -> ()
    }) {dimension_map = array<i64: 0, 1>, unique_indices = true} : (tensor<2xi32>, tensor<2x2xi32>, tensor<?x1xi32>) -> tensor<?x1xi32>
    return %2 : tensor<?x1xi32>
  }
}

// assay-content: 047114c86ad42aa7769c02a69a182d8b 07aaf548f2b8ec9d536c00d646ceaa07
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["i32[d0,1]","i32[2,1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"scatter","operands":[0,1,1],"spelling":"named","attributes":{"dim":1,"combine":"overwrite","unique":true}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [2],
// assay-case: "inputs": [
// assay-case:   {"element":"i32","shape":[2,1],"data":[0,0]},
// assay-case:   {"distribution":"distinct","seed":2320432832,"low":0.0,"high":0.0,"axis":1}
// assay-case: ]}
// assay-case: ]
// assay-case: }
