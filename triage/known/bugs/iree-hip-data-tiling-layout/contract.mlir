// compile-failure:compile:failed to legalize operation 'linalg.contract' that was explicitly marked illegal
// assay-target: iree@3.13.0:hip:O0,--iree-opt-data-tiling=true,--iree-opt-strip-assertions=true,--iree-dispatch-creation-fuse-multi-use=true,--iree-stream-resource-memory-model=unified,--iree-dispatch-creation-enable-aggressive-reshape-movement=true,--iree-stream-partitioning-favor=debug,--iree-hal-memoization=false,--iree-codegen-llvmgpu-use-tile-and-fuse-matmul=true,--iree-codegen-reorder-workgroups-strategy=transpose,--iree-rocm-enable-tensor-ukernels=true
// assay-version: 0.1.0
// module.mlir:9:10: failed to legalize operation 'linalg.contract' that was explicitly marked illegal: %15 = "linalg.contract"(%8, %10, %14) <{indexing_maps = [af ...
// 
// module.mlir:5:3: called from
// 
// module.mlir:9:10: see current operation: 
// %15 = "linalg.contract"(%8, %10, %14) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) ->  ...
// ...
//   contraction: out[2,1] = initial + sum of lhs[0,1] * rhs[0,2] over what out lacks

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O0 --iree-rocm-target=gfx942 --iree-opt-data-tiling=true --iree-opt-strip-assertions=true --iree-dispatch-creation-fuse-multi-use=true --iree-stream-resource-memory-model=unified --iree-dispatch-creation-enable-aggressive-reshape-movement=true --iree-stream-partitioning-favor=debug --iree-hal-memoization=false --iree-codegen-llvmgpu-use-tile-and-fuse-matmul=true --iree-codegen-reorder-workgroups-strategy=transpose --iree-rocm-enable-tensor-ukernels=true

#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d2, d1)>
module {
  func.func @main(%arg0: tensor<2x1xi64>) -> tensor<1x1xi64> {
    %0 = tensor.empty() : tensor<1x1xi64>
    %c0_i64 = arith.constant 0 : i64
    %1 = linalg.fill ins(%c0_i64 : i64) outs(%0 : tensor<1x1xi64>) -> tensor<1x1xi64>
    %2 = linalg.contract indexing_maps = [#map, #map1, #map2] ins(%arg0, %arg0 : tensor<2x1xi64>, tensor<2x1xi64>) outs(%1 : tensor<1x1xi64>) -> tensor<1x1xi64>
    return %2 : tensor<1x1xi64>
  }
}

// assay-content: 11f5e93d1f9dfab68af505ce3dd93389 9119dcd8bbd378921badd10cb6a4ca3c
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["i64[2,1]"],
// assay-case: "nodes": [
// assay-case:   {"op":"contraction","operands":[0,0],"spelling":"named","attributes":{"lhs":[0,1],"rhs":[0,2],"out":[2,1],"result":"i64","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [1],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"i64","shape":[2,1],"data":[0,0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
