// sanitizer:run:a block was read behind its end in elementwise_broadcast
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// a block was read behind its end in elementwise_broadcast: 8 bytes away from a block of 360 bytes that iree_allocator_libc_ctl asked for, by main_dispatch_1_elem ...

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main --input=13

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @main(%arg0: index) -> (tensor<?x2x2xf32>, tensor<f32>, tensor<13x1x1xf32>) {
    %0 = tensor.empty(%arg0) : tensor<?x2x2xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<?x2x2xf32>) -> tensor<?x2x2xf32>
    %2 = tensor.empty(%arg0) : tensor<?x2x2xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<?x2x2xf32>) outs(%2 : tensor<?x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %12 = arith.negf %in : f32
      linalg.yield %12 : f32
    } -> tensor<?x2x2xf32>
    %4 = tensor.empty(%arg0) : tensor<?x2x2xf32>
    %cst_0 = arith.constant 0.000000e+00 : f32
    %5 = linalg.fill ins(%cst_0 : f32) outs(%4 : tensor<?x2x2xf32>) -> tensor<?x2x2xf32>
    %6 = tensor.empty(%arg0) : tensor<?x2x2xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<?x2x2xf32>) outs(%6 : tensor<?x2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %12 = arith.negf %in : f32
      linalg.yield %12 : f32
    } -> tensor<?x2x2xf32>
    %8 = tensor.empty() : tensor<f32>
    %cst_1 = arith.constant 0.000000e+00 : f32
    %9 = linalg.fill ins(%cst_1 : f32) outs(%8 : tensor<f32>) -> tensor<f32>
    %reduced = linalg.reduce { arith.addf } ins(%3 : tensor<?x2x2xf32>) outs(%9 : tensor<f32>) dimensions = [0, 1, 2] 
    %c0 = arith.constant 0 : index
    %10 = tensor.empty() : tensor<13x1x1xf32>
    %11 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel"]} outs(%10 : tensor<13x1x1xf32>) {
    ^bb0(%out: f32):
      %12 = linalg.index 0 : index
      %13 = linalg.index 1 : index
      %14 = linalg.index 2 : index
      %15 = arith.addi %c0, %12 : index
      %16 = arith.addi %c0, %13 : index
      %17 = arith.addi %c0, %14 : index
      %extracted = tensor.extract %3[%15, %16, %17] : tensor<?x2x2xf32>
      linalg.yield %extracted : f32
    } -> tensor<13x1x1xf32>
    return %7, %reduced, %11 : tensor<?x2x2xf32>, tensor<f32>, tensor<13x1x1xf32>
  }
}

// assay-content: beecb61537f90880243681f1b2d92dfa 6e5a2358ca2b3c0bdef273ade9a527d1
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": [],
// assay-case: "nodes": [
// assay-case:   {"op":"fill","operands":[],"spelling":"named","attributes":{"shape":["d0","2","2"],"element":"f32","value":0.0}},
// assay-case:   {"op":"unary","operands":[0],"spelling":"named","attributes":{"function":"neg"}},
// assay-case:   {"op":"fill","operands":[],"spelling":"named","attributes":{"shape":["d0","2","2"],"element":"f32","value":0.0}},
// assay-case:   {"op":"unary","operands":[2],"spelling":"named","attributes":{"function":"neg"}},
// assay-case:   {"op":"reduce","operands":[1],"spelling":"named","attributes":{"function":"sum","dims":[0,1,2],"result":"f32","unsigned":false}},
// assay-case:   {"op":"extract_slice","operands":[1],"spelling":"extract","attributes":{"offsets":["0","0","0"],"sizes":["13","1","1"],"strides":[1,1,1],"dropped":[]}}
// assay-case: ],
// assay-case: "returns": [3,4,5],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [13],
// assay-case: "inputs": []}
// assay-case: ]
// assay-case: }
