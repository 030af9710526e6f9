// mismatch:binary(sub):inf
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// run 0: result 0 [1] is -inf, expected -nan; 1 of 4 elements are wrong
// first wrong value: %4
//   unary: y[i] = exp2(x[i])
//   collapse: the elements in order, dims joined
//   binary: z[i] = sub(x[i], y[i])

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main '--input=2x2xf32=0 inf 0 0' '--input=4xf32=0 inf 0 0' '--expected_output=(ignored)' --expected_f32_threshold=7.22e-07

#map = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<2x2xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
    %0 = tensor.empty() : tensor<2x2xf32>
    %mapped = linalg.map { math.exp2 } ins(%arg0 : tensor<2x2xf32>) outs(%0 : tensor<2x2xf32>)
    %collapsed = tensor.collapse_shape %mapped [[0, 1]] : tensor<2x2xf32> into tensor<4xf32>
    %1 = tensor.empty() : tensor<4xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%collapsed, %arg1 : tensor<4xf32>, tensor<4xf32>) outs(%1 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %3 = arith.subf %in, %in_0 : f32
      linalg.yield %3 : f32
    } -> tensor<4xf32>
    return %2 : tensor<4xf32>
  }
}

// assay-content: 8e7b1498a5227f90cc586fc8c271ddea e02c206cc490a892546e71a915dd7d06
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[2,2]","f32[4]"],
// assay-case: "nodes": [
// assay-case:   {"op":"unary","operands":[0],"spelling":"named","attributes":{"function":"exp2"}},
// assay-case:   {"op":"collapse","operands":[2],"spelling":"named","attributes":{"groups":[[0,1]]}},
// assay-case:   {"op":"binary","operands":[3,1],"spelling":"named","attributes":{"function":"sub","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [4],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[2,2],"data":[0.0,"inf",0.0,0.0]},
// assay-case:   {"element":"f32","shape":[4],"data":[0.0,"inf",0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
