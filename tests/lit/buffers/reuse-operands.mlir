// RUN: assay-opt --assay-reuse-operands %s | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#rows = affine_map<(d0, d1) -> (d0)>
#turned = affine_map<(d0, d1) -> (d1, d0)>

// What a loop carries is changed where it is.
// CHECK-LABEL: @carried
// CHECK: iter_args(%[[CARRIED:.*]] = %{{.*}})
// CHECK: ins(%{{.*}}, %[[CARRIED]] : {{.*}}) outs(%[[CARRIED]] : tensor<8x8xf32>)
func.func @carried(%x: tensor<8xf32>, %y: tensor<8x8xf32>, %n: index) -> tensor<8x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %y) -> tensor<8x8xf32> {
    %e = tensor.empty() : tensor<8x8xf32>
    %1 = linalg.generic {indexing_maps = [#rows, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %carried : tensor<8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
    ^bb0(%a: f32, %b: f32, %out: f32):
      %2 = arith.mulf %a, %b : f32
      linalg.yield %2 : f32
    } -> tensor<8x8xf32>
    scf.yield %1 : tensor<8x8xf32>
  }
  return %0 : tensor<8x8xf32>
}

// Not in an argument, nor where an element is read at another place, or of another type, nor where it is read again.
// CHECK-LABEL: @stays
// CHECK: %[[F32:.*]] = tensor.empty() : tensor<8x8xf32>
// CHECK-COUNT-3: outs(%[[F32]] :
// CHECK: %[[F16:.*]] = tensor.empty() : tensor<8x8xf16>
// CHECK: outs(%[[F16]] :
func.func @stays(%x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf16>, tensor<8x8xf32>) {
  %e = tensor.empty() : tensor<8x8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %3 = arith.negf %a : f32
    linalg.yield %3 : f32
  } -> tensor<8x8xf32>
  %1 = linalg.generic {indexing_maps = [#turned, #id], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %3 = arith.negf %a : f32
    linalg.yield %3 : f32
  } -> tensor<8x8xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %3 = arith.negf %a : f32
    linalg.yield %3 : f32
  } -> tensor<8x8xf32>
  %h = tensor.empty() : tensor<8x8xf16>
  %half = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<8x8xf32>) outs(%h : tensor<8x8xf16>) {
  ^bb0(%a: f32, %out: f16):
    %3 = arith.truncf %a : f32 to f16
    linalg.yield %3 : f16
  } -> tensor<8x8xf16>
  return %1, %half, %2 : tensor<8x8xf32>, tensor<8x8xf16>, tensor<8x8xf32>
}

// What two ops start from is filled for each.
// CHECK-LABEL: @filled
// CHECK: %[[A:.*]] = linalg.fill
// CHECK: %[[B:.*]] = linalg.fill
// CHECK: linalg.exp {{.*}} outs(%[[B]] :
// CHECK: linalg.reduce {{.*}} outs(%[[A]] :
func.func @filled(%x: tensor<8x8xf32>, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %0 = linalg.exp ins(%y : tensor<8xf32>) outs(%f : tensor<8xf32>) -> tensor<8xf32>
  %1 = linalg.reduce {arith.addf} ins(%x : tensor<8x8xf32>) outs(%f : tensor<8xf32>) dimensions = [1]
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}
