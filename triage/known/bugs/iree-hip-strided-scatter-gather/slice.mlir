// compile-failure:compile:LLVM Translation failed for operation: builtin.unrealized_conversion_cast in 'builtin.unrealized_conversion_cast'
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// loc(unknown): LLVM Translation failed for operation: builtin.unrealized_conversion_cast
// 
// loc(unknown): see current operation: %15 = "builtin.unrealized_conversion_cast"(%14) : (i64) -> index
//   extract_slice: x from [0,0], [1,d0] elements in steps of [3,4]
//   scan: running sum along dim 0, x[i] included, from the end

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942

#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: index, %arg1: tensor<1x1xf32>) -> tensor<1x?xf32> {
    %extracted_slice = tensor.extract_slice %arg1[0, 0] [1, %arg0] [3, 4] : tensor<1x1xf32> to tensor<1x?xf32>
    %0 = tensor.empty(%arg0) : tensor<1x?xf32>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c1_0 = arith.constant 1 : index
    %c1_1 = arith.constant 1 : index
    %1 = arith.subi %c1, %c1_1 : index
    %c1_2 = arith.constant 1 : index
    %2 = tensor.empty(%arg0) : tensor<1x?xf32>
    %3 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%2 : tensor<1x?xf32>) {
    ^bb0(%out: f32):
      %11 = linalg.index 0 : index
      %12 = linalg.index 1 : index
      %13 = arith.subi %1, %11 : index
      %extracted = tensor.extract %extracted_slice[%13, %12] : tensor<1x?xf32>
      linalg.yield %extracted : f32
    } -> tensor<1x?xf32>
    %c1_3 = arith.constant 1 : index
    %dim = tensor.dim %3, %c1_3 : tensor<1x?xf32>
    %4 = tensor.empty(%dim) : tensor<1x?xf32>
    %c1_4 = arith.constant 1 : index
    %dim_5 = tensor.dim %3, %c1_4 : tensor<1x?xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %5 = tensor.empty(%dim_5) : tensor<?xf32>
    %6 = linalg.fill ins(%cst : f32) outs(%5 : tensor<?xf32>) -> tensor<?xf32>
    %7:2 = "iree_linalg_ext.scan"(%3, %4, %6) ({
    ^bb0(%arg2: f32, %arg3: f32):
      %11 = arith.addf %arg2, %arg3 : f32
      "iree_linalg_ext.yield"(%11) : (f32) -> ()
    }) {dimension = 0 : i64, inclusive = true} : (tensor<1x?xf32>, tensor<1x?xf32>, tensor<?xf32>) -> (tensor<1x?xf32>, tensor<?xf32>)
    %c0_6 = arith.constant 0 : index
    %c1_7 = arith.constant 1 : index
    %c1_8 = arith.constant 1 : index
    %dim_9 = tensor.dim %7#0, %c1_8 : tensor<1x?xf32>
    %c1_10 = arith.constant 1 : index
    %8 = arith.subi %c1_7, %c1_10 : index
    %c1_11 = arith.constant 1 : index
    %dim_12 = tensor.dim %7#0, %c1_11 : tensor<1x?xf32>
    %9 = tensor.empty(%dim_12) : tensor<1x?xf32>
    %10 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%9 : tensor<1x?xf32>) {
    ^bb0(%out: f32):
      %11 = linalg.index 0 : index
      %12 = linalg.index 1 : index
      %13 = arith.subi %8, %11 : index
      %extracted = tensor.extract %7#0[%13, %12] : tensor<1x?xf32>
      linalg.yield %extracted : f32
    } -> tensor<1x?xf32>
    return %10 : tensor<1x?xf32>
  }
}

// assay-content: 30532bd6656c32a6e0bc14658390f345 49284f294628dd66d1c771a6b77cb9c7
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[1,1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"extract_slice","operands":[0],"spelling":"named","attributes":{"offsets":["0","0"],"sizes":["1","d0"],"strides":[3,4],"dropped":[]}},
// assay-case:   {"op":"scan","operands":[1],"spelling":"named","attributes":{"function":"sum","dim":0,"inclusive":true,"reverse":true,"result":"f32"}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1,1],"data":[0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
