// RUN: assay-opt --assay-propagate-transpose --split-input-file %s | FileCheck %s

// Dims 1 and 2 of the transposed tensor are neighbours before it as well.
// CHECK-LABEL: @collapse
// CHECK: %[[C:.*]] = tensor.collapse_shape %arg0 {{\[\[}}0], [1, 2], [3]] : tensor<2x?x5x3xf32> into tensor<2x?x3xf32>
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[C]] : tensor<2x?x3xf32>) outs(%{{.*}} : tensor<3x?x2xf32>) permutation = [2, 1, 0]
// CHECK: return %[[T]]
func.func @collapse(%x: tensor<2x?x5x3xf32>, %e: tensor<3x?x5x2xf32>) -> tensor<3x?x2xf32> {
  %0 = linalg.transpose ins(%x : tensor<2x?x5x3xf32>) outs(%e : tensor<3x?x5x2xf32>) permutation = [3, 1, 2, 0]
  %1 = tensor.collapse_shape %0 [[0], [1, 2], [3]] : tensor<3x?x5x2xf32> into tensor<3x?x2xf32>
  return %1 : tensor<3x?x2xf32>
}

// The transpose moves groups as a whole, and is gone when they are one dim each in their old order.
// CHECK-LABEL: @collapse_to_nothing
// CHECK-NOT: linalg.transpose
// CHECK: tensor.collapse_shape %arg0 {{\[\[}}0, 1, 2]]
func.func @collapse_to_nothing(%x: tensor<2x?x3xf32>, %e: tensor<3x2x?xf32>, %f: tensor<2x?x3xf32>) -> tensor<?xf32> {
  %0 = linalg.transpose ins(%x : tensor<2x?x3xf32>) outs(%e : tensor<3x2x?xf32>) permutation = [2, 0, 1]
  %1 = linalg.transpose ins(%0 : tensor<3x2x?xf32>) outs(%f : tensor<2x?x3xf32>) permutation = [1, 2, 0]
  %2 = tensor.collapse_shape %1 [[0, 1, 2]] : tensor<2x?x3xf32> into tensor<?xf32>
  return %2 : tensor<?xf32>
}

// A group of dims that are no neighbours before, and one of neighbours in another order.
// CHECK-LABEL: @collapse_mixed
// CHECK-COUNT-2: linalg.transpose
// CHECK-COUNT-2: tensor.collapse_shape
func.func @collapse_mixed(%x: tensor<2x?x3xf32>, %e: tensor<2x3x?xf32>, %f: tensor<?x2x3xf32>) -> (tensor<?xf32>, tensor<?x3xf32>) {
  %0 = linalg.transpose ins(%x : tensor<2x?x3xf32>) outs(%e : tensor<2x3x?xf32>) permutation = [0, 2, 1]
  %1 = linalg.transpose ins(%x : tensor<2x?x3xf32>) outs(%f : tensor<?x2x3xf32>) permutation = [1, 0, 2]
  %2 = tensor.collapse_shape %0 [[0, 1, 2]] : tensor<2x3x?xf32> into tensor<?xf32>
  %3 = tensor.collapse_shape %1 [[0, 1], [2]] : tensor<?x2x3xf32> into tensor<?x3xf32>
  return %2, %3 : tensor<?xf32>, tensor<?x3xf32>
}

// CHECK-LABEL: @expand
// CHECK: %[[E:.*]] = tensor.expand_shape %arg0 {{\[\[}}0, 1], [2], [3, 4]] output_shape [2, %arg2, 5, 3, 1] : tensor<?x5x3xf32> into tensor<2x?x5x3x1xf32>
// CHECK: linalg.transpose ins(%[[E]] : tensor<2x?x5x3x1xf32>) outs(%{{.*}} : tensor<3x1x2x?x5xf32>) permutation = [3, 4, 0, 1, 2]
func.func @expand(%x: tensor<?x5x3xf32>, %e: tensor<3x?x5xf32>, %n: index) -> tensor<3x1x2x?x5xf32> {
  %0 = linalg.transpose ins(%x : tensor<?x5x3xf32>) outs(%e : tensor<3x?x5xf32>) permutation = [2, 0, 1]
  %1 = tensor.expand_shape %0 [[0, 1], [2, 3], [4]] output_shape [3, 1, 2, %n, 5] : tensor<3x?x5xf32> into tensor<3x1x2x?x5xf32>
  return %1 : tensor<3x1x2x?x5xf32>
}

