// crash:compile:SIGFPE:ConvertAtenViewOp::getMultiplier<ConvertAtenViewOp::matchAndRewrite<mlir::ConversionPattern::dispatchTo1To1
// assay-target: iree@3.13.0:llvm-cpu:O2,flavour=torch
// assay-version: 0.1.0
// crash in stage compile: SIGFPE
//   ConvertAtenViewOp::getMultiplier
//   ConvertAtenViewOp::matchAndRewrite
//   mlir::ConversionPattern::dispatchTo1To1
//   contraction: out[1] = initial + sum of lhs[0,1] * rhs[0] over what out lacks

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

module {
  func.func @main(%arg0: !torch.vtensor<[1],f32>, %arg1: !torch.vtensor<[1,0],f32>) -> !torch.vtensor<[0],f32> attributes {torch.assume_strict_symbolic_shapes} {
    %0 = "torch.constant.str"() {value = "ab,a->b"} : () -> !torch.str
    %1 = "torch.prim.ListConstruct"(%arg1, %arg0) : (!torch.vtensor<[1,0],f32>, !torch.vtensor<[1],f32>) -> !torch.list<vtensor>
    %2 = "torch.constant.none"() : () -> !torch.none
    %3 = "torch.aten.einsum"(%0, %1, %2) : (!torch.str, !torch.list<vtensor>, !torch.none) -> !torch.vtensor<[0],f32>
    return %3 : !torch.vtensor<[0],f32>
  }
}

// assay-content: 6373644474129422c373a545ba98f70c 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[1]","f32[1,0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"contraction","operands":[1,0],"spelling":"named","attributes":{"lhs":[0,1],"rhs":[0],"out":[1],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1],"data":[0.0]},
// assay-case:   {"element":"f32","shape":[1,0],"data":[]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
