// mismatch:contraction:i8->i32
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// run 0: result 0 [1, 1] is -8, expected 248; 1 of 4 elements are wrong
// first wrong value: %2
//   contraction: out[0,1] = initial + sum of lhs[0,2] * rhs[2,1] over what out lacks, unsigned

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942
// RUN: iree-run-module --module=%t.vmfb --device=hip --function=main '--input=2x2xi8=0 0 0 1' '--input=2x2xi8=0 0 0 -8' '--expected_output=2x2xi32=0 0 0 248'

#map = affine_map<(d0, d1, d2) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<2x2xi8>, %arg1: tensor<2x2xi8>) -> tensor<2x2xi32> {
    %0 = tensor.empty() : tensor<2x2xi32>
    %c0_i32 = arith.constant 0 : i32
    %1 = linalg.fill ins(%c0_i32 : i32) outs(%0 : tensor<2x2xi32>) -> tensor<2x2xi32>
    %2 = linalg.contract indexing_maps = [#map, #map1, #map2] {cast = #linalg.type_fn<cast_unsigned>} ins(%arg0, %arg1 : tensor<2x2xi8>, tensor<2x2xi8>) outs(%1 : tensor<2x2xi32>) -> tensor<2x2xi32>
    return %2 : tensor<2x2xi32>
  }
}

// assay-content: 71061e9eb06efb58dd940d8fd7beee70 df0de0bea9b750c1b3214c19a8cc34bc
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["i8[2,2]","i8[2,2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"contraction","operands":[0,1],"spelling":"named","attributes":{"lhs":[0,2],"rhs":[2,1],"out":[0,1],"result":"i32","unsigned":true}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"i8","shape":[2,2],"data":[0,0,0,1]},
// assay-case:   {"element":"i8","shape":[2,2],"data":[0,0,0,-8]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
