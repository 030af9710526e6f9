// mismatch:iota:unwritten memory:together
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// run 0: result 0 [0] is -431602080, expected -0.38745162; 2 of 2 elements are wrong
// first wrong value: %1
// reads memory that nobody has written: results depend on what is in it
//   iota: each element is its place in dim 0
//   insert_slice: base with the source written from [0] in steps of [1]

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main --device_allocator=debug --input=1xf32=-0.387451619 '--expected_output=2xf32=-0.387451619 1' '--expected_output=2xf32=0 1' --expected_f32_threshold=0

#map = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<1xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
    %0 = tensor.empty() : tensor<2xf32>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%0 : tensor<2xf32>) {
    ^bb0(%out: f32):
      %2 = linalg.index 0 : index
      %3 = arith.index_cast %2 : index to i64
      %4 = arith.sitofp %3 : i64 to f32
      linalg.yield %4 : f32
    } -> tensor<2xf32>
    %inserted_slice = tensor.insert_slice %arg0 into %1[0] [1] [1] : tensor<1xf32> into tensor<2xf32>
    return %inserted_slice, %1 : tensor<2xf32>, tensor<2xf32>
  }
}

// assay-content: 37816b372460539e0cd95b8a9e73a46c 7747b20b7915a219aaf2bf094624efb0
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"iota","operands":[],"spelling":"generic","attributes":{"shape":["2"],"dim":0,"element":"f32"}},
// assay-case:   {"op":"insert_slice","operands":[0,1],"spelling":"named","attributes":{"offsets":["0"],"strides":[1],"dropped":[]}}
// assay-case: ],
// assay-case: "returns": [2,1],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"distribution":"log_uniform","seed":3521882551,"low":-4.0,"high":2.0}
// assay-case: ]}
// assay-case: ]
// assay-case: }
