// RUN: assay-opt --assay-prepare-unit-dims %s | FileCheck %s
// RUN: assay-opt --assay-prepare-unit-dims --linalg-fold-unit-extent-dims %s | FileCheck %s --check-prefix=FOLDED

#in = affine_map<(d0, d1) -> (d0 * 3 + d1)>
#window = affine_map<(d0, d1) -> (d1)>
#out = affine_map<(d0, d1) -> (d0)>

// One window reads the first three of four elements.
// CHECK-LABEL: @one_window
// CHECK: %[[CUT:.*]] = tensor.extract_slice %arg0[0] [3] [1] : tensor<4xi32> to tensor<3xi32>
// CHECK: linalg.generic {{.*}} ins(%[[CUT]], %arg1
// FOLDED-LABEL: @one_window
// FOLDED: linalg.generic {{.*}} ins(%{{.*}}, %arg1 : tensor<3xi32>, tensor<3xi32>)
func.func @one_window(%x: tensor<4xi32>, %window: tensor<3xi32>, %start: tensor<1xi32>) -> tensor<1xi32> {
  %0 = linalg.generic {indexing_maps = [#in, #window, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x, %window : tensor<4xi32>, tensor<3xi32>) outs(%start : tensor<1xi32>) {
  ^bb0(%in: i32, %w: i32, %out: i32):
    %1 = arith.maxsi %out, %in : i32
    linalg.yield %1 : i32
  } -> tensor<1xi32>
  return %0 : tensor<1xi32>
}

// Nobody knows how long the operand is, nor the window.
// CHECK-LABEL: @unknown
// CHECK: %[[SIZE:.*]] = tensor.dim %arg1
// CHECK: tensor.extract_slice %arg0[0] [%[[SIZE]]] [1]
func.func @unknown(%x: tensor<?xi32>, %window: tensor<?xi32>, %start: tensor<1xi32>) -> tensor<1xi32> {
  %0 = linalg.generic {indexing_maps = [#in, #window, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x, %window : tensor<?xi32>, tensor<?xi32>) outs(%start : tensor<1xi32>) {
  ^bb0(%in: i32, %w: i32, %out: i32):
    %1 = arith.maxsi %out, %in : i32
    linalg.yield %1 : i32
  } -> tensor<1xi32>
  return %0 : tensor<1xi32>
}

// All is read, or there are several windows.
// CHECK-LABEL: @as_it_is
// CHECK-NOT: tensor.extract_slice
func.func @as_it_is(%x: tensor<3xi32>, %y: tensor<9xi32>, %window: tensor<3xi32>, %one: tensor<1xi32>, %two: tensor<2xi32>)
    -> (tensor<1xi32>, tensor<2xi32>) {
  %0 = linalg.generic {indexing_maps = [#in, #window, #out], iterator_types = ["parallel", "reduction"]}
      ins(%x, %window : tensor<3xi32>, tensor<3xi32>) outs(%one : tensor<1xi32>) {
  ^bb0(%in: i32, %w: i32, %out: i32):
    %2 = arith.maxsi %out, %in : i32
    linalg.yield %2 : i32
  } -> tensor<1xi32>
  %1 = linalg.generic {indexing_maps = [#in, #window, #out], iterator_types = ["parallel", "reduction"]}
      ins(%y, %window : tensor<9xi32>, tensor<3xi32>) outs(%two : tensor<2xi32>) {
  ^bb0(%in: i32, %w: i32, %out: i32):
    %2 = arith.maxsi %out, %in : i32
    linalg.yield %2 : i32
  } -> tensor<2xi32>
  return %0, %1 : tensor<1xi32>, tensor<2xi32>
}

// That the batch is 1 is told the result as well.
// CHECK-LABEL: @told_by_another
// CHECK-SAME: %[[OUT:[a-z0-9]+]]: tensor<?x1xf32>
// CHECK: %[[KNOWN:.*]] = tensor.cast %[[OUT]] : tensor<?x1xf32> to tensor<1x1xf32>
// CHECK: %[[MADE:.*]] = linalg.generic
// CHECK-SAME: outs(%[[KNOWN]] : tensor<1x1xf32>)
// CHECK: tensor.cast %[[MADE]] : tensor<1x1xf32> to tensor<?x1xf32>
func.func @told_by_another(%x: tensor<1x3xf32>, %window: tensor<3xf32>, %out: tensor<?x1xf32>) -> tensor<?x1xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(b, p, w) -> (b, p + w)>, affine_map<(b, p, w) -> (w)>, affine_map<(b, p, w) -> (b, p)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %window : tensor<1x3xf32>, tensor<3xf32>) outs(%out : tensor<?x1xf32>) {
  ^bb0(%in: f32, %w: f32, %so_far: f32):
    %1 = arith.maximumf %so_far, %in : f32
    linalg.yield %1 : f32
  } -> tensor<?x1xf32>
  return %0 : tensor<?x1xf32>
}

// Both at once: the window is cut though another operand is told to be 1 as well.
// CHECK-LABEL: @told_and_cut
// CHECK-DAG: %[[READ:.*]] = tensor.extract_slice %{{.*}}[0, 0, 0] [4, 2, 1] [1, 1, 1] : tensor<4x5x1xf32> to tensor<4x2x1xf32>
// CHECK-DAG: %[[TOLD:.*]] = tensor.cast %{{.*}} : tensor<2x?x1xf32> to tensor<2x1x1xf32>
// CHECK: linalg.generic {{.*}} ins(%[[READ]], %[[TOLD]] :
func.func @told_and_cut(%x: tensor<4x5x1xf32>, %k: tensor<2x?x1xf32>, %init: tensor<4x1x1xf32>) -> tensor<4x1x1xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(b, w, o, k, c) -> (b, w * 5 + k, c)>, affine_map<(b, w, o, k, c) -> (k, c, o)>, affine_map<(b, w, o, k, c) -> (b, w, o)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %k : tensor<4x5x1xf32>, tensor<2x?x1xf32>) outs(%init : tensor<4x1x1xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %1 = arith.mulf %a, %b : f32
    %2 = arith.addf %c, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4x1x1xf32>
  return %0 : tensor<4x1x1xf32>
}

// What is cut is measured before the op, though its result was told behind it.
// CHECK-LABEL: @told_result_and_cut
// CHECK-SAME: %[[OUT:[a-z0-9]+]]: tensor<?x1xf32>
// CHECK: tensor.cast %[[OUT]] : tensor<?x1xf32> to tensor<1x1xf32>
// CHECK: %[[LENGTH:.*]] = tensor.dim
// CHECK: %[[READ:.*]] = tensor.extract_slice %{{.*}}[0, 0] [1, %[[LENGTH]]] [1, 1]
// CHECK: %[[MADE:.*]] = linalg.generic {{.*}} ins(%[[READ]],
// CHECK: tensor.cast %[[MADE]] : tensor<1x1xf32> to tensor<?x1xf32>
func.func @told_result_and_cut(%x: tensor<1x?xf32>, %window: tensor<?xf32>, %out: tensor<?x1xf32>) -> tensor<?x1xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(b, p, w) -> (b, p + w)>, affine_map<(b, p, w) -> (w)>, affine_map<(b, p, w) -> (b, p)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %window : tensor<1x?xf32>, tensor<?xf32>) outs(%out : tensor<?x1xf32>) {
  ^bb0(%in: f32, %w: f32, %so_far: f32):
    %1 = arith.maximumf %so_far, %in : f32
    linalg.yield %1 : f32
  } -> tensor<?x1xf32>
  return %0 : tensor<?x1xf32>
}
