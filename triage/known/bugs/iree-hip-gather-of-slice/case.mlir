// mismatch:gather
// assay-target: iree@3.13.0:hip:O3
// assay-version: 0.1.0
// run 0: result 0 [1, 0] is 1, expected 0; 1 of 2 elements are wrong
// first wrong value: %3
//   extract_slice: x from [0,0], [2,2] elements in steps of [1,1]
//   gather: y[p] = x[p with p[1] = indices[p]]

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O3 --iree-rocm-target=gfx942
// RUN: iree-run-module --module=%t.vmfb --device=hip --function=main --input=2x1xi64=0 '--input=3x3xi64=0 0 1 0 0 0 0 0 0' --expected_output=2x1xi64=0

#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<2x?xi64>, %arg1: tensor<3x3xi64>) -> tensor<2x?xi64> {
    %extracted_slice = tensor.extract_slice %arg1[0, 0] [2, 2] [1, 1] : tensor<3x3xi64> to tensor<2x2xi64>
    %c1 = arith.constant 1 : index
    %dim = tensor.dim %arg0, %c1 : tensor<2x?xi64>
    %0 = tensor.empty(%dim) : tensor<2x?xi64>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<2x?xi64>) {
    ^bb0(%out: i64):
      %2 = linalg.index 0 : index
      %3 = linalg.index 1 : index
      %extracted = tensor.extract %arg0[%2, %3] : tensor<2x?xi64>
      %4 = arith.index_cast %extracted : i64 to index
      %extracted_0 = tensor.extract %extracted_slice[%2, %4] : tensor<2x2xi64>
      linalg.yield %extracted_0 : i64
    } -> tensor<2x?xi64>
    return %1 : tensor<2x?xi64>
  }
}

// assay-content: c63669a7623edaf1e6c675187044a7f1 917b6aca00969b41c8489f34a805b7ce
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["i64[2,d0]","i64[3,3]"],
// assay-case: "nodes": [
// assay-case:   {"op":"extract_slice","operands":[1],"spelling":"named","attributes":{"offsets":["0","0"],"sizes":["2","2"],"strides":[1,1],"dropped":[]}},
// assay-case:   {"op":"gather","operands":[2,0],"spelling":"named","attributes":{"dim":1}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"distribution":"ascending","seed":3734342731,"low":0.0,"high":1.0},
// assay-case:   {"element":"i64","shape":[3,3],"data":[0,0,1,0,0,0,0,0,0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
