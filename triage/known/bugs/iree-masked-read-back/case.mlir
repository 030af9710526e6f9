// sanitizer:run:a block was read behind its end in attention
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// a block was read behind its end in attention: 8 bytes away from a block of 248 bytes that iree_allocator_libc_ctl asked for, by main_dispatch_0_attention_2xDx2x ...
//   attention: softmax(1 * Q K^T) V along the keys
//   concat: the operands joined along dim 1

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main --input=2x1x2xf32=0 --input=2x1x2xf32=0 --input=2x1x2xf32=0

#map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>
#map1 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d3)>
#map2 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d2)>
#map3 = affine_map<(d0, d1, d2, d3, d4) -> ()>
#map4 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>
module {
  func.func @main(%arg0: tensor<2x?x2xf32>, %arg1: tensor<2x?x2xf32>, %arg2: tensor<2x?x2xf32>) -> (tensor<2x?x2xf32>, tensor<2x?x2xf32>) {
    %cst = arith.constant 1.000000e+00 : f32
    %0 = "iree_linalg_ext.attention"(%arg2, %arg1, %arg1, %cst, %arg0) ({
    ^bb0(%arg3: f32):
      "iree_linalg_ext.yield"(%arg3) : (f32) -> ()
    }) {indexing_maps = [#map, #map1, #map2, #map3, #map4]} : (tensor<2x?x2xf32>, tensor<2x?x2xf32>, tensor<2x?x2xf32>, f32, tensor<2x?x2xf32>) -> tensor<2x?x2xf32>
    %concat = tensor.concat dim(1) %arg2, %0 : (tensor<2x?x2xf32>, tensor<2x?x2xf32>) -> tensor<2x?x2xf32>
    return %concat, %0 : tensor<2x?x2xf32>, tensor<2x?x2xf32>
  }
}

// assay-content: f92a3a13c92a648dbba195e2e2256558 724efa676ce2ec754c70aa40ca38755f
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[2,d0,2]","f32[2,d0,2]","f32[2,d0,2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"attention","operands":[2,1,1],"destination":0,"spelling":"named","attributes":{"scale":1.0,"mask":"none","causal":false,"group":1}},
// assay-case:   {"op":"concat","operands":[2,3],"spelling":"named","attributes":{"dim":1}}
// assay-case: ],
// assay-case: "returns": [4,3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[2,1,2],"data":[0.0,0.0,0.0,0.0]},
// assay-case:   {"element":"f32","shape":[2,1,2],"data":[0.0,0.0,0.0,0.0]},
// assay-case:   {"element":"f32","shape":[2,1,2],"data":[0.0,0.0,0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
