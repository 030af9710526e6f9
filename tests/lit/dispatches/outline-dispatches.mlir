// RUN: assay-opt --assay-outline-dispatches --split-input-file %s | FileCheck %s
// RUN: assay-opt --assay-outline-dispatches --one-shot-bufferize=bufferize-function-boundaries=1 --assay-part-host --split-input-file %s | FileCheck %s --check-prefix=HOST

// The host allocates what is written, with the extents that it is told; a second dispatch of the name has another. What is
// stored whole, and made in something empty, is made in place.
// CHECK-LABEL: @main
// CHECK: %[[A:.*]] = memref.alloc(%arg1) : memref<?x4xf32>
// CHECK: call @exp(%{{.*}}, %arg1, %[[A]]) : (memref<?x4xf32>, index, memref<?x4xf32>) -> ()
// CHECK: %[[T:.*]] = bufferization.to_tensor %[[A]] restrict
// CHECK: call @exp_0
// CHECK: func.func private @exp(%arg0: memref<?x4xf32>, %arg1: index, %arg2: memref<?x4xf32>)
// CHECK: %[[O:.*]] = bufferization.to_tensor %arg2 restrict writable
// CHECK: %[[R:.*]] = linalg.exp {{.*}} outs(%[[O]]
// CHECK: bufferization.materialize_in_destination %[[R]] in writable %arg2
// CHECK: func.func private @exp_0
// CHECK: tensor.extract_slice %{{.*}}[0, 1] [%arg1, 1] [1, 1] : tensor<?x4xf32> to tensor<?xf32>
// CHECK: %[[S:.*]] = memref.subview %arg2[0, 2] [%arg1, 1] [1, 1]
// CHECK: bufferization.materialize_in_destination %{{.*}} in writable %[[S]]

// HOST: func.func @main
// HOST: func.func private @exp(memref<?x4xf32>, index, memref<?x4xf32>)
// HOST: module @dispatches
// HOST: func.func @exp(
func.func @main(%x: tensor<?x4xf32>, %n: index) -> tensor<?x4xf32> {
  %0 = assay.dispatch "exp" ins(%x, %n : tensor<?x4xf32>, index) extents(%n) -> (tensor<?x4xf32>) {
  ^bb0(%from: !assay.binding<reads : tensor<?x4xf32>>, %rows: index, %to: !assay.binding<writes : tensor<?x4xf32>>):
    %a = assay.load %from {%rows} [0, 0] [%rows, 4] [1, 1] : !assay.binding<reads : tensor<?x4xf32>> -> tensor<?x4xf32>
    %e = tensor.empty(%rows) : tensor<?x4xf32>
    %b = linalg.exp ins(%a : tensor<?x4xf32>) outs(%e : tensor<?x4xf32>) -> tensor<?x4xf32>
    assay.store %b, %to {%rows} [0, 0] [%rows, 4] [1, 1] : tensor<?x4xf32> -> !assay.binding<writes : tensor<?x4xf32>>
  }
  %1 = assay.dispatch "exp" ins(%0, %n : tensor<?x4xf32>, index) extents(%n) -> (tensor<?x4xf32>) {
  ^bb0(%from: !assay.binding<reads : tensor<?x4xf32>>, %rows: index, %to: !assay.binding<writes : tensor<?x4xf32>>):
    %a = assay.load %from {%rows} [0, 0] [%rows, 4] [1, 1] : !assay.binding<reads : tensor<?x4xf32>> -> tensor<?x4xf32>
    assay.store %a, %to {%rows} [0, 0] [%rows, 4] [1, 1] : tensor<?x4xf32> -> !assay.binding<writes : tensor<?x4xf32>>
    %c = assay.load %from {%rows} [0, 1] [%rows, 1] [1, 1] : !assay.binding<reads : tensor<?x4xf32>> -> tensor<?xf32>
    assay.store %c, %to {%rows} [0, 2] [%rows, 1] [1, 1] : tensor<?xf32> -> !assay.binding<writes : tensor<?x4xf32>>
  }
  return %1 : tensor<?x4xf32>
}

// -----

// Where something is stored there before, nothing is made in place: it would be overwritten.
// CHECK-LABEL: @twice
// CHECK: func.func private @twice_0
// CHECK-NOT: writable :
// CHECK: bufferization.materialize_in_destination %{{.*}} in writable
// CHECK: bufferization.materialize_in_destination %{{.*}} in writable
func.func @twice(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %0 = assay.dispatch "twice" ins(%x, %n : tensor<?xf32>, index) extents(%n) -> (tensor<?xf32>) {
  ^bb0(%from: !assay.binding<reads : tensor<?xf32>>, %size: index, %to: !assay.binding<writes : tensor<?xf32>>):
    %a = assay.load %from {%size} [0] [%size] [1] : !assay.binding<reads : tensor<?xf32>> -> tensor<?xf32>
    %e = tensor.empty(%size) : tensor<?xf32>
    %b = linalg.exp ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    assay.store %a, %to {%size} [0] [%size] [1] : tensor<?xf32> -> !assay.binding<writes : tensor<?xf32>>
    assay.store %b, %to {%size} [0] [%size] [1] : tensor<?xf32> -> !assay.binding<writes : tensor<?xf32>>
  }
  return %0 : tensor<?xf32>
}

// -----

// What is loaded of nothing, and stored of it, may stand at the end, where upstream has no slice.
// CHECK-LABEL: func.func private @nothing_at_the_end
// CHECK-NOT: memref.subview
// CHECK-NOT: tensor.extract_slice
// CHECK: tensor.empty() : tensor<0xf32>
// CHECK: return
func.func @caller(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = assay.dispatch "nothing_at_the_end" ins(%x : tensor<4xf32>) -> (tensor<4xf32>) {
  ^bb0(%a: !assay.binding<reads : tensor<4xf32>>, %to: !assay.binding<writes : tensor<4xf32>>):
    %0 = assay.load %a[0] [4] [1] : !assay.binding<reads : tensor<4xf32>> -> tensor<4xf32>
    %1 = assay.load %a[4] [0] [1] : !assay.binding<reads : tensor<4xf32>> -> tensor<0xf32>
    %2 = tensor.cast %1 : tensor<0xf32> to tensor<?xf32>
    %3 = tensor.cast %2 : tensor<?xf32> to tensor<0xf32>
    assay.store %3, %to[4] [0] [1] : tensor<0xf32> -> !assay.binding<writes : tensor<4xf32>>
    assay.store %0, %to[0] [4] [1] : tensor<4xf32> -> !assay.binding<writes : tensor<4xf32>>
  }
  return %r : tensor<4xf32>
}
