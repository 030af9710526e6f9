// RUN: assay-opt --assay-fold-into-bindings --canonicalize --split-input-file %s | FileCheck %s

// A column is written with what is collapsed: of two columns' worth of elements, one dim. The store is rank-reducing, and the
// fold would write both columns.
// CHECK-LABEL: @column
// CHECK: assay.dispatch "column"
// CHECK: %[[C:.*]] = tensor.collapse_shape
// CHECK: assay.store %[[C]], %{{.*}}{%{{.*}}, %{{.*}}}[0, %{{.*}}] [%{{.*}}, 1] [1, 1] : tensor<?xi32>
func.func @column(%x: tensor<?x2xi32>, %n: index, %m: index, %w: index, %c: index) -> tensor<?x?xi32> {
  %r = assay.dispatch "column" ins(%x, %n, %m, %w, %c : tensor<?x2xi32>, index, index, index, index) extents(%m, %w) -> (tensor<?x?xi32>) {
  ^bb0(%from: !assay.binding<reads : tensor<?x2xi32>>, %rows: index, %all: index, %width: index, %at: index, %to: !assay.binding<writes : tensor<?x?xi32>>):
    %0 = assay.load %from {%rows} [0, 0] [%rows, 2] [1, 1] : !assay.binding<reads : tensor<?x2xi32>> -> tensor<?x2xi32>
    %1 = linalg.add ins(%0, %0 : tensor<?x2xi32>, tensor<?x2xi32>) outs(%0 : tensor<?x2xi32>) -> tensor<?x2xi32>
    %2 = tensor.collapse_shape %1 [[0, 1]] : tensor<?x2xi32> into tensor<?xi32>
    assay.store %2, %to {%all, %width} [0, %at] [%all, 1] [1, 1] : tensor<?xi32> -> !assay.binding<writes : tensor<?x?xi32>>
  }
  return %r : tensor<?x?xi32>
}

// -----

// All of the memory: it has the shape from before the collapse, and the host collapses what is in it.
// CHECK-LABEL: @whole
// CHECK: %[[R:.*]] = assay.dispatch "whole" ins(%{{.*}}) extents(%arg1) -> (tensor<?x2xi32>)
// CHECK: assay.store %{{.*}}, %{{.*}}{%[[N:.*]]}[0, 0] [%[[N]], 2] [1, 1] : tensor<?x2xi32>
// CHECK: tensor.collapse_shape %[[R]] {{\[}}[0, 1]] : tensor<?x2xi32> into tensor<?xi32>
func.func @whole(%x: tensor<?x2xi32>, %n: index, %m: index) -> tensor<?xi32> {
  %r = assay.dispatch "whole" ins(%x, %n, %m : tensor<?x2xi32>, index, index) extents(%m) -> (tensor<?xi32>) {
  ^bb0(%from: !assay.binding<reads : tensor<?x2xi32>>, %rows: index, %all: index, %to: !assay.binding<writes : tensor<?xi32>>):
    %0 = assay.load %from {%rows} [0, 0] [%rows, 2] [1, 1] : !assay.binding<reads : tensor<?x2xi32>> -> tensor<?x2xi32>
    %1 = linalg.add ins(%0, %0 : tensor<?x2xi32>, tensor<?x2xi32>) outs(%0 : tensor<?x2xi32>) -> tensor<?x2xi32>
    %2 = tensor.collapse_shape %1 [[0, 1]] : tensor<?x2xi32> into tensor<?xi32>
    assay.store %2, %to {%all} [0] [%all] [1] : tensor<?xi32> -> !assay.binding<writes : tensor<?xi32>>
  }
  return %r : tensor<?xi32>
}

// -----

