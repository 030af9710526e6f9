// mismatch:reduce(sum)
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// run 0: result 0 [] is 0, expected 128; 1 of 1 elements are wrong
// first wrong value: %2
//   one_hot: 0 where the place in dim 2 is the index, else 1
//   reduce: sum over dims [0,1,2], from the initial value

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942
// RUN: iree-run-module --module=%t.vmfb --device=hip --function=main --input=8x8xi32=0 --expected_output=f32=128 --expected_f32_threshold=0

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @main(%arg0: tensor<8x8xi32>) -> tensor<f32> {
    %0 = tensor.empty() : tensor<8x8x3xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel"]} outs(%0 : tensor<8x8x3xf32>) {
    ^bb0(%out: f32):
      %4 = linalg.index 0 : index
      %5 = linalg.index 1 : index
      %6 = linalg.index 2 : index
      %extracted = tensor.extract %arg0[%4, %5] : tensor<8x8xi32>
      %7 = arith.index_cast %extracted : i32 to index
      %8 = arith.cmpi eq, %7, %6 : index
      %9 = arith.select %8, %cst, %cst_0 : f32
      linalg.yield %9 : f32
    } -> tensor<8x8x3xf32>
    %2 = tensor.empty() : tensor<f32>
    %cst_1 = arith.constant 0.000000e+00 : f32
    %3 = linalg.fill ins(%cst_1 : f32) outs(%2 : tensor<f32>) -> tensor<f32>
    %reduced = linalg.reduce { arith.addf } ins(%1 : tensor<8x8x3xf32>) outs(%3 : tensor<f32>) dimensions = [0, 1, 2] 
    return %reduced : tensor<f32>
  }
}

// assay-content: b62bfc54d610edf777bd8c3abd33b4bd fdc81d387cfb6c93c02d5bc482a5799f
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["i32[8,8]"],
// assay-case: "nodes": [
// assay-case:   {"op":"one_hot","operands":[0],"spelling":"named","attributes":{"dim":2,"depth":"3","element":"f32","on":0.0,"off":1.0}},
// assay-case:   {"op":"reduce","operands":[1],"spelling":"named","attributes":{"function":"sum","dims":[0,1,2],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"i32","shape":[8,8],"data":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
