// compile-failure:compile:failed to run translation of source executable to target executable for backend #hal.executable.target<"llvm-cpu", "embedded-elf-x86_64", {cpu = "x#-#-v#", cpu_
// assay-target: iree@3.13.0:llvm-cpu:O2
// assay-version: 0.1.0
// module.mlir:15:10: failed to run translation of source executable to target executable for backend #hal.executable.target<"llvm-cpu", "embedded-elf-x86_64", {cp ...
// 
// module.mlir:6:3: called from
//   cast: y[i] = x[i] as f32
//   contraction: out[1,2] = initial + sum of lhs[0,2] * rhs[0,1] over what out lacks

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map3 = affine_map<(d0, d1, d2) -> (d1, d2)>
module {
  func.func @main(%arg0: tensor<?x?xf16>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x?xf16>
    %0 = tensor.empty(%dim, %dim) : tensor<?x?xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<?x?xf16>) outs(%0 : tensor<?x?xf32>) {
    ^bb0(%in: f16, %out: f32):
      %3 = arith.extf %in : f16 to f32
      linalg.yield %3 : f32
    } -> tensor<?x?xf32>
    %2 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["reduction", "parallel", "parallel"]} ins(%1, %arg0 : tensor<?x?xf32>, tensor<?x?xf16>) outs(%1 : tensor<?x?xf32>) {
    ^bb0(%in: f32, %in_0: f16, %out: f32):
      %3 = arith.extf %in_0 : f16 to f32
      %4 = arith.mulf %in, %3 : f32
      %5 = arith.addf %out, %4 : f32
      linalg.yield %5 : f32
    } -> tensor<?x?xf32>
    return %1, %2 : tensor<?x?xf32>, tensor<?x?xf32>
  }
}

// assay-content: f1878ef10f0007557edfdf1274407d10 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f16[d0,d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"cast","operands":[0],"spelling":"generic","attributes":{"to":"f32","unsigned":false}},
// assay-case:   {"op":"contraction","operands":[1,0],"destination":1,"spelling":"generic","attributes":{"lhs":[0,2],"rhs":[0,1],"out":[1,2],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [1,2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"f16","shape":[1,1],"data":[0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
