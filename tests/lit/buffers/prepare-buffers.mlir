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

// What is written in a loop is the slice still.
// CHECK-LABEL: @slice_through_loop
// CHECK: %[[LOOP:.*]] = scf.for
// CHECK: %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[LOOP]])
// CHECK: call @use(%[[COPY]])
func.func @slice_through_loop(%n: index, %x: i32, %a: tensor<2x2x1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.extract_slice %a[0, 0, 0] [2, 1, %n] [1, 1, 1] : tensor<2x2x1xi32> to tensor<2x1x?xi32>
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%slice = %0) -> tensor<2x1x?xi32> {
    %2 = tensor.insert %x into %slice[%c1, %c0, %i] : tensor<2x1x?xi32>
    scf.yield %2 : tensor<2x1x?xi32>
  }
  call @use(%1) : (tensor<2x1x?xi32>) -> ()
  return
}

// A slice that is put back lies in what it is put into.
// CHECK-LABEL: @slice_put_back
// CHECK: %[[SLICE:.*]] = tensor.extract_slice
// CHECK: %[[WHOLE:.*]] = tensor.insert_slice %[[SLICE]]
// CHECK: %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[WHOLE]])
// CHECK: return %[[SLICE]], %[[COPY]]
func.func private @slice_put_back(%a: tensor<4xf32>) -> (tensor<2xf32>, tensor<4xf32>) {
  %0 = tensor.extract_slice %a[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %1 = tensor.insert_slice %0 into %a[1] [2] [1] : tensor<2xf32> into tensor<4xf32>
  return %0, %1 : tensor<2xf32>, tensor<4xf32>
}

// So does what was computed in its place.
// CHECK-LABEL: @sum_put_back
// CHECK: %[[SUM:.*]] = linalg.add
// CHECK: %[[WHOLE:.*]] = tensor.insert_slice %[[SUM]]
// CHECK: %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[WHOLE]])
// CHECK: return %[[SUM]], %[[COPY]]
func.func private @sum_put_back(%a: tensor<4xf32>) -> (tensor<2xf32>, tensor<4xf32>) {
  %0 = tensor.extract_slice %a[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %1 = linalg.add ins(%0, %0 : tensor<2xf32>, tensor<2xf32>) outs(%0 : tensor<2xf32>) -> tensor<2xf32>
  %2 = tensor.insert_slice %1 into %a[1] [2] [1] : tensor<2xf32> into tensor<4xf32>
  return %1, %2 : tensor<2xf32>, tensor<4xf32>
}

// CHECK-LABEL: @put_elsewhere
// CHECK: %[[WHOLE:.*]] = tensor.insert_slice
// CHECK: return %{{.*}}, %[[WHOLE]]
func.func private @put_elsewhere(%a: tensor<4xf32>, %b: tensor<2xf32>) -> (tensor<2xf32>, tensor<4xf32>) {
  %0 = tensor.insert_slice %b into %a[1] [2] [1] : tensor<2xf32> into tensor<4xf32>
  return %b, %0 : tensor<2xf32>, tensor<4xf32>
}

// What is computed from a slice has memory of its own.
// CHECK-LABEL: @sum_of_slice
// CHECK: %[[SUM:.*]] = linalg.add
// CHECK: call @use(%[[SUM]])
func.func @sum_of_slice(%n: index, %a: tensor<2x2x1xi32>) {
  %0 = tensor.extract_slice %a[0, 0, 0] [2, 1, %n] [1, 1, 1] : tensor<2x2x1xi32> to tensor<2x1x?xi32>
  %1 = tensor.empty(%n) : tensor<2x1x?xi32>
  %2 = linalg.add ins(%0, %0 : tensor<2x1x?xi32>, tensor<2x1x?xi32>) outs(%1 : tensor<2x1x?xi32>) -> tensor<2x1x?xi32>
  call @use(%2) : (tensor<2x1x?xi32>) -> ()
  return
}

// Of what calls itself, or has several blocks, nobody asks what its result shares.
// CHECK-LABEL: @calls_itself
// CHECK: %[[RESULT:.*]] = call
// CHECK: return %[[RESULT]]
func.func private @calls_itself(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @calls_itself(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func private @of_blocks(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return %x : tensor<4xf32>
^bb2:
  cf.br ^bb1
}
// CHECK-LABEL: @calls_of_blocks
// CHECK: %[[RESULT:.*]] = call
// CHECK: return %[[RESULT]]
func.func private @calls_of_blocks(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  %0 = func.call @of_blocks(%x, %c) : (tensor<4xf32>, i1) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
