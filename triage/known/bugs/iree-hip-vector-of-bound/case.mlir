// crash:compile:SIGABRT:LLVM ERROR: SmallVector unable to grow. Requested capacity (#) is larger than maximum value for size type (#)
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// crash in stage compile: SIGABRT
// LLVM ERROR: SmallVector unable to grow. Requested capacity (9007199254740991) is larger than maximum value for size type (4294967295)
//   report_size_overflow
//   llvm::SmallVectorBase::grow_pod
//   VectorCreateMaskOpConversion::matchAndRewrite
//   gather_nd: y[b] = x[indices[b]]
//   unary: y[i] = neg(x[i])
//   reduce: sum over dims [0], from the initial value

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942

#map = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<1xf32>, %arg1: tensor<?x1xi64>) -> (tensor<?xf32>, tensor<f32>) {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg1, %c0 : tensor<?x1xi64>
    %0 = tensor.empty(%dim) : tensor<?xf32>
    %1 = "iree_linalg_ext.gather"(%arg0, %arg1, %0) {dimension_map = array<i64: 0>} : (tensor<1xf32>, tensor<?x1xi64>, tensor<?xf32>) -> tensor<?xf32>
    %2 = tensor.empty(%dim) : tensor<?xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%1 : tensor<?xf32>) outs(%2 : tensor<?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %6 = arith.negf %in : f32
      linalg.yield %6 : f32
    } -> tensor<?xf32>
    %4 = tensor.empty() : tensor<f32>
    %cst = arith.constant 0.000000e+00 : f32
    %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<f32>) -> tensor<f32>
    %reduced = linalg.reduce { arith.addf } ins(%3 : tensor<?xf32>) outs(%5 : tensor<f32>) dimensions = [0] 
    return %3, %reduced : tensor<?xf32>, tensor<f32>
  }
}

// assay-content: 31ac162d542e04ff76b090325cfc76c1 49284f294628dd66d1c771a6b77cb9c7
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[1]","i64[d0,1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"gather_nd","operands":[0,1],"spelling":"named","attributes":{"depth":1}},
// assay-case:   {"op":"unary","operands":[2],"spelling":"named","attributes":{"function":"neg"}},
// assay-case:   {"op":"reduce","operands":[3],"spelling":"named","attributes":{"function":"sum","dims":[0],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [3,4],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1],"data":[0.0]},
// assay-case:   {"element":"i64","shape":[1,1],"data":[0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
