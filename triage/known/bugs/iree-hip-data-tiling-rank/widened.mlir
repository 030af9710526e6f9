// crash:compile:SIGSEGV:mlir::iree_compiler::IREE::lowerGenericOpWithResolvedLayouts<mlir::iree_compiler::IREE::Encoding::detail::LayoutMaterializerAttrInterfaceTraits::FallbackModel::lowerOp<mlir::iree_compiler::MaterializeLinalgOp::matchAndRewrite
// assay-target: iree@3.13.0:hip:O2,--iree-opt-data-tiling=true
// assay-version: 0.1.0
// crash in stage compile: SIGSEGV
//   mlir::iree_compiler::IREE::lowerGenericOpWithResolvedLayouts
//   mlir::iree_compiler::IREE::Encoding::detail::LayoutMaterializerAttrInterfaceTraits::FallbackModel::lowerOp
//   mlir::iree_compiler::MaterializeLinalgOp::matchAndRewrite
//   contraction: out[0] = initial + sum of lhs[1] * rhs[0,1] over what out lacks

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942 --iree-opt-data-tiling=true

#map = affine_map<(d0, d1) -> (d1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d0)>
module {
  func.func @main(%arg0: tensor<2xf32>, %arg1: tensor<2x2xf32>) -> tensor<2xf64> {
    %0 = arith.extf %arg0 : tensor<2xf32> to tensor<2xf64>
    %1 = arith.extf %arg1 : tensor<2x2xf32> to tensor<2x2xf64>
    %2 = tensor.empty() : tensor<2xf64>
    %cst = arith.constant 0.000000e+00 : f64
    %3 = linalg.fill ins(%cst : f64) outs(%2 : tensor<2xf64>) -> tensor<2xf64>
    %4 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "reduction"]} ins(%0, %1 : tensor<2xf64>, tensor<2x2xf64>) outs(%3 : tensor<2xf64>) {
    ^bb0(%in: f64, %in_0: f64, %out: f64):
      %5 = arith.mulf %in, %in_0 : f64
      %6 = arith.addf %out, %5 : f64
      linalg.yield %6 : f64
    } -> tensor<2xf64>
    return %4 : tensor<2xf64>
  }
}

// assay-content: 157e482ac2e285a40302f1433913e45b f311bcec9b4071ad67727d51795e2393
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[2]","f32[2,2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"contraction","operands":[0,1],"spelling":"primitives","attributes":{"lhs":[1],"rhs":[0,1],"out":[0],"result":"f64","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[2],"data":[0.0,0.0]},
// assay-case:   {"element":"f32","shape":[2,2],"data":[0.0,0.0,0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
