// RUN: assay-opt --assay-prepare-buffers %s | FileCheck %s

// CHECK-LABEL: @collapse_of_nothing
// CHECK-SAME: %[[N:.*]]: index
// CHECK-NOT: tensor.collapse_shape
// CHECK: %[[EMPTY:.*]] = tensor.empty(%{{.*}}) : tensor<?xf32>
// CHECK: return %[[EMPTY]]
func.func @collapse_of_nothing(%n: index) -> tensor<?xf32> {
  %0 = tensor.empty(%n) : tensor<?x0xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<?x0xf32> into tensor<?xf32>
  return %1 : tensor<?xf32>
}

// Both results are views of one tensor: the second is copied.
// CHECK-LABEL: @shared
// CHECK: %[[SUM:.*]] = tensor.cast
// CHECK: %[[VIEW:.*]] = tensor.expand_shape %[[SUM]]
// CHECK: %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[VIEW]])
// CHECK: return %[[SUM]], %[[COPY]]
func.func private @shared(%a: tensor<?xf32>) -> (tensor<4xf32>, tensor<2x2xf32>) {
  %0 = tensor.cast %a : tensor<?xf32> to tensor<4xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  return %0, %1 : tensor<4xf32>, tensor<2x2xf32>
}