// A part of the collapsed dim, though it may be all of it at run time: nobody knows.
// CHECK-LABEL: @part
// CHECK: tensor.collapse_shape
// CHECK: assay.store %{{.*}}, %{{.*}}{%{{.*}}}[0] [%{{.*}}] [1] : tensor<?xi32>
func.func @part(%x: tensor<?x2xi32>, %n: index, %m: index, %some: index) -> tensor<?xi32> {
  %r = assay.dispatch "part" ins(%x, %n, %m, %some : tensor<?x2xi32>, index, index, index) extents(%m) -> (tensor<?xi32>) {
  ^bb0(%from: !assay.binding<reads : tensor<?x2xi32>>, %rows: index, %all: index, %size: index, %to: !assay.binding<writes : tensor<?xi32>>):
    %0 = assay.load %from {%rows} [0, 0] [%rows, 2] [1, 1] : !assay.binding<reads : tensor<?x2xi32>> -> tensor<?x2xi32>
    %1 = linalg.add ins(%0, %0 : tensor<?x2xi32>, tensor<?x2xi32>) outs(%0 : tensor<?x2xi32>) -> tensor<?x2xi32>
    %2 = tensor.collapse_shape %1 [[0, 1]] : tensor<?x2xi32> into tensor<?xi32>
    assay.store %2, %to {%all} [0] [%size] [1] : tensor<?xi32> -> !assay.binding<writes : tensor<?xi32>>
  }
  return %r : tensor<?xi32>
}

// -----

// A dim beside the collapsed one may be sliced, with an offset and a step.
// CHECK-LABEL: @beside
// CHECK: extents(%arg1) -> (tensor<8x?x2xf32>)
// CHECK: assay.store %{{.*}}, %{{.*}}{%[[N:.*]]}[1, 0, 0] [4, %[[N]], 2] [2, 1, 1] : tensor<4x?x2xf32>
// CHECK: tensor.collapse_shape %{{.*}} {{\[}}[0], [1, 2]] : tensor<8x?x2xf32> into tensor<8x?xf32>
func.func @beside(%x: tensor<4x?x2xf32>, %n: index, %m: index) -> tensor<8x?xf32> {
  %r = assay.dispatch "beside" ins(%x, %n, %m : tensor<4x?x2xf32>, index, index) extents(%m) -> (tensor<8x?xf32>) {
  ^bb0(%from: !assay.binding<reads : tensor<4x?x2xf32>>, %rows: index, %all: index, %to: !assay.binding<writes : tensor<8x?xf32>>):
    %0 = assay.load %from {%rows} [0, 0, 0] [4, %rows, 2] [1, 1, 1] : !assay.binding<reads : tensor<4x?x2xf32>> -> tensor<4x?x2xf32>
    %1 = linalg.add ins(%0, %0 : tensor<4x?x2xf32>, tensor<4x?x2xf32>) outs(%0 : tensor<4x?x2xf32>) -> tensor<4x?x2xf32>
    %2 = tensor.collapse_shape %1 [[0], [1, 2]] : tensor<4x?x2xf32> into tensor<4x?xf32>
    assay.store %2, %to {%all} [1, 0] [4, %all] [2, 1] : tensor<4x?xf32> -> !assay.binding<writes : tensor<8x?xf32>>
  }
  return %r : tensor<8x?xf32>
}

// -----

