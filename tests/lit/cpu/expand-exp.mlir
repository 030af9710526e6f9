// RUN: assay-opt --assay-expand-exp %s | FileCheck %s

// CHECK-LABEL: @f32
// CHECK-NOT: math.exp
// CHECK: arith.select
// CHECK: arith.bitcast {{.*}} : f32 to i32
// CHECK: arith.mulf {{.*}} fastmath<contract> : f32
// CHECK: return %{{.*}} : f32
func.func @f32(%x: f32) -> f32 {
  %0 = math.exp %x : f32
  return %0 : f32
}

// CHECK-LABEL: @f16
// CHECK: arith.extf {{.*}} : f16 to f32
// CHECK-NOT: math.exp
// CHECK: %[[RESULT:.*]] = arith.truncf {{.*}} : f32 to f16
// CHECK: return %[[RESULT]]
func.func @f16(%x: f16) -> f16 {
  %0 = math.exp %x : f16
  return %0 : f16
}

// CHECK-LABEL: @others
// CHECK: math.exp {{.*}} : f64
// CHECK: math.exp {{.*}} : bf16
// CHECK: math.exp {{.*}} : vector<4xf32>
// CHECK: math.exp2 {{.*}} : f32
func.func @others(%x: f64, %y: bf16, %z: vector<4xf32>, %w: f32) -> (f64, bf16, vector<4xf32>, f32) {
  %0 = math.exp %x : f64
  %1 = math.exp %y : bf16
  %2 = math.exp %z : vector<4xf32>
  %3 = math.exp2 %w : f32
  return %0, %1, %2, %3 : f64, bf16, vector<4xf32>, f32
}
