// mismatch:topk.values:inf
// assay-target: iree@3.13.0:llvm-cpu:O2,--iree-dispatch-creation-topk-split-reduction=2
// assay-version: 0.1.0
// run 0: result 0 [0] is -inf, expected 0; 1 of 1 elements are wrong
// first wrong value: %1
//   topk: the 1 smallest along dim 0, best first, and their places

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3 --iree-dispatch-creation-topk-split-reduction=2
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main --input=2xf32=0 --expected_output=1xf32=0 --expected_f32_threshold=0

#map = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<2xf32>) -> tensor<1xf32> {
    %0 = tensor.empty() : tensor<1xf32>
    %1 = tensor.empty() : tensor<1xi64>
    %cst = arith.constant 0x7F800000 : f32
    %2 = tensor.empty() : tensor<1xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<1xf32>) -> tensor<1xf32>
    %c0_i32 = arith.constant 0 : i32
    %4 = tensor.empty() : tensor<1xi32>
    %5 = linalg.fill ins(%c0_i32 : i32) outs(%4 : tensor<1xi32>) -> tensor<1xi32>
    %6:2 = "iree_linalg_ext.topk"(%arg0, %3, %5) ({
    ^bb0(%arg1: f32, %arg2: f32):
      %9 = arith.cmpf olt, %arg1, %arg2 : f32
      "iree_linalg_ext.yield"(%9) : (i1) -> ()
    }) {dimension = 0 : i64} : (tensor<2xf32>, tensor<1xf32>, tensor<1xi32>) -> (tensor<1xf32>, tensor<1xi32>)
    %7 = tensor.empty() : tensor<1xi64>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%6#1 : tensor<1xi32>) outs(%7 : tensor<1xi64>) {
    ^bb0(%in: i32, %out: i64):
      %9 = arith.extsi %in : i32 to i64
      linalg.yield %9 : i64
    } -> tensor<1xi64>
    return %6#0 : tensor<1xf32>
  }
}

// assay-content: 498edc829887069339551eacab35941c 81a030a7b15008d1ce370a5616709b46
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"topk","operands":[0],"spelling":"named","attributes":{"dim":0,"k":"1","largest":false,"sorted":true,"index_type":"i64"}}
// assay-case: ],
// assay-case: "returns": [1],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[2],"data":[0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
