// crash:compile:SIGSEGV:mlir::ShapedType::getNumElements<FoldSingleElementIndexVec::matchAndRewrite<foldTransferIndexVecs
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// crash in stage compile: SIGSEGV
//   mlir::ShapedType::getNumElements
//   FoldSingleElementIndexVec::matchAndRewrite
//   foldTransferIndexVecs
//   gather_nd: y[b] = x[indices[b]]
//   contraction: out[0,1] = initial + sum of lhs[0,2] * rhs[2,1] over what out lacks

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942

module {
  func.func @main(%arg0: tensor<2x2xf32>, %arg1: tensor<?x1xi32>, %arg2: tensor<?x?xf32>) -> tensor<?x2xf32> {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg1, %c0 : tensor<?x1xi32>
    %0 = tensor.empty(%dim) : tensor<?x2xf32>
    %1 = "iree_linalg_ext.gather"(%arg0, %arg1, %0) {dimension_map = array<i64: 0>} : (tensor<2x2xf32>, tensor<?x1xi32>, tensor<?x2xf32>) -> tensor<?x2xf32>
    %2 = tensor.empty(%dim) : tensor<?x2xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<?x2xf32>) -> tensor<?x2xf32>
    %4 = linalg.matmul ins(%arg2, %1 : tensor<?x?xf32>, tensor<?x2xf32>) outs(%3 : tensor<?x2xf32>) -> tensor<?x2xf32>
    return %4 : tensor<?x2xf32>
  }
}

// assay-content: fea8dea082c19b14582bee3bf055e30b 49284f294628dd66d1c771a6b77cb9c7
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[2,2]","i32[d0,1]","f32[d0,d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"gather_nd","operands":[0,1],"spelling":"named","attributes":{"depth":1}},
// assay-case:   {"op":"contraction","operands":[2,3],"spelling":"named","attributes":{"lhs":[0,2],"rhs":[2,1],"out":[0,1],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [4],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[2,2],"data":[0.0,0.0,0.0,0.0]},
// assay-case:   {"element":"i32","shape":[1,1],"data":[0]},
// assay-case:   {"element":"f32","shape":[1,1],"data":[0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
