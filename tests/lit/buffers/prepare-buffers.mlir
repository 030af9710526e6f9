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

func.func private @view(%a: tensor<4xf32>) -> tensor<2x2xf32> {
  %0 = tensor.expand_shape %a [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// The view is made by another function.
// CHECK-LABEL: @shared_through_call
// CHECK: %[[VIEW:.*]] = call @view(%[[A:[a-z0-9]+]])
// CHECK: %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[VIEW]])
// CHECK: return %[[A]], %[[COPY]]
func.func private @shared_through_call(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<2x2xf32>) {
  %0 = call @view(%a) : (tensor<4xf32>) -> tensor<2x2xf32>
  return %a, %0 : tensor<4xf32>, tensor<2x2xf32>
}

// Static slices are copied by upstream, where their strides differ from the dense ones.
// CHECK-LABEL: @slices
// CHECK: %[[STATIC:.*]] = tensor.extract_slice {{.*}} to tensor<2x1x1xi32>
// CHECK: %[[DYNAMIC:.*]] = tensor.extract_slice {{.*}} to tensor<2x1x?xi32>
// CHECK: %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[DYNAMIC]])
// CHECK: return %[[STATIC]], %[[COPY]]
func.func @slices(%n: index, %a: tensor<2x2x1xi32>) -> (tensor<2x1x1xi32>, tensor<2x1x?xi32>) {
  %0 = tensor.extract_slice %a[0, 0, 0] [2, 1, 1] [1, 1, 1] : tensor<2x2x1xi32> to tensor<2x1x1xi32>
  %1 = tensor.extract_slice %a[0, 0, 0] [2, 1, %n] [1, 1, 1] : tensor<2x2x1xi32> to tensor<2x1x?xi32>
  return %0, %1 : tensor<2x1x1xi32>, tensor<2x1x?xi32>
}

func.func private @use(%a: tensor<2x1x?xi32>)

// CHECK-LABEL: @slice_to_callee
// CHECK: %[[SLICE:.*]] = tensor.extract_slice
// CHECK: %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[SLICE]])
// CHECK: call @use(%[[COPY]])
func.func @slice_to_callee(%n: index, %a: tensor<2x2x1xi32>) {
  %0 = tensor.extract_slice %a[0, 0, 0] [2, 1, %n] [1, 1, 1] : tensor<2x2x1xi32> to tensor<2x1x?xi32>
  call @use(%0) : (tensor<2x1x?xi32>) -> ()
  return
}
