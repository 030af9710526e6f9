// RUN: assay-opt --assay-mutate='operator=swap-block-arguments site=1' %s 2>&1 | FileCheck %s

// CHECK: remark: emitted: swap-block-arguments of linalg.map, 1 of
// CHECK: @f(
func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: (%[[A:.*]]: f32, %[[B:.*]]: f32, %{{.*}}: f32)
  // CHECK: arith.divf %[[B]], %[[A]]
  %0 = linalg.map ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%x : tensor<4xf32>) (%a: f32, %b: f32, %o: f32) {
    %1 = arith.divf %a, %b : f32
    linalg.yield %1 : f32
  }
  return %0 : tensor<4xf32>
}
