// compile-failure:compile:LLVM Translation failed for operation: builtin.unrealized_conversion_cast in 'builtin.unrealized_conversion_cast'
// assay-target: iree@3.13.0:hip:O2
// assay-version: 0.1.0
// loc(unknown): LLVM Translation failed for operation: builtin.unrealized_conversion_cast
// 
// loc(unknown): see current operation: %22 = "builtin.unrealized_conversion_cast"(%21) : (!llvm.struct<(ptr<7>, ptr<7>, i64, array<1 x i64>, array<1 x i64>)>) ->  ...
//   expand: the elements in order, dims split
//   broadcast: x repeated along the new dims [1]
//   binary: z[i] = min(x[i], y[i])

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=rocm --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-rocm-target=gfx942

#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<2xf32>) -> tensor<2x1xf32> {
    %c2 = arith.constant 2 : index
    %c1 = arith.constant 1 : index
    %from_elements = tensor.from_elements %c2, %c1 : tensor<2xindex>
    %0 = arith.index_cast %c2 : index to i64
    %1 = arith.index_cast %c1 : index to i64
    %from_elements_0 = tensor.from_elements %0, %1 : tensor<2xi64>
    %reshape = tensor.reshape %arg0(%from_elements_0) : (tensor<2xf32>, tensor<2xi64>) -> tensor<2x1xf32>
    %2 = tensor.empty() : tensor<2x1xf32>
    %broadcasted = linalg.broadcast ins(%arg0 : tensor<2xf32>) outs(%2 : tensor<2x1xf32>) dimensions = [1] 
    %3 = tensor.empty() : tensor<2x1xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%reshape, %broadcasted : tensor<2x1xf32>, tensor<2x1xf32>) outs(%3 : tensor<2x1xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %5 = arith.minimumf %in, %in_1 : f32
      linalg.yield %5 : f32
    } -> tensor<2x1xf32>
    return %4 : tensor<2x1xf32>
  }
}

// assay-content: b6145c250c815c51f066e1ef27eb60b4 49284f294628dd66d1c771a6b77cb9c7
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"expand","operands":[0],"spelling":"primitives","attributes":{"groups":[["2","1"]],"units":0}},
// assay-case:   {"op":"broadcast","operands":[0],"spelling":"named","attributes":{"shape":["2","1"],"added":[1]}},
// assay-case:   {"op":"binary","operands":[1,2],"spelling":"named","attributes":{"function":"min","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[2],"data":[0.0,0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
