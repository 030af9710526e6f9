// sanitizer:run:out of bounds in reduction
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// out of bounds in reduction: load of 4 bytes at 0x28d9fd10, 12 bytes past the end of allocation 2 of 4 bytes
// main_dispatch_0_reduction_D_f32 at 0x18bc `global_load_dword v36, v[34:35], off`, workgroup (0, 0, 0), wave 0, lane 1
//   binary: z[i] = add(x[i], y[i])
//   reduce: sum over dims [0], from the initial value

// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942
// RUN: iree-run-module --module=%t.vmfb --device=hip --function=main --input=1xf32=0

#map = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<?xf32>) -> tensor<f32> {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?xf32>
    %0 = tensor.empty(%dim) : tensor<?xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<?xf32>) outs(%0 : tensor<?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %4 = linalg.index 0 : index
      %extracted = tensor.extract %arg0[%4] : tensor<?xf32>
      %5 = arith.addf %in, %extracted : f32
      linalg.yield %5 : f32
    } -> tensor<?xf32>
    %2 = tensor.empty() : tensor<f32>
    %cst = arith.constant 0.000000e+00 : f32
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<f32>) -> tensor<f32>
    %reduced = linalg.reduce { arith.addf } ins(%1 : tensor<?xf32>) outs(%3 : tensor<f32>) dimensions = [0] 
    return %reduced : tensor<f32>
  }
}

// assay-content: 839e8b0e5a7bc9964191761bb7cdbe89 bc7f55c7a266b4a027a5ccea595ee49f
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"binary","operands":[0,0],"spelling":"extract","attributes":{"function":"add","unsigned":false}},
// assay-case:   {"op":"reduce","operands":[1],"spelling":"named","attributes":{"function":"sum","dims":[0],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1],"data":[0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
