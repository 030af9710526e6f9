// crash:compile:SIGABRT:LLVM ERROR: Cannot select: #: ch = store<(store (s#) into %, align #, !alias.scope !#, !noalias !#, addrspace #), trunc to v7f16> # D:# #, poison:i64
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// crash in stage compile: SIGABRT
// LLVM ERROR: Cannot select: 0x55d4bc3bedf0: ch = store<(store (s112) into %ir.65, align 2, !alias.scope !83, !noalias !84, addrspace 1), trunc to v7f16> # D:1 0x ...
//   llvm::SelectionDAGISel::CannotYetSelect
//   llvm::SelectionDAGISel::SelectCodeCommon
//   llvm::SelectionDAGISel::DoInstructionSelection
//   softmax: exp(x - max) / sum of exp(x - max) along dim 1

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942

#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<?x7xf16>) -> tensor<?x7xf16> {
    %0 = arith.extf %arg0 : tensor<?x7xf16> to tensor<?x7xf32>
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x7xf16>
    %1 = tensor.empty(%dim) : tensor<?x7xf32>
    %2 = linalg.softmax dimension(1) ins(%0 : tensor<?x7xf32>) outs(%1 : tensor<?x7xf32>) -> tensor<?x7xf32>
    %3 = tensor.empty(%dim) : tensor<?x7xf16>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<?x7xf32>) outs(%3 : tensor<?x7xf16>) {
    ^bb0(%in: f32, %out: f16):
      %5 = arith.truncf %in : f32 to f16
      linalg.yield %5 : f16
    } -> tensor<?x7xf16>
    return %4 : tensor<?x7xf16>
  }
}

// assay-content: 24b27612877925397e8d078b20761378 49284f294628dd66d1c771a6b77cb9c7
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f16[d0,7]"],
// assay-case: "nodes": [
// assay-case:   {"op":"softmax","operands":[0],"spelling":"named","attributes":{"dim":1}}
// assay-case: ],
// assay-case: "returns": [1],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"f16","shape":[1,7],"data":[0.0,0.0,0.0,0.0,0.0,0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
