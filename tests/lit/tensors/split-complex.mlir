// Upstream folds (x - y) + y to x, and y may be NaN.
// RUN: assay-opt --assay-split-complex --canonicalize %s | FileCheck %s
// RUN: assay-opt --canonicalize %s | FileCheck %s --check-prefix=UPSTREAM

// CHECK-LABEL: @back
// CHECK-NOT: complex.sub
// CHECK: %[[R:.*]] = arith.subf
// CHECK: %[[I:.*]] = arith.subf
// CHECK: arith.addf %[[R]]
// CHECK: arith.addf %[[I]]
// CHECK: complex.create
// UPSTREAM-LABEL: @back
// UPSTREAM-NEXT: return %arg0
func.func @back(%x: complex<f32>, %y: complex<f32>) -> complex<f32> {
  %0 = complex.sub %x, %y : complex<f32>
  %1 = complex.add %0, %y : complex<f32>
  return %1 : complex<f32>
}

// CHECK-LABEL: @forth
// CHECK: arith.addf
// CHECK: arith.addf
// CHECK: arith.subf
// CHECK: arith.subf
// UPSTREAM-LABEL: @forth
// UPSTREAM-NEXT: return %arg0
func.func @forth(%x: complex<f64>, %y: complex<f64>) -> complex<f64> {
  %0 = complex.add %x, %y : complex<f64>
  %1 = complex.sub %0, %y : complex<f64>
  return %1 : complex<f64>
}

// Products stay: nothing folds them wrongly.
// CHECK-LABEL: @product
// CHECK: complex.mul
func.func @product(%x: complex<f32>, %y: complex<f32>) -> complex<f32> {
  %0 = complex.mul %x, %y : complex<f32>
  return %0 : complex<f32>
}
