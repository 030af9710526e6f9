// compile-failure:compile:internal error: jit global source initialization order invalid: global "__hoisted_tensor_#xf32" has no value
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// module.mlir:8:10: internal error: jit global source initialization order invalid: global "__hoisted_tensor_2xf32" has no value
// 
// module.mlir:3:3: called from
//   constant: as written
//   unary: y[i] = imag(x[i])
//   binary: z[i] = add(x[i], y[i])

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

#map = affine_map<(d0) -> (d0)>
module {
  func.func @main() -> (tensor<2xf32>, tensor<2xf32>) {
    %cst = arith.constant dense<(2.000000e+00,0.000000e+00)> : tensor<2xcomplex<f32>>
    %0 = tensor.empty() : tensor<2xf32>
    %mapped = linalg.map { complex.im } ins(%cst : tensor<2xcomplex<f32>>) outs(%0 : tensor<2xf32>)
    %1 = tensor.empty() : tensor<2xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%mapped, %mapped : tensor<2xf32>, tensor<2xf32>) outs(%1 : tensor<2xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %3 = arith.addf %in, %in_0 : f32
      linalg.yield %3 : f32
    } -> tensor<2xf32>
    return %mapped, %2 : tensor<2xf32>, tensor<2xf32>
  }
}

// assay-content: 577353cf8e2ff825aa0058bb1178afd6 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": [],
// assay-case: "nodes": [
// assay-case:   {"op":"constant","operands":[],"spelling":"named","attributes":{"value":{"element":"c64","shape":[2],"data":[2.0,0.0,2.0,0.0]}}},
// assay-case:   {"op":"unary","operands":[0],"spelling":"named","attributes":{"function":"imag"}},
// assay-case:   {"op":"binary","operands":[1,1],"spelling":"named","attributes":{"function":"add","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [1,2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": []}
// assay-case: ]
// assay-case: }
