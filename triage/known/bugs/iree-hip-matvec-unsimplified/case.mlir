// mismatch:contraction
// assay-target: iree@3.13.0:hip:O2,--iree-global-optimization-opt-level=O0
// assay-version: 0.1.0
// run 0: result 0 [0] is 0, expected 81; 1 of 1 elements are wrong
// first wrong value: %2
//   contraction: out[0] = initial + sum of lhs[0,1] * rhs[1] over what out lacks, unsigned

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942 --iree-global-optimization-opt-level=O0
// RUN: iree-run-module --module=%t.vmfb --device=hip --function=main --input=1xi32=-9 --input=1x1xi32=-9 --expected_output=1xi32=81

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1) -> (d0)>
module {
  func.func @main(%arg0: tensor<?xi32>, %arg1: tensor<1x?xi32>) -> tensor<1xi32> {
    %0 = tensor.empty() : tensor<1xi32>
    %c0_i32 = arith.constant 0 : i32
    %1 = linalg.fill ins(%c0_i32 : i32) outs(%0 : tensor<1xi32>) -> tensor<1xi32>
    %2 = linalg.contract indexing_maps = [#map, #map1, #map2] {cast = #linalg.type_fn<cast_unsigned>} ins(%arg1, %arg0 : tensor<1x?xi32>, tensor<?xi32>) outs(%1 : tensor<1xi32>) -> tensor<1xi32>
    return %2 : tensor<1xi32>
  }
}

// assay-content: 9804b657a203c0f73c38aa01c6891743 192ab0a6bf6d4e4782224ac5923661c7
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["i32[d0]","i32[1,d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"contraction","operands":[1,0],"spelling":"named","attributes":{"lhs":[0,1],"rhs":[1],"out":[0],"result":"i32","unsigned":true}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"i32","shape":[1],"data":[-9]},
// assay-case:   {"element":"i32","shape":[1,1],"data":[-9]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