// The type knows an extent that the sizes do not.
// CHECK-LABEL: @expand_to_static
// CHECK: %[[E:.*]] = tensor.expand_shape %arg0 {{\[\[}}0], [1, 2]] output_shape [%arg3, %arg2, 4] : tensor<?x20xf32> into tensor<?x5x4xf32>
// CHECK: %[[N:.*]] = tensor.dim %[[E]], %{{.*}}
// CHECK: %[[O:.*]] = tensor.empty(%[[N]]) : tensor<5x4x?xf32>
// CHECK: linalg.transpose ins(%[[E]] : tensor<?x5x4xf32>) outs(%[[O]] : tensor<5x4x?xf32>) permutation = [1, 2, 0]
func.func @expand_to_static(%x: tensor<?x20xf32>, %e: tensor<20x?xf32>, %n: index, %m: index) -> tensor<5x4x?xf32> {
  %0 = linalg.transpose ins(%x : tensor<?x20xf32>) outs(%e : tensor<20x?xf32>) permutation = [1, 0]
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [%n, 4, %m] : tensor<20x?xf32> into tensor<5x4x?xf32>
  return %1 : tensor<5x4x?xf32>
}

// CHECK-LABEL: @slice
// CHECK: %[[S:.*]] = tensor.extract_slice %arg0[%arg2, 1, 0] [2, %arg3, 3] [1, 1, 2] : tensor<?x8x7xf32> to tensor<2x?x3xf32>
// CHECK: linalg.transpose ins(%[[S]] : tensor<2x?x3xf32>) outs(%{{.*}} : tensor<3x2x?xf32>) permutation = [2, 0, 1]
func.func @slice(%x: tensor<?x8x7xf32>, %e: tensor<7x?x8xf32>, %o: index, %n: index) -> tensor<3x2x?xf32> {
  %0 = linalg.transpose ins(%x : tensor<?x8x7xf32>) outs(%e : tensor<7x?x8xf32>) permutation = [2, 0, 1]
  %1 = tensor.extract_slice %0[0, %o, 1] [3, 2, %n] [2, 1, 1] : tensor<7x?x8xf32> to tensor<3x2x?xf32>
  return %1 : tensor<3x2x?xf32>
}

// Of two dims of size 1, the first is dropped, and is in the middle before.
// CHECK-LABEL: @rank_reducing
// CHECK: %[[S:.*]] = tensor.extract_slice %arg0[2, 3, 4, 0] [1, 1, 5, %arg2] [1, 1, 1, 1] : tensor<8x8x9x?xf32> to tensor<1x5x?xf32>
// CHECK: linalg.transpose ins(%[[S]] : tensor<1x5x?xf32>) outs(%{{.*}} : tensor<?x1x5xf32>) permutation = [2, 0, 1]
func.func @rank_reducing(%x: tensor<8x8x9x?xf32>, %e: tensor<8x?x8x9xf32>, %n: index) -> tensor<?x1x5xf32> {
  %0 = linalg.transpose ins(%x : tensor<8x8x9x?xf32>) outs(%e : tensor<8x?x8x9xf32>) permutation = [1, 3, 0, 2]
  %1 = tensor.extract_slice %0[3, 0, 2, 4] [1, %n, 1, 5] [1, 1, 1, 1] : tensor<8x?x8x9xf32> to tensor<?x1x5xf32>
  return %1 : tensor<?x1x5xf32>
}

