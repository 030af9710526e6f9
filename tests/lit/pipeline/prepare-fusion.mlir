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
