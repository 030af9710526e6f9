// run-failure:INVALID_ARGUMENT; source and target ranges overlap within the same buffer; while invoking native function hal.device.queue.execute.indirect; while calling impor
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// INVALID_ARGUMENT; source and target ranges overlap within the same buffer; while invoking native function hal.device.queue.execute.indirect; while calling impor ...
//   extract_slice: x from [0], [2] elements in steps of [1]
//   insert_slice: base with the source written from [1] in steps of [1]
//   fill: 0 everywhere

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3
// RUN: iree-run-module --module=%t.vmfb --device=local-sync --function=main '--input=3xf32=1 2 3'

func.func @main(%arg0: tensor<3xf32>) -> (tensor<3xf32>, tensor<i32>) {
  %0 = tensor.extract_slice %arg0[0] [2] [1] : tensor<3xf32> to tensor<2xf32>
  %1 = tensor.insert_slice %0 into %arg0[1] [2] [1] : tensor<2xf32> into tensor<3xf32>
  %2 = arith.constant dense<0> : tensor<i32>
  return %1, %2 : tensor<3xf32>, tensor<i32>
}

// assay-content: 53b8df4a2e0775f1e071e044e847ff3b 3ca672f9dd68ba9259674df43c2187db
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[3]"],
// assay-case: "nodes": [
// assay-case:   {"op":"extract_slice","operands":[0],"spelling":"named","attributes":{"offsets":["0"],"sizes":["2"],"strides":[1],"dropped":[]}},
// assay-case:   {"op":"insert_slice","operands":[1,0],"spelling":"named","attributes":{"offsets":["1"],"strides":[1],"dropped":[]}},
// assay-case:   {"op":"fill","operands":[],"spelling":"named","attributes":{"shape":[],"element":"i32","value":0.0}}
// assay-case: ],
// assay-case: "returns": [2,3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[3],"data":[1.0,2.0,3.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