// The transposed tensor is read by others too: it has to be there.
// CHECK-LABEL: @read_twice
// CHECK: %[[T:.*]] = linalg.transpose ins(%arg0
// CHECK: tensor.collapse_shape %[[T]]
// CHECK: tensor.extract_slice %[[T]]
func.func @read_twice(%x: tensor<2x3x?xf32>, %e: tensor<?x2x3xf32>) -> (tensor<?x6xf32>, tensor<1x2x3xf32>) {
  %0 = linalg.transpose ins(%x : tensor<2x3x?xf32>) outs(%e : tensor<?x2x3xf32>) permutation = [2, 0, 1]
  %1 = tensor.collapse_shape %0 [[0], [1, 2]] : tensor<?x2x3xf32> into tensor<?x6xf32>
  %2 = tensor.extract_slice %0[0, 0, 0] [1, 2, 3] [1, 1, 1] : tensor<?x2x3xf32> to tensor<1x2x3xf32>
  return %1, %2 : tensor<?x6xf32>, tensor<1x2x3xf32>
}

// A dim of size 1 may stand anywhere: ahead of a group that is not its own, and between the dims of one. A group of such
// dims alone has a place.
// CHECK-LABEL: @collapse_unit
// CHECK: %[[C:.*]] = tensor.collapse_shape %arg0 {{\[\[}}0, 1], [2]] : tensor<1x?x5xf32> into tensor<?x5xf32>
// CHECK: linalg.transpose ins(%[[C]] : tensor<?x5xf32>) outs(%{{.*}} : tensor<5x?xf32>) permutation = [1, 0]
// CHECK: %[[D:.*]] = tensor.collapse_shape %arg2 {{\[\[}}0, 1, 2], [3]] : tensor<4x1x?x3xf32> into tensor<?x3xf32>
// CHECK: linalg.transpose ins(%[[D]] : tensor<?x3xf32>) outs(%{{.*}} : tensor<3x?xf32>) permutation = [1, 0]
// CHECK: %[[E:.*]] = tensor.collapse_shape %arg4 {{\[\[}}0], [1], [2, 3]] : tensor<?x1x5x1xf32> into tensor<?x1x5xf32>
// CHECK: linalg.transpose ins(%[[E]] : tensor<?x1x5xf32>) outs(%{{.*}} : tensor<5x1x?xf32>) permutation = [2, 1, 0]
func.func @collapse_unit(%x: tensor<1x?x5xf32>, %e: tensor<5x1x?xf32>, %y: tensor<4x1x?x3xf32>, %f: tensor<1x3x4x?xf32>,
                         %z: tensor<?x1x5x1xf32>, %g: tensor<5x1x1x?xf32>) -> (tensor<5x?xf32>, tensor<3x?xf32>, tensor<5x1x?xf32>) {
  %0 = linalg.transpose ins(%x : tensor<1x?x5xf32>) outs(%e : tensor<5x1x?xf32>) permutation = [2, 0, 1]
  %1 = tensor.collapse_shape %0 [[0, 1], [2]] : tensor<5x1x?xf32> into tensor<5x?xf32>
  %2 = linalg.transpose ins(%y : tensor<4x1x?x3xf32>) outs(%f : tensor<1x3x4x?xf32>) permutation = [1, 3, 0, 2]
  %3 = tensor.collapse_shape %2 [[0, 1], [2, 3]] : tensor<1x3x4x?xf32> into tensor<3x?xf32>
  %4 = linalg.transpose ins(%z : tensor<?x1x5x1xf32>) outs(%g : tensor<5x1x1x?xf32>) permutation = [2, 1, 3, 0]
  %5 = tensor.collapse_shape %4 [[0], [1, 2], [3]] : tensor<5x1x1x?xf32> into tensor<5x1x?xf32>
  return %1, %3, %5 : tensor<5x?xf32>, tensor<3x?xf32>, tensor<5x1x?xf32>
}

