// crash:run:SIGSEGV
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// crash in stage run: SIGSEGV

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main '--input=3x2x1xi64=-1 -6 2 5 6 -5' --input=3x2x1x1xi64=-100

#map = affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d3, d4)>
#map1 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3, d4) -> (d3, d4)>
module {
  func.func @main(%arg0: tensor<?x2x?xi64>, %arg1: tensor<?x2x?x1xi64>) -> (tensor<1x?x2x?xi64>, tensor<?x1xi64>, tensor<2xf32>) {
    %c0_i64 = arith.constant 0 : i64
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x2x?xi64>
    %c2 = arith.constant 2 : index
    %dim_0 = tensor.dim %arg0, %c2 : tensor<?x2x?xi64>
    %0 = tensor.empty(%dim, %dim_0) : tensor<?x2x?xi64>
    %1 = linalg.fill ins(%c0_i64 : i64) outs(%0 : tensor<?x2x?xi64>) -> tensor<?x2x?xi64>
    %2 = arith.subi %1, %arg0 : tensor<?x2x?xi64>
    %c0_1 = arith.constant 0 : index
    %dim_2 = tensor.dim %arg0, %c0_1 : tensor<?x2x?xi64>
    %c2_3 = arith.constant 2 : index
    %dim_4 = tensor.dim %arg0, %c2_3 : tensor<?x2x?xi64>
    %expanded = tensor.expand_shape %2 [[0, 1], [2], [3]] output_shape [1, %dim_2, 2, %dim_4] : tensor<?x2x?xi64> into tensor<1x?x2x?xi64>
    %3 = tensor.empty(%dim_4) : tensor<?x1xi64>
    %c0_i64_5 = arith.constant 0 : i64
    %4 = linalg.fill ins(%c0_i64_5 : i64) outs(%3 : tensor<?x1xi64>) -> tensor<?x1xi64>
    %5 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["reduction", "reduction", "reduction", "parallel", "parallel"]} ins(%arg1, %expanded : tensor<?x2x?x1xi64>, tensor<1x?x2x?xi64>) outs(%4 : tensor<?x1xi64>) {
    ^bb0(%in: i64, %in_6: i64, %out: i64):
      %8 = arith.muli %in, %in_6 : i64
      %9 = arith.addi %out, %8 : i64
      linalg.yield %9 : i64
    } -> tensor<?x1xi64>
    %6 = tensor.empty() : tensor<2xf32>
    %cst = arith.constant 0.430846334 : f32
    %7 = linalg.fill ins(%cst : f32) outs(%6 : tensor<2xf32>) -> tensor<2xf32>
    return %expanded, %5, %7 : tensor<1x?x2x?xi64>, tensor<?x1xi64>, tensor<2xf32>
  }
}

// assay-content: 19b51413b4dc36a16a03193a9656f5d1 2c1c889557994e33bcefa0e9fea09c9b
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 2,
// assay-case: "arguments": ["i64[d1,2,d0]","i64[d1,2,d0,1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"unary","operands":[0],"spelling":"primitives","attributes":{"function":"neg"}},
// assay-case:   {"op":"expand","operands":[2],"spelling":"named","attributes":{"groups":[["1","d1"],["2"],["d0"]],"units":0}},
// assay-case:   {"op":"contraction","operands":[1,3],"spelling":"named","attributes":{"lhs":[1,2,3,4],"rhs":[0,1,2,3],"out":[3,4],"result":"i64","unsigned":false}},
// assay-case:   {"op":"fill","operands":[],"spelling":"named","attributes":{"shape":["2"],"element":"f32","value":0.43084633350372314}}
// assay-case: ],
// assay-case: "returns": [3,4,5],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic","dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1,3],
// assay-case: "inputs": [
// assay-case:   {"distribution":"integers","seed":3798653420,"low":-8.0,"high":8.0},
// assay-case:   {"distribution":"ascending","seed":1675962139,"low":-100.0,"high":400.0}
// assay-case: ]}
// assay-case: ]
// assay-case: }
