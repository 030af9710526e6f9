// compile-failure:compile:One or more operations with large vector sizes (# bytes) were found:
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// module.mlir:10:10: One or more operations with large vector sizes (16384 bytes) were found:
// 
// 
// module.mlir:3:3: called from
// 
// module.mlir:14:20:   %cst = arith.constant dense<0.000000e+00> : vector<9007199254740991x9007199254740991xf16>
// ...
//   gather_nd: y[b] = x[indices[b]]
//   unary: y[i] = neg(x[i])

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<?x?xf16>, %arg1: tensor<?x1xi64>) -> tensor<?x?xf16> {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg1, %c0 : tensor<?x1xi64>
    %dim_0 = tensor.dim %arg0, %c0 : tensor<?x?xf16>
    %0 = tensor.empty(%dim, %dim_0) : tensor<?x?xf16>
    %1 = "iree_linalg_ext.gather"(%arg0, %arg1, %0) {dimension_map = array<i64: 0>} : (tensor<?x?xf16>, tensor<?x1xi64>, tensor<?x?xf16>) -> tensor<?x?xf16>
    %2 = tensor.empty(%dim, %dim_0) : tensor<?x?xf16>
    %3 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%2 : tensor<?x?xf16>) {
    ^bb0(%out: f16):
      %4 = linalg.index 0 : index
      %5 = linalg.index 1 : index
      %extracted = tensor.extract %1[%4, %5] : tensor<?x?xf16>
      %6 = arith.negf %extracted : f16
      linalg.yield %6 : f16
    } -> tensor<?x?xf16>
    return %3 : tensor<?x?xf16>
  }
}

// assay-content: 7a2c0cb6ed94ce8dffb06754ad5d2506 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 2,
// assay-case: "arguments": ["f16[d0,d0]","i64[d1,1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"gather_nd","operands":[0,1],"spelling":"named","attributes":{"depth":1}},
// assay-case:   {"op":"unary","operands":[2],"spelling":"extract","attributes":{"function":"neg"}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic","dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [4,3],
// assay-case: "inputs": [
// assay-case:   {"distribution":"uniform","seed":1,"low":-1.0,"high":1.0},
// assay-case:   {"distribution":"integers","seed":1,"low":0.0,"high":0.0}
// assay-case: ]}
// assay-case: ]
// assay-case: }