// What is expanded is stored as it was, and what is loaded to be reshaped is loaded so.
// CHECK-LABEL: @expanded
// CHECK: tensor.expand_shape %arg0 {{\[}}[0, 1]] output_shape [%arg1, 4]
// CHECK: -> (tensor<?xf32>, tensor<?x4xf32>)
// CHECK: assay.load %{{.*}} [%{{.*}}, 4] [1, 1]
// CHECK-NOT: tensor.expand_shape %{{.*}}tensor<?xf32> into tensor<?x2xf32>
// CHECK: assay.store
// CHECK: tensor.expand_shape
func.func @expanded(%x: tensor<?xf32>, %n: index, %m: index, %h: index) -> (tensor<?x2xf32>, tensor<?x4xf32>) {
  %r:2 = assay.dispatch "expanded" ins(%x, %n, %m, %h : tensor<?xf32>, index, index, index) extents(%h, %n) -> (tensor<?x2xf32>, tensor<?x4xf32>) {
  ^bb0(%from: !assay.binding<reads : tensor<?xf32>>, %quarter: index, %all: index, %half: index, %to: !assay.binding<writes : tensor<?x2xf32>>, %other: !assay.binding<writes : tensor<?x4xf32>>):
    %0 = assay.load %from {%all} [0] [%all] [1] : !assay.binding<reads : tensor<?xf32>> -> tensor<?xf32>
    %1 = linalg.add ins(%0, %0 : tensor<?xf32>, tensor<?xf32>) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
    %2 = tensor.expand_shape %1 [[0, 1]] output_shape [%half, 2] : tensor<?xf32> into tensor<?x2xf32>
    assay.store %2, %to {%half} [0, 0] [%half, 2] [1, 1] : tensor<?x2xf32> -> !assay.binding<writes : tensor<?x2xf32>>
    %3 = tensor.expand_shape %0 [[0, 1]] output_shape [%quarter, 4] : tensor<?xf32> into tensor<?x4xf32>
    %4 = linalg.add ins(%3, %3 : tensor<?x4xf32>, tensor<?x4xf32>) outs(%3 : tensor<?x4xf32>) -> tensor<?x4xf32>
    assay.store %4, %other {%quarter} [0, 0] [%quarter, 4] [1, 1] : tensor<?x4xf32> -> !assay.binding<writes : tensor<?x4xf32>>
  }
  return %r#0, %r#1 : tensor<?x2xf32>, tensor<?x4xf32>
}

// -----

// An insertion is two stores, in this order; a concatenation one for each operand.
// CHECK-LABEL: @insertion
// CHECK: assay.store %{{.*}}[0] [%{{.*}}] [1] : tensor<?xf32>
// CHECK: assay.store %{{.*}}[3] [2] [1] : tensor<2xf32>
// CHECK: assay.store %{{.*}}[0, 0] [4, 1] [1, 1] : tensor<4x1xf32>
// CHECK: assay.store %{{.*}}[0, 1] [4, 2] [1, 1] : tensor<4x2xf32>
func.func @insertion(%x: tensor<?xf32>, %y: tensor<2xf32>, %a: tensor<4x1xf32>, %b: tensor<4x2xf32>, %n: index) -> (tensor<?xf32>, tensor<4x3xf32>) {
  %r:2 = assay.dispatch "insertion" ins(%x, %y, %a, %b, %n : tensor<?xf32>, tensor<2xf32>, tensor<4x1xf32>, tensor<4x2xf32>, index) extents(%n) -> (tensor<?xf32>, tensor<4x3xf32>) {
  ^bb0(%from: !assay.binding<reads : tensor<?xf32>>, %other: !assay.binding<reads : tensor<2xf32>>, %first: !assay.binding<reads : tensor<4x1xf32>>,
       %second: !assay.binding<reads : tensor<4x2xf32>>, %all: index, %to: !assay.binding<writes : tensor<?xf32>>, %joined: !assay.binding<writes : tensor<4x3xf32>>):
    %0 = assay.load %from {%all} [0] [%all] [1] : !assay.binding<reads : tensor<?xf32>> -> tensor<?xf32>
    %1 = assay.load %other [0] [2] [1] : !assay.binding<reads : tensor<2xf32>> -> tensor<2xf32>
    %2 = tensor.insert_slice %1 into %0[3] [2] [1] : tensor<2xf32> into tensor<?xf32>
    %3 = assay.load %first [0, 0] [4, 1] [1, 1] : !assay.binding<reads : tensor<4x1xf32>> -> tensor<4x1xf32>
    %4 = assay.load %second [0, 0] [4, 2] [1, 1] : !assay.binding<reads : tensor<4x2xf32>> -> tensor<4x2xf32>
    %5 = tensor.concat dim(1) %3, %4 : (tensor<4x1xf32>, tensor<4x2xf32>) -> tensor<4x3xf32>
    assay.store %2, %to {%all} [0] [%all] [1] : tensor<?xf32> -> !assay.binding<writes : tensor<?xf32>>
    assay.store %5, %joined [0, 0] [4, 3] [1, 1] : tensor<4x3xf32> -> !assay.binding<writes : tensor<4x3xf32>>
  }
  return %r#0, %r#1 : tensor<?xf32>, tensor<4x3xf32>
}

