// mismatch:scatter_nd(overwrite)
// assay-target: iree@3.13.0:llvm-cpu:O2,flavour=linalg
// assay-version: 0.1.0
// run 0: result 0 [0, 1] is -1, expected 0; 2 of 4 elements are wrong
// first wrong value: %3
//   scatter_nd: for each b: base[indices[b]] is overwritten by updates[b]

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main --input=2x2xi32=0 --input=2xi64=0 --input=i32=-1 '--expected_output=2x2xi32=-1 0 0 0'

module {
  func.func @main(%arg0: tensor<2x2xi32>, %arg1: tensor<2xi64>, %arg2: tensor<i32>) -> tensor<2x2xi32> {
    %c0 = arith.constant 0 : index
    %extracted = tensor.extract %arg1[%c0] : tensor<2xi64>
    %0 = arith.index_cast %extracted : i64 to index
    %c1 = arith.constant 1 : index
    %extracted_0 = tensor.extract %arg1[%c1] : tensor<2xi64>
    %1 = arith.index_cast %extracted_0 : i64 to index
    %extracted_1 = tensor.extract %arg2[] : tensor<i32>
    %inserted = tensor.insert %extracted_1 into %arg0[%0, %1] : tensor<2x2xi32>
    return %inserted : tensor<2x2xi32>
  }
}

// assay-content: 8b4cb3fb80f70a72cef537df397a14cd 21635e6737a585257988b3ff1251629d
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["i32[2,2]","i64[2]","i32[]"],
// assay-case: "nodes": [
// assay-case:   {"op":"scatter_nd","operands":[0,1,2],"spelling":"named","attributes":{"depth":2,"combine":"overwrite","unique":false}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"i32","shape":[2,2],"data":[0,0,0,0]},
// assay-case:   {"element":"i64","shape":[2],"data":[0,0]},
// assay-case:   {"element":"i32","shape":[],"data":[-1]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
