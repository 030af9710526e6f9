// RUN: assay-opt --assay-prepare-fusion %s | FileCheck %s

#id = affine_map<(d0) -> (d0)>
#none = affine_map<(d0) -> ()>

// CHECK-LABEL: @adds_to_init
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<?xf32>, %[[INIT:[a-z0-9]+]]: tensor<?xf32>
// CHECK: %[[EMPTY:.*]] = tensor.empty(%{{.*}}) : tensor<?xf32>
// CHECK: linalg.generic {{.*}} ins(%[[A]], %[[INIT]] : {{.*}}) outs(%[[EMPTY]] : tensor<?xf32>)
// CHECK: ^bb0(%[[X:.*]]: f32, %[[START:.*]]: f32, %{{.*}}: f32):
// CHECK: arith.addf %[[START]], %[[X]]
func.func @adds_to_init(%a: tensor<?xf32>, %init: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<?xf32>) outs(%init : tensor<?xf32>) {
  ^bb0(%x: f32, %y: f32):
    %1 = arith.addf %y, %x : f32
    linalg.yield %1 : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: @reduction
// CHECK: linalg.generic {{.*}} outs(%arg1 : tensor<f32>)
func.func @reduction(%a: tensor<?xf32>, %init: tensor<f32>) -> tensor<f32> {
  %0 = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]}
      ins(%a : tensor<?xf32>) outs(%init : tensor<f32>) {
  ^bb0(%x: f32, %y: f32):
    %1 = arith.addf %y, %x : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: @forgets
// CHECK: linalg.reduce { arith.muli{{.*}} } ins(%arg0 : tensor<?x4xi32>) outs(%arg1 : tensor<4xi32>) dimensions = [0]
func.func @forgets(%a: tensor<?x4xi32>, %init: tensor<4xi32>) -> tensor<4xi32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>],
                       iterator_types = ["reduction", "parallel"]}
      ins(%a : tensor<?x4xi32>) outs(%init : tensor<4xi32>) {
  ^bb0(%x: i32, %y: i32):
    %1 = arith.muli %y, %x : i32
    linalg.yield %1 : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: @forgets_of_something
// CHECK: linalg.generic
func.func @forgets_of_something(%a: tensor<3xi32>, %init: tensor<i32>) -> tensor<i32> {
  %0 = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]}
      ins(%a : tensor<3xi32>) outs(%init : tensor<i32>) {
  ^bb0(%x: i32, %y: i32):
    %1 = arith.muli %y, %x : i32
    linalg.yield %1 : i32
  } -> tensor<i32>
  return %0 : tensor<i32>
}

// A pad of an unknown extent is written into a fill; others stay.
// CHECK-LABEL: @pads
// CHECK: %[[FILL:.*]] = linalg.fill
// CHECK: tensor.insert_slice %{{.*}} into %[[FILL]][1] [%{{.*}}] [1]
// CHECK: tensor.pad %{{.*}} low[1] high[0]
func.func @pads(%a: tensor<?xf32>, %b: tensor<2xf32>) -> (tensor<?xf32>, tensor<3xf32>) {
  %c = arith.constant 0.0 : f32
  %0 = tensor.pad %a low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<?xf32> to tensor<?xf32>
  %1 = tensor.pad %b low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<2xf32> to tensor<3xf32>
  return %0, %1 : tensor<?xf32>, tensor<3xf32>
}

// A slice that drops one unit dim and keeps another loses the dim afterwards; others stay.
// CHECK-LABEL: @unit_slices
// CHECK: %[[WHOLE:.*]] = tensor.extract_slice %{{.*}}[0, 0, 0, 0] [1, 4, 1, %{{.*}}] [1, 1, 1, 1] : tensor<?x4x1x?xf32> to tensor<1x4x1x?xf32>
// CHECK: %[[LEFT:.*]] = tensor.collapse_shape %[[WHOLE]] {{\[\[}}0], [1], [2, 3]] : tensor<1x4x1x?xf32> into tensor<1x4x?xf32>
// CHECK: tensor.cast %[[LEFT]] : tensor<1x4x?xf32> to tensor<?x4x?xf32>
// CHECK: tensor.extract_slice {{.*}} to tensor<?x4x?xf32>
func.func @unit_slices(%x: tensor<?x4x1x?xf32>, %n: index) -> (tensor<?x4x?xf32>, tensor<?x4x?xf32>) {
  %c1 = arith.constant 1 : index
  %0 = tensor.extract_slice %x[0, 0, 0, 0] [%c1, 4, 1, %n] [1, 1, 1, 1] : tensor<?x4x1x?xf32> to tensor<?x4x?xf32>
  %1 = tensor.extract_slice %x[0, 0, 0, 0] [%n, 4, 1, %n] [1, 1, 1, 1] : tensor<?x4x1x?xf32> to tensor<?x4x?xf32>
  return %0, %1 : tensor<?x4x?xf32>, tensor<?x4x?xf32>
}

// What is not written is the destination's.
// CHECK-LABEL: @add_to_diagonal
// CHECK-SAME: %[[Y:[a-z0-9]+]]: tensor<3x3xf32>
// CHECK: linalg.generic
// CHECK-SAME: outs(%[[Y]]
func.func @add_to_diagonal(%x: tensor<3xf32>, %y: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> (a, a)>], iterator_types = ["parallel"]}
      ins(%x : tensor<3xf32>) outs(%y : tensor<3x3xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.addf %out, %in : f32
    linalg.yield %1 : f32
  } -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}
