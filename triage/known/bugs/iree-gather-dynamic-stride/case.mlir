// mismatch:gather_nd:f64:extract
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// run 0: result 0 [0, 0, 0] is 4.613519568376765e-24, expected 2.2877524498882522e-07; 9 of 9 elements are wrong
// first wrong value: %3
//   extract_slice: x from [0,1], [2,1] elements in steps of [2,1]
//   gather_nd: y[b] = x[indices[b]]

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main --input=3x3x1xi32=1 '--input=3x3xf64=1.3304190040045907e-08 4.613519568376765e-24 3.6249632525581284e-13 0.063090098838107428 1.738212130627929e-25 0.0021149802920391956 0.014017331022525906 2.2877524498882522e-07 2.5328640768989866e-21' --expected_output=3x3x1xf64=2.2877524498882522e-07 --expected_f64_threshold=0

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @main(%arg0: tensor<3x?x1xi32>, %arg1: tensor<3x?xf64>) -> tensor<3x?x1xf64> {
    %extracted_slice = tensor.extract_slice %arg1[0, 1] [2, 1] [2, 1] : tensor<3x?xf64> to tensor<2x1xf64>
    %c1 = arith.constant 1 : index
    %dim = tensor.dim %arg0, %c1 : tensor<3x?x1xi32>
    %0 = tensor.empty(%dim) : tensor<3x?x1xf64>
    %c0 = arith.constant 0 : index
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel"]} outs(%0 : tensor<3x?x1xf64>) {
    ^bb0(%out: f64):
      %2 = linalg.index 0 : index
      %3 = linalg.index 1 : index
      %4 = linalg.index 2 : index
      %extracted = tensor.extract %arg0[%2, %3, %c0] : tensor<3x?x1xi32>
      %5 = arith.index_cast %extracted : i32 to index
      %extracted_0 = tensor.extract %extracted_slice[%5, %4] : tensor<2x1xf64>
      linalg.yield %extracted_0 : f64
    } -> tensor<3x?x1xf64>
    return %1 : tensor<3x?x1xf64>
  }
}

// assay-content: b5b9833f6346bb1283f07149453cdcab bdeebf54e69dd152ba9dd1f26253393d
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["i32[3,d0,1]","f64[3,d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"extract_slice","operands":[1],"spelling":"named","attributes":{"offsets":["0","1"],"sizes":["2","1"],"strides":[2,1],"dropped":[]}},
// assay-case:   {"op":"gather_nd","operands":[2,0],"spelling":"extract","attributes":{"depth":1}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [3],
// assay-case: "inputs": [
// assay-case:   {"element":"i32","shape":[3,3,1],"data":[1,1,1,1,1,1,1,1,1]},
// assay-case:   {"element":"f64","shape":[3,3],"data":[1.3304190040045907e-08,4.613519568376765e-24,3.6249632525581284e-13,0.06309009883810743,1.738212130627929e-25,0.0021149802920391956,0.014017331022525906,2.2877524498882522e-07,2.5328640768989866e-21]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
