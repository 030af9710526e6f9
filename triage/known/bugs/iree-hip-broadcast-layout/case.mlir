// compile-failure:compile:Vector shape: [#] does not match the layout (nested_layout<subgroup_tile = [#], batch_tile = [#], outer_tile = [#], thread_tile = [#], element_tile = [#], subgr
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// module.mlir:9:16: Vector shape: [1, 1, 1] does not match the layout (nested_layout<subgroup_tile = [1, 1, 1], batch_tile = [1, 1, 1], outer_tile = [1, 1, 1], th ...
// 
// module.mlir:2:3: called from

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942

module {
  func.func @main(%arg0: tensor<?x?x2xf32>) -> (tensor<?x?x2xf32>, tensor<?xf32>) {
    %0 = arith.addf %arg0, %arg0 : tensor<?x?x2xf32>
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x?x2xf32>
    %1 = tensor.empty(%dim) : tensor<?xf32>
    %cst = arith.constant 0xFF800000 : f32
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<?xf32>) -> tensor<?xf32>
    %reduced = linalg.reduce { arith.maximumf } ins(%0 : tensor<?x?x2xf32>) outs(%2 : tensor<?xf32>) dimensions = [1, 2] 
    %3 = tensor.empty(%dim, %dim) : tensor<?x?x2xf32>
    %broadcasted = linalg.broadcast ins(%reduced : tensor<?xf32>) outs(%3 : tensor<?x?x2xf32>) dimensions = [1, 2] 
    %4 = arith.addf %0, %broadcasted : tensor<?x?x2xf32>
    %5 = tensor.empty(%dim) : tensor<?xf32>
    %cst_0 = arith.constant 0.000000e+00 : f32
    %6 = linalg.fill ins(%cst_0 : f32) outs(%5 : tensor<?xf32>) -> tensor<?xf32>
    %reduced_1 = linalg.reduce { arith.addf } ins(%4 : tensor<?x?x2xf32>) outs(%6 : tensor<?xf32>) dimensions = [1, 2] 
    return %4, %reduced_1 : tensor<?x?x2xf32>, tensor<?xf32>
  }
}

// assay-content: eb640204a0b0078617f05c1b9bb9f758 49284f294628dd66d1c771a6b77cb9c7
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["f32[d0,d0,2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"binary","operands":[0,0],"spelling":"primitives","attributes":{"function":"add","unsigned":false}},
// assay-case:   {"op":"reduce","operands":[1],"spelling":"named","attributes":{"function":"max","dims":[1,2],"result":"f32","unsigned":false}},
// assay-case:   {"op":"broadcast","operands":[2],"spelling":"named","attributes":{"shape":["d0","d0","2"],"added":[1,2]}},
// assay-case:   {"op":"binary","operands":[1,3],"spelling":"primitives","attributes":{"function":"add","unsigned":false}},
// assay-case:   {"op":"reduce","operands":[4],"spelling":"named","attributes":{"function":"sum","dims":[1,2],"result":"f32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [4,5],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[1,1,2],"data":[0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
