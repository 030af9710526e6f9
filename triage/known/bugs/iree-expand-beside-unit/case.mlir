// compile-failure:compile:'tensor.expand_shape' op incorrect number of dynamic sizes, has #, expected #
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// module.mlir:7:17: 'tensor.expand_shape' op incorrect number of dynamic sizes, has 3, expected 2
// 
// module.mlir:3:3: called from
// 
// module.mlir:7:17: see current operation: %7 = "tensor.expand_shape"(%6, %arg0, %0, %4) <{reassociation = [[0, 1], [2]], static_output_shape = array<i64: -922337 ...
//   expand: the elements in order, dims split
//   reverse: x backwards along dims [0,1,2,3]

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
module {
  func.func @main(%arg0: index, %arg1: tensor<?x?xi8>) -> tensor<?x?x?x1xi8> {
    %c3 = arith.constant 3 : index
    %c1 = arith.constant 1 : index
    %dim = tensor.dim %arg1, %c1 : tensor<?x?xi8>
    %expanded = tensor.expand_shape %arg1 [[0, 1], [2, 3]] output_shape [%arg0, %c3, %dim, 1] : tensor<?x?xi8> into tensor<?x?x?x1xi8>
    %c-1 = arith.constant -1 : index
    %0 = arith.addi %arg0, %c-1 : index
    %1 = arith.addi %c3, %c-1 : index
    %2 = arith.addi %dim, %c-1 : index
    %c0 = arith.constant 0 : index
    %3 = tensor.empty(%arg0, %c3, %dim) : tensor<?x?x?x1xi8>
    %4 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%3 : tensor<?x?x?x1xi8>) {
    ^bb0(%out: i8):
      %5 = linalg.index 0 : index
      %6 = linalg.index 1 : index
      %7 = linalg.index 2 : index
      %8 = linalg.index 3 : index
      %9 = arith.subi %0, %5 : index
      %10 = arith.subi %1, %6 : index
      %11 = arith.subi %2, %7 : index
      %12 = arith.subi %c0, %8 : index
      %extracted = tensor.extract %expanded[%9, %10, %11, %12] : tensor<?x?x?x1xi8>
      linalg.yield %extracted : i8
    } -> tensor<?x?x?x1xi8>
    return %4 : tensor<?x?x?x1xi8>
  }
}

// assay-content: 8eec8a5081eaa6601777908b73ab4573 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 3,
// assay-case: "arguments": ["i8[d0*d1,d2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"expand","operands":[0],"spelling":"named","attributes":{"groups":[["d0","d1"],["d2","1"]],"units":0}},
// assay-case:   {"op":"reverse","operands":[1],"spelling":"extract","attributes":{"dims":[0,1,2,3]}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic","disguised","dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [2,3,2],
// assay-case: "inputs": [
// assay-case:   {"distribution":"integers","seed":1,"low":-5.0,"high":5.0}
// assay-case: ]}
// assay-case: ]
// assay-case: }
