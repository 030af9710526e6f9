// compile-failure:compile:'tensor.expand_shape' op invalid dimension
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// module.mlir:13:10: 'tensor.expand_shape' op invalid dimension
// 
// module.mlir:8:3: called from
// 
// module.mlir:13:10: see current operation: %28 = "tensor.expand_shape"(%25) <{reassociation = [[0, 1], [2]], static_output_shape = array<i64>}> : (tensor<?x1xf32 ...
//   attention: softmax(1 * Q K^T) V along the keys
//   gather: y[p] = x[p with p[0] = indices[p]]
//   binary: z[i] = add(x[i], y[i])

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

#map = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d4)>
#map1 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d5, d4)>
#map2 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d5, d3)>
#map3 = affine_map<(d0, d1, d2, d3, d4, d5) -> ()>
#map4 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
module {
  func.func @main(%arg0: tensor<?x?x1x1xf32>, %arg1: tensor<?x?x1x1xi64>) -> tensor<?x?x1x1xf32> {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x?x1x1xf32>
    %0 = tensor.empty(%dim, %dim) : tensor<?x?x1x1xf32>
    %cst = arith.constant 1.000000e+00 : f32
    %1 = "iree_linalg_ext.attention"(%arg0, %arg0, %arg0, %cst, %0) ({
    ^bb0(%arg2: f32):
      "iree_linalg_ext.yield"(%arg2) : (f32) -> ()
    }) {indexing_maps = [#map, #map1, #map2, #map3, #map4]} : (tensor<?x?x1x1xf32>, tensor<?x?x1x1xf32>, tensor<?x?x1x1xf32>, f32, tensor<?x?x1x1xf32>) -> tensor<?x?x1x1xf32>
    %2 = tensor.empty(%dim, %dim) : tensor<?x?x1x1xf32>
    %3 = linalg.generic {indexing_maps = [#map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%2 : tensor<?x?x1x1xf32>) {
    ^bb0(%out: f32):
      %6 = linalg.index 0 : index
      %7 = linalg.index 1 : index
      %8 = linalg.index 2 : index
      %9 = linalg.index 3 : index
      %extracted = tensor.extract %arg1[%6, %7, %8, %9] : tensor<?x?x1x1xi64>
      %10 = arith.index_cast %extracted : i64 to index
      %extracted_0 = tensor.extract %arg0[%10, %7, %8, %9] : tensor<?x?x1x1xf32>
      linalg.yield %extracted_0 : f32
    } -> tensor<?x?x1x1xf32>
    %4 = tensor.empty(%dim, %dim) : tensor<?x?x1x1xf32>
    %5 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1, %3 : tensor<?x?x1x1xf32>, tensor<?x?x1x1xf32>) outs(%4 : tensor<?x?x1x1xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %6 = arith.addf %in, %in_0 : f32
      linalg.yield %6 : f32
    } -> tensor<?x?x1x1xf32>
    return %5 : tensor<?x?x1x1xf32>
  }
}

// assay-content: 60a9b9b4b70f80e12d288ff60af18b57 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[d0,d0,1,1]","i64[d0,d0,1,1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"attention","operands":[0,0,0],"spelling":"named","attributes":{"scale":1.0,"mask":"none","causal":false,"group":1}},
// assay-case:   {"op":"gather","operands":[0,1],"spelling":"named","attributes":{"dim":0}},
// assay-case:   {"op":"binary","operands":[2,3],"spelling":"named","attributes":{"function":"add","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [4],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1,1,1,1],"data":[0.0]},
// assay-case:   {"distribution":"edges","seed":2840700761,"low":0.0,"high":0.0}
// assay-case: ]}
// assay-case: ]
// assay-case: }
