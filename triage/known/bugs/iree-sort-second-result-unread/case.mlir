// compile-failure:compile:'stream.cmd.dispatch' op function type mismatch; expected # binding arguments on exported function, but has #
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// module.mlir:11:12: 'stream.cmd.dispatch' op function type mismatch; expected 1 binding arguments on exported function, but has 2
// 
// module.mlir:3:3: called from
// 
// module.mlir:11:12: see current operation: "stream.cmd.dispatch"(%arg2, %1, %0, %1) <{entry_points = [@main_dispatch_0::@main_dispatch_0_sort_2x1xf32], operandSe ...
//   topk: the 1 largest along dim 1, best first, and their places
//   insert_slice: base with the source written from [0,0] in steps of [1,1]

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<2x1xf32>, %arg1: tensor<2xi32>) -> (tensor<2x1xf32>, tensor<2x1xi32>) {
    %0 = tensor.empty() : tensor<2x1xi32>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<2x1xi32>) {
    ^bb0(%out: i32):
      %3 = linalg.index 1 : index
      %4 = arith.index_cast %3 : index to i32
      linalg.yield %4 : i32
    } -> tensor<2x1xi32>
    %2:2 = "iree_linalg_ext.sort"(%arg0, %1) ({
    ^bb0(%arg2: f32, %arg3: f32, %arg4: i32, %arg5: i32):
      %3 = arith.cmpf olt, %arg3, %arg2 : f32
      "iree_linalg_ext.yield"(%3) : (i1) -> ()
    }) {dimension = 1 : i64, operandSegmentSizes = array<i32: 0, 2>} : (tensor<2x1xf32>, tensor<2x1xi32>) -> (tensor<2x1xf32>, tensor<2x1xi32>)
    %extracted_slice = tensor.extract_slice %2#0[0, 0] [2, 1] [1, 1] : tensor<2x1xf32> to tensor<2x1xf32>
    %extracted_slice_0 = tensor.extract_slice %2#1[0, 0] [2, 1] [1, 1] : tensor<2x1xi32> to tensor<2x1xi32>
    %inserted_slice = tensor.insert_slice %arg1 into %extracted_slice_0[0, 0] [2, 1] [1, 1] : tensor<2xi32> into tensor<2x1xi32>
    return %extracted_slice, %inserted_slice : tensor<2x1xf32>, tensor<2x1xi32>
  }
}

// assay-content: 7bd324675a506c7d40e9e8d74728a503 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[2,1]","i32[2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"topk","operands":[0],"spelling":"primitives","attributes":{"dim":1,"k":"1","largest":true,"sorted":true,"index_type":"i32"}},
// assay-case:   {"op":"insert_slice","operands":[1,3],"spelling":"named","attributes":{"offsets":["0","0"],"strides":[1,1],"dropped":[1]}}
// assay-case: ],
// assay-case: "returns": [2,4],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[2,1],"data":[0.0,0.0]},
// assay-case:   {"element":"i32","shape":[2],"data":[0,0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
