// compile-failure:compile:value evaluated as # is out of range.
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// module.mlir:23:18: error: <unknown>:0: value evaluated as 72057594037927932 is out of range.
// iree-lld execute fail:Error Code:1
// 
// module.mlir:3:3: called from
//   binary: z[i] = add(x[i], y[i])
//   softmax: exp(x - max) / sum of exp(x - max) along dim 0

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942

#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<?x2xf32>) -> tensor<?x2xf32> {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x2xf32>
    %0 = tensor.empty(%dim) : tensor<?x2xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg0 : tensor<?x2xf32>, tensor<?x2xf32>) outs(%0 : tensor<?x2xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %11 = arith.addf %in, %in_3 : f32
      linalg.yield %11 : f32
    } -> tensor<?x2xf32>
    %2 = tensor.empty() : tensor<2xf32>
    %cst = arith.constant 0xFF800000 : f32
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<2xf32>) -> tensor<2xf32>
    %reduced = linalg.reduce { arith.maximumf } ins(%1 : tensor<?x2xf32>) outs(%3 : tensor<2xf32>) dimensions = [0] 
    %4 = tensor.empty(%dim) : tensor<?x2xf32>
    %broadcasted = linalg.broadcast ins(%reduced : tensor<2xf32>) outs(%4 : tensor<?x2xf32>) dimensions = [0] 
    %5 = arith.subf %1, %broadcasted : tensor<?x2xf32>
    %6 = math.exp %5 : tensor<?x2xf32>
    %7 = tensor.empty() : tensor<2xf32>
    %cst_0 = arith.constant 0.000000e+00 : f32
    %8 = linalg.fill ins(%cst_0 : f32) outs(%7 : tensor<2xf32>) -> tensor<2xf32>
    %reduced_1 = linalg.reduce { arith.addf } ins(%6 : tensor<?x2xf32>) outs(%8 : tensor<2xf32>) dimensions = [0] 
    %9 = tensor.empty(%dim) : tensor<?x2xf32>
    %broadcasted_2 = linalg.broadcast ins(%reduced_1 : tensor<2xf32>) outs(%9 : tensor<?x2xf32>) dimensions = [0] 
    %10 = arith.divf %6, %broadcasted_2 : tensor<?x2xf32>
    return %10 : tensor<?x2xf32>
  }
}

// assay-content: 576d1cf801e7b4714984c69ae9c17740 49284f294628dd66d1c771a6b77cb9c7
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[d0,2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"binary","operands":[0,0],"spelling":"named","attributes":{"function":"add","unsigned":false}},
// assay-case:   {"op":"softmax","operands":[1],"spelling":"primitives","attributes":{"dim":0}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1,2],"data":[0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