// All dims are 1, and none is left; groups that keep their own dims of size 1; one within the other.
// CHECK-LABEL: @collapse_units
// CHECK: tensor.collapse_shape %arg0 [] : tensor<1x1xf32> into tensor<f32>
// CHECK: tensor.collapse_shape %arg2 {{\[\[}}0, 1], [2, 3]] : tensor<?x1x1x3xf32> into tensor<?x3xf32>
// CHECK: %[[T:.*]] = linalg.transpose ins(%arg4
// CHECK: tensor.collapse_shape %[[T]]
func.func @collapse_units(%x: tensor<1x1xf32>, %e: tensor<1x1xf32>, %y: tensor<?x1x1x3xf32>, %f: tensor<1x3x?x1xf32>,
                          %z: tensor<2x3x?xf32>, %g: tensor<2x?x3xf32>) -> (tensor<f32>, tensor<3x?xf32>, tensor<?x3xf32>) {
  %0 = linalg.transpose ins(%x : tensor<1x1xf32>) outs(%e : tensor<1x1xf32>) permutation = [1, 0]
  %1 = tensor.collapse_shape %0 [] : tensor<1x1xf32> into tensor<f32>
  %2 = linalg.transpose ins(%y : tensor<?x1x1x3xf32>) outs(%f : tensor<1x3x?x1xf32>) permutation = [2, 3, 0, 1]
  %3 = tensor.collapse_shape %2 [[0, 1], [2, 3]] : tensor<1x3x?x1xf32> into tensor<3x?xf32>
  %4 = linalg.transpose ins(%z : tensor<2x3x?xf32>) outs(%g : tensor<2x?x3xf32>) permutation = [0, 2, 1]
  %5 = tensor.collapse_shape %4 [[0, 1], [2]] : tensor<2x?x3xf32> into tensor<?x3xf32>
  return %1, %3, %5 : tensor<f32>, tensor<3x?xf32>, tensor<?x3xf32>
}

// What is transposed once does not get into a loop, to be transposed each time.
// CHECK-LABEL: @not_into_loop
// CHECK: %[[T:.*]] = linalg.transpose ins(%arg1
// CHECK: scf.for
// CHECK-NEXT: tensor.expand_shape %[[T]]
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @not_into_loop(%n: index, %x: tensor<4x8xf32>, %e: tensor<8x4xf32>, %first: tensor<8x2x2xf32>) -> tensor<8x2x2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = linalg.transpose ins(%x : tensor<4x8xf32>) outs(%e : tensor<8x4xf32>) permutation = [1, 0]
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%last = %first) -> tensor<8x2x2xf32> {
    %2 = tensor.expand_shape %0 [[0], [1, 2]] output_shape [8, 2, 2] : tensor<8x4xf32> into tensor<8x2x2xf32>
    %3 = linalg.add ins(%2, %last : tensor<8x2x2xf32>, tensor<8x2x2xf32>) outs(%last : tensor<8x2x2xf32>) -> tensor<8x2x2xf32>
    scf.yield %3 : tensor<8x2x2xf32>
  }
  return %1 : tensor<8x2x2xf32>
}

// CHECK-LABEL: @slice_encoded
// CHECK: %[[T:.*]] = linalg.transpose ins(%arg0
// CHECK: tensor.extract_slice %[[T]]
func.func @slice_encoded(%x: tensor<4x8xf32, "dense">, %e: tensor<8x4xf32, "dense">) -> tensor<3x4xf32, "dense"> {
  %0 = linalg.transpose ins(%x : tensor<4x8xf32, "dense">) outs(%e : tensor<8x4xf32, "dense">) permutation = [1, 0]
  %1 = tensor.extract_slice %0[1, 0] [3, 4] [1, 1] : tensor<8x4xf32, "dense"> to tensor<3x4xf32, "dense">
  return %1 : tensor<3x4xf32, "dense">
}
