// crash:compile:SIGSEGV:mlir::detail::readBits<mlir::detail::convertFloatTypeToAttribute<mlir::DenseElementsAttr::AttributeElementIterator::operator*
// assay-target: iree@3.13.0:llvm-cpu:O2,flavour=torch
// assay-version: 0.1.0
// crash in stage compile: SIGSEGV
//   mlir::detail::readBits
//   mlir::detail::convertFloatTypeToAttribute
//   mlir::DenseElementsAttr::AttributeElementIterator::operator*
//   constant: as written
//   insert_slice: base with the source written from [0,0] in steps of [4,1]

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

module {
  func.func @main(%arg0: !torch.vtensor<[1],f32>) -> !torch.vtensor<[1,2],f32> attributes {torch.assume_strict_symbolic_shapes} {
    %0 = "torch.vtensor.literal"() {value = dense<[[2.234375, -0.2265625]]> : tensor<1x2xf32>} : () -> !torch.vtensor<[1,2],f32>
    %1 = "torch.constant.int"() {value = 0 : i64} : () -> !torch.int
    %2 = "torch.aten.unsqueeze"(%arg0, %1) : (!torch.vtensor<[1],f32>, !torch.int) -> !torch.vtensor<[1,1],f32>
    %3 = "torch.constant.int"() {value = 4 : i64} : () -> !torch.int
    %4 = "torch.aten.slice.Tensor"(%0, %1, %1, %3, %3) : (!torch.vtensor<[1,2],f32>, !torch.int, !torch.int, !torch.int, !torch.int) -> !torch.vtensor<[1,2],f32>
    %5 = "torch.constant.int"() {value = 1 : i64} : () -> !torch.int
    %6 = "torch.aten.slice.Tensor"(%4, %5, %1, %5, %5) : (!torch.vtensor<[1,2],f32>, !torch.int, !torch.int, !torch.int, !torch.int) -> !torch.vtensor<[1,1],f32>
    %7 = "torch.aten.slice_scatter"(%4, %2, %5, %1, %5, %5) : (!torch.vtensor<[1,2],f32>, !torch.vtensor<[1,1],f32>, !torch.int, !torch.int, !torch.int, !torch.int) -> !torch.vtensor<[1,2],f32>
    %8 = "torch.aten.slice_scatter"(%0, %7, %1, %1, %3, %3) : (!torch.vtensor<[1,2],f32>, !torch.vtensor<[1,2],f32>, !torch.int, !torch.int, !torch.int, !torch.int) -> !torch.vtensor<[1,2],f32>
    return %8 : !torch.vtensor<[1,2],f32>
  }
}

// assay-content: 6f9c0bfe3118d167041f21c42e4348d2 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"constant","operands":[],"spelling":"named","attributes":{"value":{"element":"f32","shape":[1,2],"data":[2.234375,-0.2265625]}}},
// assay-case:   {"op":"insert_slice","operands":[0,1],"spelling":"named","attributes":{"offsets":["0","0"],"strides":[4,1],"dropped":[0]}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1],"data":[0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
