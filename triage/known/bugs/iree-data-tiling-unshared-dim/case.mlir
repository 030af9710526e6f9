// crash:compile:SIGSEGV:mlir::linalg::PackOp::inferPackedShape<mlir::linalg::PackOp::inferPackedTensorType<mlir::iree_compiler::IREE::EncodingLayoutMaterializerAttrExternalModelBase::convertType
// assay-target: iree@3.13.0:llvm-cpu:O2,--iree-opt-data-tiling=true
// assay-version: 0.1.0
// crash in stage compile: SIGSEGV
//   mlir::linalg::PackOp::inferPackedShape
//   mlir::linalg::PackOp::inferPackedTensorType
//   mlir::iree_compiler::IREE::EncodingLayoutMaterializerAttrExternalModelBase::convertType
//   contraction: out[2] = initial + sum of lhs[0,2] * rhs[0,1] over what out lacks

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3 --iree-opt-data-tiling=true

#map = affine_map<(d0, d1, d2) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d2)>
module {
  func.func @main(%arg0: tensor<2x2xf32>) -> tensor<2xf32> {
    %0 = tensor.empty() : tensor<2xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<2xf32>) -> tensor<2xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["reduction", "reduction", "parallel"]} ins(%arg0, %arg0 : tensor<2x2xf32>, tensor<2x2xf32>) outs(%1 : tensor<2xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %3 = arith.mulf %in, %in_0 : f32
      %4 = arith.addf %out, %3 : f32
      linalg.yield %4 : f32
    } -> tensor<2xf32>
    return %2 : tensor<2xf32>
  }
}

// assay-content: b3baf97c6ed875a68e39b00848f0a8f2 739a3df7d1c71eca10f64afccc8b6e38
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[2,2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"contraction","operands":[0,0],"spelling":"named","attributes":{"lhs":[0,2],"rhs":[0,1],"out":[2],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [1],
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
