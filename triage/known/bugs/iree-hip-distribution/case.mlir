// compile-failure:compile:'func.func' op failed to distribute
// assay-target: iree@3.13.0:hip:O1
// assay-version: 0.1.0
// module.mlir:10:10: 'func.func' op failed to distribute
// 
// module.mlir:4:3: called from
// 
// module.mlir:10:10: see current operation: 
// "func.func"() <{function_type = () -> (), sym_name = "main_dispatch_1_matvec_like_D_i32"}> ({
// ...
//   contraction: out[] = initial + sum of lhs[0,1] * rhs[] over what out lacks

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O1 --iree-rocm-target=gfx942

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> ()>
module {
  func.func @main(%arg0: tensor<i8>, %arg1: tensor<?x2xi8>) -> tensor<i32> {
    %0 = arith.extsi %arg1 : tensor<?x2xi8> to tensor<?x2xi32>
    %1 = arith.extsi %arg0 : tensor<i8> to tensor<i32>
    %2 = tensor.empty() : tensor<i32>
    %c0_i32 = arith.constant 0 : i32
    %3 = linalg.fill ins(%c0_i32 : i32) outs(%2 : tensor<i32>) -> tensor<i32>
    %4 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["reduction", "reduction"]} ins(%0, %1 : tensor<?x2xi32>, tensor<i32>) outs(%3 : tensor<i32>) {
    ^bb0(%in: i32, %in_0: i32, %out: i32):
      %5 = arith.muli %in, %in_0 : i32
      %6 = arith.addi %out, %5 : i32
      linalg.yield %6 : i32
    } -> tensor<i32>
    return %4 : tensor<i32>
  }
}

// assay-content: c0bbe57e6c923edd4732769f353b54f4 29a50387f9dd7311f5075104635ad34d
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 1,
// assay-case: "arguments": ["i8[]","i8[d0,2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"contraction","operands":[1,0],"spelling":"primitives","attributes":{"lhs":[0,1],"rhs":[],"out":[],"result":"i32","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1],
// assay-case: "inputs": [
// assay-case:   {"element":"i8","shape":[],"data":[0]},
// assay-case:   {"element":"i8","shape":[1,2],"data":[0,0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
