// crash:compile:SIGSEGV:llvm::SelectionDAG::simplifySelect<llvm::SelectionDAG::getNode<llvm::DAGTypeLegalizer::ScalarizeVecRes_VSELECT
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// crash in stage compile: SIGSEGV
//   llvm::SelectionDAG::simplifySelect
//   llvm::SelectionDAG::getNode
//   llvm::DAGTypeLegalizer::ScalarizeVecRes_VSELECT
//   unary: y[i] = sign(x[i])

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942

module {
  func.func @main(%arg0: tensor<2xf64>) -> tensor<2xf64> {
    %0 = tensor.empty() : tensor<2xf64>
    %mapped = linalg.map ins(%arg0 : tensor<2xf64>) outs(%0 : tensor<2xf64>)
      (%in: f64, %init: f64) {
        %cst = arith.constant 0.000000e+00 : f64
        %1 = arith.cmpf ueq, %in, %cst : f64
        %cst_0 = arith.constant 1.000000e+00 : f64
        %2 = math.copysign %cst_0, %in : f64
        %3 = arith.select %1, %in, %2 : f64
        linalg.yield %3 : f64
      }
    return %mapped : tensor<2xf64>
  }
}

// assay-content: a8ac7669365bffe12a19fa73c8d8a2e3 49284f294628dd66d1c771a6b77cb9c7
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f64[2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"unary","operands":[0],"spelling":"named","attributes":{"function":"sign"}}
// assay-case: ],
// assay-case: "returns": [1],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f64","shape":[2],"data":[0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
