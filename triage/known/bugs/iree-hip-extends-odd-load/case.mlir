// crash:compile:SIGABRT:LLVM ERROR: Cannot select: #: f32 = Constant<#>
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// crash in stage compile: SIGABRT
// LLVM ERROR: Cannot select: 0x5555e06814b0: f32 = Constant<-1>
//   llvm::SelectionDAGISel::CannotYetSelect
//   llvm::SelectionDAGISel::SelectCodeCommon
//   llvm::AMDGPUDAGToDAGISel::Select
//   contraction: out[0] = initial + sum of lhs[0,1] * rhs[0,1] over what out lacks

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
module {
  func.func @main(%arg0: tensor<?x5xf16>) -> tensor<?xf32> {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x5xf16>
    %0 = tensor.empty(%dim) : tensor<?xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
    %2 = linalg.contract indexing_maps = [#map, #map, #map1] ins(%arg0, %arg0 : tensor<?x5xf16>, tensor<?x5xf16>) outs(%1 : tensor<?xf32>) -> tensor<?xf32>
    return %2 : tensor<?xf32>
  }
}

// assay-content: fbe7b1b58cbc3a63756a4571cf4e4fef 49284f294628dd66d1c771a6b77cb9c7
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f16[d0,5]"],
// assay-case: "nodes": [
// assay-case:   {"op":"contraction","operands":[0,0],"spelling":"named","attributes":{"lhs":[0,1],"rhs":[0,1],"out":[0],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [1],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"f16","shape":[1,5],"data":[0.0,0.0,0.0,0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
