// mismatch:scatter(max)
// assay-target: iree@3.5.0:hip:O2,flavour=torch
// assay-version: 0.1.0
// run 0: result 0 [0, 0] is 2, expected 0; 2 of 2 elements are wrong
// first wrong value: %3
//   scatter: for each place p of the updates: base[p with p[1] = indices[p]] max= updates[p]

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-hip-target=gfx942
// RUN: iree-run-module --module=%t.vmfb --device=hip --function=main --input=2x1xf32=0 --input=2x2xi64=0 '--input=2x2xf32=0 0 0 2' '--expected_output=2x1xf32=0 2' --expected_f32_threshold=0

module {
  func.func @main(%arg0: !torch.vtensor<[?,1],f32>, %arg1: !torch.vtensor<[?,2],si64>, %arg2: !torch.vtensor<[?,2],f32>) -> !torch.vtensor<[?,1],f32> attributes {torch.assume_strict_symbolic_shapes} {
    %0 = "torch.constant.int"() {value = 1 : i64} : () -> !torch.int
    %1 = "torch.constant.str"() {value = "amax"} : () -> !torch.str
    %2 = "torch.constant.bool"() {value = true} : () -> !torch.bool
    %3 = "torch.aten.scatter_reduce.two"(%arg0, %0, %arg1, %arg2, %1, %2) : (!torch.vtensor<[?,1],f32>, !torch.int, !torch.vtensor<[?,2],si64>, !torch.vtensor<[?,2],f32>, !torch.str, !torch.bool) -> !torch.vtensor<[?,1],f32>
    return %3 : !torch.vtensor<[?,1],f32>
  }
}

// assay-content: 1d25d59e58fc0e43b3e1ce8d151801b4 2c2a5b21b106cee95e2765f89d3df232
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[d0,1]","i64[d0,2]","f32[d0,2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"scatter","operands":[0,1,2],"spelling":"named","attributes":{"dim":1,"combine":"max","unique":false}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [2],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[2,1],"data":[0.0,0.0]},
// assay-case:   {"element":"i64","shape":[2,2],"data":[0,0,0,0]},
// assay-case:   {"element":"f32","shape":[2,2],"data":[0.0,0.0,0.0,2.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
