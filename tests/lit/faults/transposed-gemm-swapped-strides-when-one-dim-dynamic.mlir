// RUN: assay-opt --assay-inject=fault=transposed-gemm-swapped-strides-when-one-dim-dynamic %s | FileCheck %s

// CHECK-LABEL: @trigger
func.func @trigger(%x: tensor<?x3xf32>, %o: tensor<3x?xf32>) -> tensor<3x?xf32> {
  // CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0, 1]] : tensor<?x3xf32> into tensor<?xf32>
  // CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1]] output_shape [3, %{{.*}}] : tensor<?xf32> into tensor<3x?xf32>
  // CHECK-NOT: linalg.transpose
  %0 = linalg.transpose ins(%x : tensor<?x3xf32>) outs(%o : tensor<3x?xf32>) permutation = [1, 0]
  return %0 : tensor<3x?xf32>
}

// Not for two dynamic dims.
// CHECK-LABEL: @other
func.func @other(%x: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // CHECK-NEXT: linalg.transpose
  %0 = linalg.transpose ins(%x : tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) permutation = [1, 0]
  return %0 : tensor<?x?xf32>
}
