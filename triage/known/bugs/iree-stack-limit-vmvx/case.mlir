// run-failure:RESOURCE_EXHAUSTED; libc allocator failed the request; while invoking native function hal.command_buffer.dispatch; while calling import; 
// assay-target: iree@3.13.0:vmvx:O2
// assay-version: 0.1.0
// RESOURCE_EXHAUSTED; libc allocator failed the request; while invoking native function hal.command_buffer.dispatch; while calling import; 
//   scatter: for each place p of the updates: base[p with p[1] = indices[p]] max= updates[p]

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=vmvx --iree-input-demote-f64-to-f32=false --iree-opt-level=O2
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main '--input=4x1xf32=0.133123145 0.491563529 0.942005515 -0.111281566' --input=4x1xi32=0 '--input=4x1xf32=0.133123145 0.491563529 0.942005515 -0.111281566'

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @main(%arg0: tensor<?x1xf32>, %arg1: tensor<?x1xi32>, %arg2: tensor<?x1xf32>) -> tensor<?x1xf32> {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg1, %c0 : tensor<?x1xi32>
    %0 = tensor.empty(%dim) : tensor<?x1x2xi32>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel"]} outs(%0 : tensor<?x1x2xi32>) {
    ^bb0(%out: i32):
      %3 = linalg.index 0 : index
      %4 = linalg.index 1 : index
      %5 = linalg.index 2 : index
      %extracted = tensor.extract %arg1[%3, %4] : tensor<?x1xi32>
      %c0_1 = arith.constant 0 : index
      %6 = arith.cmpi eq, %5, %c0_1 : index
      %7 = arith.index_cast %3 : index to i32
      %8 = arith.select %6, %7, %extracted : i32
      linalg.yield %8 : i32
    } -> tensor<?x1x2xi32>
    %collapsed = tensor.collapse_shape %1 [[0, 1], [2]] : tensor<?x1x2xi32> into tensor<?x2xi32>
    %collapsed_0 = tensor.collapse_shape %arg2 [[0, 1]] : tensor<?x1xf32> into tensor<?xf32>
    %2 = "iree_linalg_ext.scatter"(%collapsed_0, %collapsed, %arg0) ({
    ^bb0(%arg3: f32, %arg4: f32):
      %3 = arith.maximumf %arg4, %arg3 : f32
      "iree_linalg_ext.yield"(%3) : (f32) -> ()
    }) {dimension_map = array<i64: 0, 1>, unique_indices = false} : (tensor<?xf32>, tensor<?x2xi32>, tensor<?x1xf32>) -> tensor<?x1xf32>
    return %2 : tensor<?x1xf32>
  }
}

// assay-content: 22ae0d8d44ec4ab12b1b2cacfd272b1b 763bcf3f1e7cfbc8686d5328f6692149
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[d0,1]","i32[d0,1]","f32[d0,1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"scatter","operands":[0,1,2],"spelling":"named","attributes":{"dim":1,"combine":"max","unique":false}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [4],
// assay-case: "inputs": [
// assay-case:   {"distribution":"uniform","seed":1,"low":-1.0,"high":1.0},
// assay-case:   {"distribution":"integers","seed":1,"low":0.0,"high":0.0},
// assay-case:   {"distribution":"uniform","seed":1,"low":-1.0,"high":1.0}
// assay-case: ]}
// assay-case: ]
// assay-case: }
