// crash:compile:SIGSEGV:mlir::iree_compiler::inferSizesFromIR<mlir::iree_compiler::GenericVectorizationPass::runOnOperation<mlir::iree_compiler::LLVMCPULowerExecutableTargetPass::runOnOperation
// assay-target: iree@3.13.0:llvm-cpu:O2,--iree-opt-generalize-matmul=false,--iree-opt-data-tiling=true
// assay-version: 0.1.0
// crash in stage compile: SIGSEGV
//   mlir::iree_compiler::inferSizesFromIR
//   mlir::iree_compiler::GenericVectorizationPass::runOnOperation
//   mlir::iree_compiler::LLVMCPULowerExecutableTargetPass::runOnOperation
//   fill: 0 everywhere
//   extract_slice: x from [0,0], [2,1] elements in steps of [1,1]
//   contraction: out[2,0] = initial + sum of lhs[0,1] * rhs[1,2] over what out lacks

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3 --iree-opt-generalize-matmul=false --iree-opt-data-tiling=true

#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d2, d0)>
module {
  func.func @main(%arg0: tensor<2x2xf32>) -> tensor<1x2xf32> {
    %0 = tensor.empty() : tensor<2x2xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<2x2xf32>) -> tensor<2x2xf32>
    %extracted_slice = tensor.extract_slice %1[0, 0] [2, 1] [1, 1] : tensor<2x2xf32> to tensor<2x1xf32>
    %2 = tensor.empty() : tensor<1x2xf32>
    %cst_0 = arith.constant 0.000000e+00 : f32
    %3 = linalg.fill ins(%cst_0 : f32) outs(%2 : tensor<1x2xf32>) -> tensor<1x2xf32>
    %4 = linalg.contract indexing_maps = [#map, #map1, #map2] ins(%arg0, %extracted_slice : tensor<2x2xf32>, tensor<2x1xf32>) outs(%3 : tensor<1x2xf32>) -> tensor<1x2xf32>
    return %4 : tensor<1x2xf32>
  }
}

// assay-content: 4e0aee97be828f7c0f61ba346287beff 8dc44390b5fc1e6854c0d1cac8228f48
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[2,2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"fill","operands":[],"spelling":"named","attributes":{"shape":["2","2"],"element":"f32","value":0.0}},
// assay-case:   {"op":"extract_slice","operands":[1],"spelling":"named","attributes":{"offsets":["0","0"],"sizes":["2","1"],"strides":[1,1],"dropped":[]}},
// assay-case:   {"op":"contraction","operands":[0,2],"spelling":"named","attributes":{"lhs":[0,1],"rhs":[1,2],"out":[2,0],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [3],
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
