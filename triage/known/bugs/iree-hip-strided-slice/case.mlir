// mismatch:contraction:bf16:generic
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// run 0: result 0 [0] is -16, expected 5; 2 of 2 elements are wrong
// first wrong value: %3
//   extract_slice: x from [0,0], [2,1] elements in steps of [4,1]
//   contraction: out[1] = initial + sum of lhs[0] * rhs[0,1] over what out lacks

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942
// RUN: iree-run-module --module=%t.vmfb --device=hip --function=main '--input=2x2xbf16=1 1 1 3' '--input=5x1xbf16=-1 -15 -8 -7 6' '--expected_output=2xbf16=5 17' --expected_bf16_threshold=0

#map = affine_map<(d0, d1) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @main(%arg0: tensor<2x2xbf16>, %arg1: tensor<5x1xbf16>) -> tensor<2xbf16> {
    %extracted_slice = tensor.extract_slice %arg1[0, 0] [2, 1] [4, 1] : tensor<5x1xbf16> to tensor<2xbf16>
    %0 = tensor.empty() : tensor<2xbf16>
    %cst = arith.constant 0.000000e+00 : bf16
    %1 = linalg.fill ins(%cst : bf16) outs(%0 : tensor<2xbf16>) -> tensor<2xbf16>
    %2 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["reduction", "parallel"]} ins(%extracted_slice, %arg0 : tensor<2xbf16>, tensor<2x2xbf16>) outs(%1 : tensor<2xbf16>) {
    ^bb0(%in: bf16, %in_0: bf16, %out: bf16):
      %3 = arith.mulf %in, %in_0 : bf16
      %4 = arith.addf %out, %3 : bf16
      linalg.yield %4 : bf16
    } -> tensor<2xbf16>
    return %2 : tensor<2xbf16>
  }
}

// assay-content: 92eb111b3555c0dac3cbea8f07b087f7 91db4383f379f077622d942724bd4975
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["bf16[2,2]","bf16[5,1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"extract_slice","operands":[1],"spelling":"named","attributes":{"offsets":["0","0"],"sizes":["2","1"],"strides":[4,1],"dropped":[1]}},
// assay-case:   {"op":"contraction","operands":[2,0],"spelling":"generic","attributes":{"lhs":[0],"rhs":[0,1],"out":[1],"result":"bf16","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"bf16","shape":[2,2],"data":[1.0,1.0,1.0,3.0]},
// assay-case:   {"element":"bf16","shape":[5,1],"data":[-1.0,-15.0,-8.0,-7.0,6.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
