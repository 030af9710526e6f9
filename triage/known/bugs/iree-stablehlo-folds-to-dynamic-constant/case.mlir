// compile-failure:compile:'stablehlo.constant' op result #0 must be statically shaped tensor of #/#/#/#/#/#-bit float or bool or #/#/#/#/#/#-bit integer or complex type with #/#-bit floa
// assay-target: iree@3.13.0:llvm-cpu:O2,flavour=stablehlo
// assay-version: 0.1.0
// module.mlir:3:10: 'stablehlo.constant' op result #0 must be statically shaped tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or comple ...
// 
// module.mlir:3:10: see current operation: %0 = "stablehlo.constant"() <{value = dense<0> : tensor<?xi32>}> : () -> tensor<?xi32>
//   binary: z[i] = sub(x[i], y[i])

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

module {
  func.func @main(%arg0: tensor<?xi32>) -> tensor<?xi32> {
    %0 = "stablehlo.subtract"(%arg0, %arg0) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    return %0 : tensor<?xi32>
  }
}

// assay-content: 42a0f325b53eedb9c5303700c0cbb203 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["i32[d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"binary","operands":[0,0],"spelling":"named","attributes":{"function":"sub","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [1],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"i32","shape":[1],"data":[0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
