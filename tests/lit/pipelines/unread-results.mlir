// RUN: assay-opt --assay-gpu-pipeline='level=O1 until=kernels' --split-input-file %s | FileCheck %s
// RUN: assay-opt --assay-gpu-pipeline='level=O2 until=kernels' --split-input-file %s | FileCheck %s
// RUN: assay-opt --assay-gpu-pipeline='level=O3 until=kernels' --split-input-file %s | FileCheck %s

// What a topk must have and nobody reads is no memory of the device: its result is all that is allocated there.
// CHECK-LABEL: func.func @indices
// CHECK-COUNT-1: memref.alloc
// CHECK-NOT: memref.alloc({{.*}}memref
// CHECK: return
func.func @indices(%x: tensor<?x6xf32>, %n: index) -> tensor<?x3xi64> {
  %v0 = tensor.empty(%n) : tensor<?x3xf32>
  %i0 = tensor.empty(%n) : tensor<?x3xi64>
  %v, %i = assay.topk dim(1) ins(%x : tensor<?x6xf32>) outs(%v0, %i0 : tensor<?x3xf32>, tensor<?x3xi64>)
  return %i : tensor<?x3xi64>
}

// -----

// Nor is the key of a sort. What is sorted is an argument, which is copied: once to sort it, and once as a result.
// CHECK-LABEL: func.func @other
// CHECK-COUNT-2: memref.alloc
// CHECK-NOT: memref.alloc({{.*}}memref
// CHECK: return
func.func @other(%k: tensor<4x?xf32>, %a: tensor<4x?xi32>) -> tensor<4x?xi32> {
  %s:2 = assay.sort dim(0) outs(%k, %a : tensor<4x?xf32>, tensor<4x?xi32>)
  return %s#1 : tensor<4x?xi32>
}
