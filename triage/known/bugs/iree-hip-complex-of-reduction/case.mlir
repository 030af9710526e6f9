// mismatch:binary(complex):f32->c64
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// run 0: result 0 [0] is 0, expected 1; 2 of 2 elements are wrong
// first wrong value: %2

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942
// RUN: iree-run-module --module=%t.vmfb --device=hip --function=main --input=1x1xf32=1 --expected_output=2xf32=1 --expected_f32_threshold=0

module {
  func.func @main(%arg0: tensor<?x?xf32>) -> tensor<?xf32> {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x?xf32>
    %0 = tensor.empty(%dim) : tensor<?xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
    %reduced = linalg.reduce { arith.addf } ins(%arg0 : tensor<?x?xf32>) outs(%1 : tensor<?xf32>) dimensions = [1] 
    %2 = tensor.empty(%dim) : tensor<?xcomplex<f32>>
    %mapped = linalg.map { complex.create } ins(%reduced, %reduced : tensor<?xf32>, tensor<?xf32>) outs(%2 : tensor<?xcomplex<f32>>)
    %concat = tensor.concat dim(0) %mapped, %mapped : (tensor<?xcomplex<f32>>, tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>>
    %c2 = arith.constant 2 : index
    %3 = arith.muli %dim, %c2 : index
    %4 = tensor.empty(%3) : tensor<?xf32>
    %mapped_0 = linalg.map { complex.re } ins(%concat : tensor<?xcomplex<f32>>) outs(%4 : tensor<?xf32>)
    return %mapped_0 : tensor<?xf32>
  }
}

// assay-content: 8f7f9b6960f24ac255fea7bb8b841536 f61d127522ed1a7a6242c850e6328e90
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[d0,d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"reduce","operands":[0],"spelling":"named","attributes":{"function":"sum","dims":[1],"result":"f32","unsigned":false}},
// assay-case:   {"op":"binary","operands":[1,1],"spelling":"named","attributes":{"function":"complex","unsigned":false}},
// assay-case:   {"op":"concat","operands":[2,2],"spelling":"named","attributes":{"dim":0}},
// assay-case:   {"op":"unary","operands":[3],"spelling":"named","attributes":{"function":"real"}}
// assay-case: ],
// assay-case: "returns": [4],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1,1],"data":[1.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