// -----

// Of what is loaded whole, a slice is loaded; of a slice, none.
// CHECK-LABEL: @slice
// CHECK: assay.load %{{.*}}[1, %{{.*}}] [2, 1] [1, 1] : <reads : tensor<4x8xf32>> -> tensor<2xf32>
// CHECK: %[[P:.*]] = assay.load %{{.*}}[0, 0] [2, 8] [2, 1] : <reads : tensor<4x8xf32>> -> tensor<2x8xf32>
// CHECK: tensor.extract_slice %[[P]]
func.func @slice(%x: tensor<4x8xf32>, %c: index) -> (tensor<2xf32>, tensor<1x8xf32>) {
  %r:2 = assay.dispatch "slice" ins(%x, %c : tensor<4x8xf32>, index) -> (tensor<2xf32>, tensor<1x8xf32>) {
  ^bb0(%from: !assay.binding<reads : tensor<4x8xf32>>, %at: index, %to: !assay.binding<writes : tensor<2xf32>>, %other: !assay.binding<writes : tensor<1x8xf32>>):
    %0 = assay.load %from [0, 0] [4, 8] [1, 1] : !assay.binding<reads : tensor<4x8xf32>> -> tensor<4x8xf32>
    %1 = tensor.extract_slice %0[1, %at] [2, 1] [1, 1] : tensor<4x8xf32> to tensor<2xf32>
    assay.store %1, %to [0] [2] [1] : tensor<2xf32> -> !assay.binding<writes : tensor<2xf32>>
    %2 = assay.load %from [0, 0] [2, 8] [2, 1] : !assay.binding<reads : tensor<4x8xf32>> -> tensor<2x8xf32>
    %3 = tensor.extract_slice %2[1, 0] [1, 8] [1, 1] : tensor<2x8xf32> to tensor<1x8xf32>
    assay.store %3, %other [0, 0] [1, 8] [1, 1] : tensor<1x8xf32> -> !assay.binding<writes : tensor<1x8xf32>>
  }
  return %r#0, %r#1 : tensor<2xf32>, tensor<1x8xf32>
}

// -----

// A scalar's reshape has no group for the dim that it lacks, of which only a part may be loaded.
// CHECK-LABEL: @scalar
// CHECK: %[[E:.*]] = assay.load %{{.*}}[2] [1] [4]
// CHECK: tensor.collapse_shape %[[E]] [] : tensor<1xi32> into tensor<i32>
func.func @scalar(%x: tensor<3xi32>) -> tensor<i32> {
  %r = assay.dispatch "scalar" ins(%x : tensor<3xi32>) -> (tensor<i32>) {
  ^bb0(%from: !assay.binding<reads : tensor<3xi32>>, %to: !assay.binding<writes : tensor<i32>>):
    %0 = assay.load %from [2] [1] [4] : !assay.binding<reads : tensor<3xi32>> -> tensor<1xi32>
    %1 = tensor.collapse_shape %0 [] : tensor<1xi32> into tensor<i32>
    assay.store %1, %to [] [] [] : tensor<i32> -> !assay.binding<writes : tensor<i32>>
  }
  return %r : tensor<i32>
}

// -----

