// timeout:compile:LLVMGPUVectorLoweringPass
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// time limit exceeded in stage compile
//   contraction: out[0,2] = initial + sum of lhs[0,1] * rhs[1,2] over what out lacks

// RUN: timeout 60 iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942

#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d2)>
module {
  func.func @main(%arg0: tensor<?x?xf32>) -> tensor<?x?xf64> {
    %0 = arith.extf %arg0 : tensor<?x?xf32> to tensor<?x?xf64>
    %1 = arith.extf %arg0 : tensor<?x?xf32> to tensor<?x?xf64>
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x?xf32>
    %2 = tensor.empty(%dim, %dim) : tensor<?x?xf64>
    %cst = arith.constant 0.000000e+00 : f64
    %3 = linalg.fill ins(%cst : f64) outs(%2 : tensor<?x?xf64>) -> tensor<?x?xf64>
    %4 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "reduction", "parallel"]} ins(%0, %1 : tensor<?x?xf64>, tensor<?x?xf64>) outs(%3 : tensor<?x?xf64>) {
    ^bb0(%in: f64, %in_0: f64, %out: f64):
      %5 = arith.mulf %in, %in_0 : f64
      %6 = arith.addf %out, %5 : f64
      linalg.yield %6 : f64
    } -> tensor<?x?xf64>
    return %4 : tensor<?x?xf64>
  }
}

// assay-content: fa2341dea6b8254491e3c6f7c2247b21 b7a98eb404b7f3cb248528a3d1d203a2
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[d0,d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"contraction","operands":[0,0],"spelling":"primitives","attributes":{"lhs":[0,1],"rhs":[1,2],"out":[0,2],"result":"f64","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [1],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"distribution":"integers","seed":3518269411,"low":-4.0,"high":4.0}
// assay-case: ]}
// assay-case: ]
// assay-case: }
