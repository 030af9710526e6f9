// crash:compile:SIGSEGV:mlir::detail::OperandStorage::setOperands<mlir::MutableOperandRange::assign<ForallOpIterArgsFolder::matchAndRewrite
// assay-target: iree@3.13.0:hip:O3
// assay-version: 0.1.0
// crash in stage compile: SIGSEGV
//   mlir::detail::OperandStorage::setOperands
//   mlir::MutableOperandRange::assign
//   ForallOpIterArgsFolder::matchAndRewrite
//   reduce: sum over dims [0], from the initial value

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O3 --iree-rocm-target=gfx942

module {
  func.func @main(%arg0: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x?xf32>
    %0 = tensor.empty(%dim) : tensor<?xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
    %reduced = linalg.reduce { arith.addf } ins(%arg0 : tensor<?x?xf32>) outs(%1 : tensor<?xf32>) dimensions = [0] 
    %reduced_0 = linalg.reduce { arith.addf } ins(%arg0 : tensor<?x?xf32>) outs(%reduced : tensor<?xf32>) dimensions = [0] 
    %reduced_1 = linalg.reduce { arith.addf } ins(%arg0 : tensor<?x?xf32>) outs(%reduced_0 : tensor<?xf32>) dimensions = [0] 
    return %reduced, %reduced_1 : tensor<?xf32>, tensor<?xf32>
  }
}

// assay-content: 6673101f372f00d221b7206e9f6796eb fd8dd66b2c55e21628851b7647ca34e0
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[d0,d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"reduce","operands":[0],"spelling":"named","attributes":{"function":"sum","dims":[0],"result":"f32","unsigned":false}},
// assay-case:   {"op":"reduce","operands":[0],"destination":1,"spelling":"named","attributes":{"function":"sum","dims":[0],"result":"f32","unsigned":false}},
// assay-case:   {"op":"reduce","operands":[0],"destination":2,"spelling":"named","attributes":{"function":"sum","dims":[0],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [1,3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1,1],"data":[0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
