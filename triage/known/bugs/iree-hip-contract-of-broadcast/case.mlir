// crash:compile:SIGFPE:<libIREECompiler.so+a464bda><<libIREECompiler.so+87c936b><<libIREECompiler.so+5dacc79>
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// crash in stage compile: SIGFPE
//   <libIREECompiler.so+a464bda>
//   <libIREECompiler.so+87c936b>
//   <libIREECompiler.so+5dacc79>
//   broadcast: x repeated along the new dims [2]
//   contraction: out[3,1,2] = initial + sum of lhs[0,1] * rhs[2,0,3] over what out lacks

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942

#map = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d2, d0, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d3, d1, d2)>
module {
  func.func @main(%arg0: tensor<2x2xf32>) -> tensor<2x2x2xf32> {
    %0 = tensor.empty() : tensor<2x2x2xf32>
    %broadcasted = linalg.broadcast ins(%arg0 : tensor<2x2xf32>) outs(%0 : tensor<2x2x2xf32>) dimensions = [2] 
    %1 = tensor.empty() : tensor<2x2x2xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
    %3 = linalg.contract indexing_maps = [#map, #map1, #map2] ins(%arg0, %broadcasted : tensor<2x2xf32>, tensor<2x2x2xf32>) outs(%2 : tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
    return %3 : tensor<2x2x2xf32>
  }
}

// assay-content: 90b358799e462033cf012c439627ad39 49284f294628dd66d1c771a6b77cb9c7
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[2,2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"broadcast","operands":[0],"spelling":"named","attributes":{"shape":["2","2","2"],"added":[2]}},
// assay-case:   {"op":"contraction","operands":[0,1],"spelling":"named","attributes":{"lhs":[0,1],"rhs":[2,0,3],"out":[3,1,2],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[2,2],"data":[0.0,0.0,0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
