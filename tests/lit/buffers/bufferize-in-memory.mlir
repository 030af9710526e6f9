// RUN: assay-opt --one-shot-bufferize='bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map' %s | FileCheck %s

// The destinations are written in place, and nothing is read of them; the input is.
// CHECK-LABEL: @inPlace
// CHECK-SAME: %[[X:.*]]: memref<?x9xf32>, %[[V:.*]]: memref<?x3xf32>
// CHECK: %[[I:.*]] = memref.alloc(%{{.*}}) {{.*}}memref<?x3xi32>
// CHECK-NOT: memref.copy
// CHECK: assay.wave_topk ins(%[[X]] : memref<?x9xf32>) outs(%[[V]], %[[I]] : memref<?x3xf32>, memref<?x3xi32>)
// CHECK-NOT: memref.copy
// CHECK: return %[[V]], %[[I]]
func.func @inPlace(%x: tensor<?x9xf32>, %v: tensor<?x3xf32>, %n: index) -> (tensor<?x3xf32>, tensor<?x3xi32>) {
  %i = tensor.empty(%n) : tensor<?x3xi32>
  %0:2 = assay.wave_topk ins(%x : tensor<?x9xf32>) outs(%v, %i : tensor<?x3xf32>, tensor<?x3xi32>) -> tensor<?x3xf32>, tensor<?x3xi32>
  return %0#0, %0#1 : tensor<?x3xf32>, tensor<?x3xi32>
}

// What is still read afterwards is not written to.
// CHECK-LABEL: @stillRead
// CHECK-SAME: %[[X:.*]]: memref<4x3xf32>
// CHECK: %[[V:.*]] = memref.alloc() {{.*}}memref<4x3xf32>
// CHECK: assay.wave_topk ins(%[[X]] : memref<4x3xf32>) outs(%[[V]], %{{.*}}
// CHECK: return %[[X]], %[[V]]
func.func @stillRead(%x: tensor<4x3xf32>, %i: tensor<4x3xi32>) -> (tensor<4x3xf32>, tensor<4x3xf32>) {
  %0:2 = assay.wave_topk ins(%x : tensor<4x3xf32>) outs(%x, %i : tensor<4x3xf32>, tensor<4x3xi32>) -> tensor<4x3xf32>, tensor<4x3xi32>
  return %x, %0#0 : tensor<4x3xf32>, tensor<4x3xf32>
}

// What is no tensor is as it was. The query is read while the result is written, so that is elsewhere.
// CHECK-LABEL: @attention
// CHECK-SAME: %[[Q:.*]]: memref<5x2xf32>, %[[M:.*]]: memref<5x5xi1>, %[[FROM:.*]]: index
// CHECK: %[[R:.*]] = memref.alloc() {{.*}}memref<5x2xf32>
// CHECK-NOT: memref.copy
// CHECK: assay.wave_attention causal from(%[[FROM]]) scale(5.000000e-01) ins(%[[Q]], %[[Q]], %[[Q]], %[[M]] : memref<5x2xf32>, memref<5x2xf32>, memref<5x2xf32>, memref<5x5xi1>) outs(%[[R]] : memref<5x2xf32>){{$}}
// CHECK: return %[[R]]
func.func @attention(%q: tensor<5x2xf32>, %m: tensor<5x5xi1>, %from: index) -> tensor<5x2xf32> {
  %0 = assay.wave_attention causal from(%from) scale(0.5) ins(%q, %q, %q, %m : tensor<5x2xf32>, tensor<5x2xf32>, tensor<5x2xf32>, tensor<5x5xi1>)
         outs(%q : tensor<5x2xf32>) -> tensor<5x2xf32>
  return %0 : tensor<5x2xf32>
}
