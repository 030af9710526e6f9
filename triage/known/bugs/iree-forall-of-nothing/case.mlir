// compile-failure:compile:'affine.delinearize_index' op no basis element may be statically non-positive
// assay-target: iree@3.13.0:llvm-cpu:O2,--iree-opt-data-tiling=true
// assay-version: 0.1.0
// module.mlir:15:10: 'affine.delinearize_index' op no basis element may be statically non-positive
// 
// module.mlir:3:3: called from
// 
// module.mlir:15:10: see current operation: %55:2 = "affine.delinearize_index"(%arg3) <{static_basis = array<i64: 0, 1>}> : (index) -> (index, index)
//   unary: y[i] = neg(x[i])
//   contraction: out[0,2] = initial + sum of lhs[0,1] * rhs[1,2] over what out lacks

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3 --iree-opt-data-tiling=true

#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<2x?xf32>, %arg1: tensor<?x2xf32>) -> tensor<2x2xf32> {
    %c1 = arith.constant 1 : index
    %dim = tensor.dim %arg0, %c1 : tensor<2x?xf32>
    %0 = tensor.empty(%dim) : tensor<?x2xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<?x2xf32>) outs(%0 : tensor<?x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %5 = arith.negf %in : f32
      linalg.yield %5 : f32
    } -> tensor<?x2xf32>
    %2 = tensor.empty() : tensor<2x2xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<2x2xf32>) -> tensor<2x2xf32>
    %4 = linalg.matmul ins(%arg0, %1 : tensor<2x?xf32>, tensor<?x2xf32>) outs(%3 : tensor<2x2xf32>) -> tensor<2x2xf32>
    return %4 : tensor<2x2xf32>
  }
}

// assay-content: 4a92177b089733b211826e88661da64a 739a3df7d1c71eca10f64afccc8b6e38
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[2,d0]","f32[d0,2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"unary","operands":[1],"spelling":"named","attributes":{"function":"neg"}},
// assay-case:   {"op":"contraction","operands":[0,2],"spelling":"named","attributes":{"lhs":[0,1],"rhs":[1,2],"out":[0,2],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[2,1],"data":[0.0,0.0]},
// assay-case:   {"element":"f32","shape":[1,2],"data":[0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
