// A sign of 16 bits is copied in f32, as a bit, of scalars and of vectors; wider ones are LLVM's.
// RUN: assay-opt --assay-expand-copysign %s | FileCheck %s
// RUN: assay-opt --assay-expand-copysign --canonicalize %s | FileCheck %s --check-prefix=FOLDED

// CHECK-LABEL: @scalar
// CHECK-NOT: math.copysign {{.*}} : f16
// CHECK-DAG: %[[MAGNITUDE:.*]] = arith.extf %arg0 : f16 to f32
// CHECK-DAG: %[[BITS:.*]] = arith.bitcast %arg1 : f16 to i16
// CHECK-DAG: %[[WIDE:.*]] = arith.extui %[[BITS]] : i16 to i32
// CHECK: %[[SIGN:.*]] = arith.bitcast {{.*}} : i32 to f32
// CHECK: %[[BOTH:.*]] = math.copysign %[[MAGNITUDE]], %[[SIGN]] : f32
// CHECK: %[[RESULT:.*]] = arith.truncf %[[BOTH]] : f32 to f16
// CHECK: return %[[RESULT]]
func.func @scalar(%magnitude: f16, %sign: f16) -> f16 {
  %0 = math.copysign %magnitude, %sign : f16
  return %0 : f16
}

// CHECK-LABEL: @vector
// CHECK: math.copysign {{.*}} : vector<4xf32>
// CHECK: arith.truncf {{.*}} : vector<4xf32> to vector<4xbf16>
func.func @vector(%magnitude: vector<4xbf16>, %sign: vector<4xbf16>) -> vector<4xbf16> {
  %0 = math.copysign %magnitude, %sign : vector<4xbf16>
  return %0 : vector<4xbf16>
}

// CHECK-LABEL: @wide
// CHECK-NEXT: math.copysign %arg0, %arg1 : f32
// CHECK-NEXT: return
func.func @wide(%magnitude: f32, %sign: f32) -> f32 {
  %0 = math.copysign %magnitude, %sign : f32
  return %0 : f32
}

// The numbers: 1.5 with the signs of -0.0 and of 2.0.
// FOLDED-LABEL: @numbers
// FOLDED-DAG: %[[MINUS:.*]] = arith.constant -1.500000e+00 : f16
// FOLDED-DAG: %[[PLUS:.*]] = arith.constant 1.500000e+00 : f16
// FOLDED: return %[[MINUS]], %[[PLUS]]
func.func @numbers() -> (f16, f16) {
  %x = arith.constant -1.5 : f16
  %negative = arith.constant -0.0 : f16
  %positive = arith.constant 2.0 : f16
  %0 = math.copysign %x, %negative : f16
  %1 = math.copysign %x, %positive : f16
  return %0, %1 : f16, f16
}