// The host knows less of the memory's extent than the dispatch does of the slice's.
// CHECK-LABEL: @collapsed_into_unknown
// CHECK: assay.dispatch
// CHECK: tensor.collapse_shape
// CHECK-NEXT: assay.store
func.func @collapsed_into_unknown(%x: tensor<2x3xf32>) -> tensor<?xf32> {
  %c6 = arith.constant 6 : index
  %r = assay.dispatch "d" ins(%x : tensor<2x3xf32>) extents(%c6) -> (tensor<?xf32>) {
  ^bb0(%a: !assay.binding<reads : tensor<2x3xf32>>, %to: !assay.binding<writes : tensor<?xf32>>):
    %c = arith.constant 6 : index
    %0 = assay.load %a[0, 0] [2, 3] [1, 1] : !assay.binding<reads : tensor<2x3xf32>> -> tensor<2x3xf32>
    %e = tensor.empty() : tensor<2x3xf32>
    %1 = linalg.exp ins(%0 : tensor<2x3xf32>) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
    %2 = tensor.collapse_shape %1 [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
    assay.store %2, %to{%c}[0] [6] [1] : tensor<6xf32> -> !assay.binding<writes : tensor<?xf32>>
  }
  return %r : tensor<?xf32>
}

// -----

// What the type knows of an extent counts.
// CHECK-LABEL: @expand_to_static
// CHECK: assay.load %{{.*}}[0, 0] [5, 4] [1, 1] : {{.*}} -> tensor<5x4xf32>
func.func @expand_to_static(%x: tensor<20xf32>, %n: index) -> tensor<5x4xf32> {
  %r = assay.dispatch "expand" ins(%x, %n : tensor<20xf32>, index) -> (tensor<5x4xf32>) {
  ^bb0(%from: !assay.binding<reads : tensor<20xf32>>, %q: index, %to: !assay.binding<writes : tensor<5x4xf32>>):
    %0 = assay.load %from [0] [20] [1] : !assay.binding<reads : tensor<20xf32>> -> tensor<20xf32>
    %1 = tensor.expand_shape %0 [[0, 1]] output_shape [%q, 4] : tensor<20xf32> into tensor<5x4xf32>
    %2 = linalg.add ins(%1, %1 : tensor<5x4xf32>, tensor<5x4xf32>) outs(%1 : tensor<5x4xf32>) -> tensor<5x4xf32>
    assay.store %2, %to [0, 0] [5, 4] [1, 1] : tensor<5x4xf32> -> !assay.binding<writes : tensor<5x4xf32>>
  }
  return %r : tensor<5x4xf32>
}

// -----

// Memory that a function is given, not a dispatch, keeps its shape: there is no host that has it.
// CHECK-LABEL: @load_of_function
// CHECK: tensor.collapse_shape
// CHECK-LABEL: @loaded_apart_in_function
// CHECK: tensor.expand_shape
// CHECK-LABEL: @store_of_function
// CHECK: tensor.collapse_shape
// CHECK-LABEL: @stored_together_in_function
// CHECK: tensor.expand_shape
func.func @load_of_function(%m: !assay.binding<reads : tensor<4x6xf32>>) -> tensor<24xf32> {
  %0 = assay.load %m[0, 0] [4, 6] [1, 1] : !assay.binding<reads : tensor<4x6xf32>> -> tensor<4x6xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<4x6xf32> into tensor<24xf32>
  return %1 : tensor<24xf32>
}
func.func @loaded_apart_in_function(%m: !assay.binding<reads : tensor<24xf32>>) -> tensor<4x6xf32> {
  %0 = assay.load %m[0] [24] [1] : !assay.binding<reads : tensor<24xf32>> -> tensor<24xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [4, 6] : tensor<24xf32> into tensor<4x6xf32>
  return %1 : tensor<4x6xf32>
}
func.func @store_of_function(%m: !assay.binding<writes : tensor<24xf32>>, %x: tensor<4x6xf32>) {
  %0 = tensor.collapse_shape %x [[0, 1]] : tensor<4x6xf32> into tensor<24xf32>
  assay.store %0, %m[0] [24] [1] : tensor<24xf32> -> !assay.binding<writes : tensor<24xf32>>
  return
}
func.func @stored_together_in_function(%m: !assay.binding<writes : tensor<4x6xf32>>, %x: tensor<24xf32>) {
  %0 = tensor.expand_shape %x [[0, 1]] output_shape [4, 6] : tensor<24xf32> into tensor<4x6xf32>
  assay.store %0, %m[0, 0] [4, 6] [1, 1] : tensor<4x6xf32> -> !assay.binding<writes : tensor<4x6xf32>>
  return
}
