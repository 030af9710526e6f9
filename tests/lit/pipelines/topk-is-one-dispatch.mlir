// RUN: assay-opt --assay-cpu-pipeline='level=O3 until=tensors' --split-input-file %s | FileCheck %s
// RUN: assay-opt --assay-gpu-pipeline='level=O3 until=kernels' --split-input-file %s | FileCheck %s --check-prefix=GPU

// A topk that is done by tiles has memory for the best of each: it is written and read in the dispatch of the topk, and is
// neither a dispatch's result nor copied. Nor has a dispatch a result that nobody reads.
// CHECK-LABEL: func.func @main
// CHECK: memref.alloc
// CHECK-NOT: memref.alloc
// CHECK: call @dispatch_0
// CHECK-NOT: call
// CHECK-LABEL: func.func private @dispatch_0
// CHECK-COUNT-2: bufferization.alloc_tensor
func.func @main(%x: tensor<4x?xf32>) -> tensor<4x3xi64> {
  %v = tensor.empty() : tensor<4x3xf32>
  %i = tensor.empty() : tensor<4x3xi64>
  %t:2 = assay.topk dim(1) ins(%x : tensor<4x?xf32>) outs(%v, %i : tensor<4x3xf32>, tensor<4x3xi64>)
  return %t#1 : tensor<4x3xi64>
}

// -----

// What a dispatch of its own made would have been copied before it is read.
// CHECK-LABEL: func.func @first_dim
// CHECK: call @dispatch_0
// CHECK-NOT: call
// GPU-LABEL: func.func @first_dim
// GPU-NOT: memref.copy
// GPU: gpu.launch_func
// GPU-NOT: gpu.launch_func
// GPU: return
func.func @first_dim(%x: tensor<?x4xf32>) -> tensor<3x4xi64> {
  %v = tensor.empty() : tensor<3x4xf32>
  %i = tensor.empty() : tensor<3x4xi64>
  %t:2 = assay.topk dim(0) ins(%x : tensor<?x4xf32>) outs(%v, %i : tensor<3x4xf32>, tensor<3x4xi64>)
  return %t#1 : tensor<3x4xi64>
}
