// mismatch:reduce(sum):inf
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// run 0: result 0 [] is -inf, expected nan; 1 of 1 elements are wrong
// first wrong value: %3
//   unary: y[i] = exp2(x[i])
//   reduce: sum over dims [0], from the initial value

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main --input=1xf32=inf --input=f32=-inf --expected_output=f32=nan --expected_f32_threshold=0

module {
  func.func @main(%arg0: tensor<1xf32>, %arg1: tensor<f32>) -> tensor<f32> {
    %0 = tensor.empty() : tensor<1xf32>
    %mapped = linalg.map { math.exp2 } ins(%arg0 : tensor<1xf32>) outs(%0 : tensor<1xf32>)
    %reduced = linalg.reduce { arith.addf } ins(%mapped : tensor<1xf32>) outs(%arg1 : tensor<f32>) dimensions = [0] 
    return %reduced : tensor<f32>
  }
}

// assay-content: 485186e8eacedf48df89fe4445cd8fdd aebbba4e0f110c312b2cc68fd0e9b607
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[1]","f32[]"],
// assay-case: "nodes": [
// assay-case:   {"op":"unary","operands":[0],"spelling":"named","attributes":{"function":"exp2"}},
// assay-case:   {"op":"reduce","operands":[2],"destination":1,"spelling":"named","attributes":{"function":"sum","dims":[0],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1],"data":["inf"]},
// assay-case:   {"element":"f32","shape":[],"data":["-inf"]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
