// crash:compile:SIGSEGV:mlir::getValueOrCreateConstantIndexOp<mlir::detail::TilingInterfaceInterfaceTraits::FallbackModel::generateScalarImplementation<mlir::iree_compiler::IREE::LinalgExt::lowerToLoopsImpl
// assay-target: iree@3.13.0:vmvx:O2,--iree-opt-data-tiling=true
// assay-version: 0.1.0
// crash in stage compile: SIGSEGV
//   mlir::getValueOrCreateConstantIndexOp
//   mlir::detail::TilingInterfaceInterfaceTraits::FallbackModel::generateScalarImplementation
//   mlir::iree_compiler::IREE::LinalgExt::lowerToLoopsImpl
//   contraction: out[0,1] = initial + sum of lhs[0,1,2] * rhs[0,2] over what out lacks
//   broadcast: x repeated along the new dims [1]
//   binary: z[i] = add(x[i], y[i])

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=vmvx --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-opt-data-tiling=true

#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<2x2x?xf32>, %arg1: tensor<2x?xf32>, %arg2: tensor<2xf32>) -> tensor<2x2xf32> {
    %0 = tensor.empty() : tensor<2x2xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<2x2xf32>) -> tensor<2x2xf32>
    %2 = linalg.batch_matvec ins(%arg0, %arg1 : tensor<2x2x?xf32>, tensor<2x?xf32>) outs(%1 : tensor<2x2xf32>) -> tensor<2x2xf32>
    %3 = tensor.empty() : tensor<2x2xf32>
    %broadcasted = linalg.broadcast ins(%arg2 : tensor<2xf32>) outs(%3 : tensor<2x2xf32>) dimensions = [1] 
    %4 = tensor.empty() : tensor<2x2xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %broadcasted : tensor<2x2xf32>, tensor<2x2xf32>) outs(%4 : tensor<2x2xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %6 = arith.addf %in, %in_0 : f32
      linalg.yield %6 : f32
    } -> tensor<2x2xf32>
    return %5 : tensor<2x2xf32>
  }
}

// assay-content: 926dcfee1c7cab4ce2021eb396c6f0a8 83c0de67209aeb93170286ed16b633d6
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[2,2,d0]","f32[2,d0]","f32[2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"contraction","operands":[0,1],"spelling":"named","attributes":{"lhs":[0,1,2],"rhs":[0,2],"out":[0,1],"result":"f32","unsigned":false}},
// assay-case:   {"op":"broadcast","operands":[2],"spelling":"named","attributes":{"shape":["2","2"],"added":[1]}},
// assay-case:   {"op":"binary","operands":[3,4],"spelling":"named","attributes":{"function":"add","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [5],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[2,2,1],"data":[0.0,0.0,0.0,0.0]},
// assay-case:   {"element":"f32","shape":[2,1],"data":[0.0,0.0]},
// assay-case:   {"element":"f32","shape":[2],"data":[0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
