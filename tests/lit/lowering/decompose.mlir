// RUN: assay-opt --assay-decompose %s | FileCheck %s

// What linalg can say becomes linalg.
// CHECK-LABEL: @gather
// CHECK: linalg.generic {{.*}} outs(%arg2 : tensor<4x?xf32>)
// CHECK: tensor.extract %arg1
// CHECK: tensor.extract %arg0
func.func @gather(%x: tensor<4x?xf32>, %i: tensor<4x?xi32>, %o: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = assay.gather dim(1) ins(%x, %i : tensor<4x?xf32>, tensor<4x?xi32>) outs(%o : tensor<4x?xf32>)
  return %0 : tensor<4x?xf32>
}

// CHECK-LABEL: @attention
// CHECK-COUNT-6: linalg.generic
// CHECK-NOT: assay.attention
func.func @attention(%q: tensor<2x?x8xf32>, %k: tensor<2x?x8xf32>, %v: tensor<2x?x4xf32>, %o: tensor<2x?x4xf32>)
    -> tensor<2x?x4xf32> {
  %0 = assay.attention scale(5.0e-01) ins(%q, %k, %v : tensor<2x?x8xf32>, tensor<2x?x8xf32>, tensor<2x?x4xf32>)
         outs(%o : tensor<2x?x4xf32>)
  return %0 : tensor<2x?x4xf32>
}

// What needs loops stays, and so does what is upstream's.
// CHECK-LABEL: @stays
// CHECK: assay.sort
// CHECK: assay.scan
// CHECK: assay.scatter
// CHECK: tensor.concat
func.func @stays(%x: tensor<?xf32>, %i: tensor<?xi32>) -> tensor<?xf32> {
  %0 = assay.sort dim(0) outs(%x : tensor<?xf32>)
  %1 = assay.scan sum dim(0) ins(%0 : tensor<?xf32>) outs(%x : tensor<?xf32>)
  %2 = assay.scatter add dim(0) ins(%i, %1 : tensor<?xi32>, tensor<?xf32>) outs(%x : tensor<?xf32>)
  %3 = tensor.concat dim(0) %1, %2 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %3 : tensor<?xf32>
}
