// RUN: assay-opt --assay-inject=fault=max-loses-nan %s | FileCheck %s

// CHECK-LABEL: @trigger
func.func @trigger(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: arith.maxnumf
  // CHECK-NOT: arith.maximumf
  %0 = arith.maximumf %x, %y : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: @named
func.func @named(%x: tensor<4xf32>, %y: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: linalg.generic
  // CHECK: arith.maxnumf
  // CHECK-NOT: arith.maximumf
  %0 = linalg.max ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Neither a minimum nor integers nor other floats.
// CHECK-LABEL: @other
func.func @other(%x: tensor<4xf32>, %i: tensor<4xi32>, %h: tensor<4xf16>) -> (tensor<4xf32>, tensor<4xi32>, tensor<4xf16>) {
  // CHECK-NEXT: arith.minimumf
  // CHECK-NEXT: arith.maxsi
  // CHECK-NEXT: arith.maximumf
  %0 = arith.minimumf %x, %x : tensor<4xf32>
  %1 = arith.maxsi %i, %i : tensor<4xi32>
  %2 = arith.maximumf %h, %h : tensor<4xf16>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xi32>, tensor<4xf16>
}
