// RUN: assay-opt %s --split-input-file --pass-pipeline='builtin.module(assay-if-present{dialect=math pipeline={builtin.module(cse)}})' | FileCheck %s
// RUN: not assay-opt %s --split-input-file --pass-pipeline='builtin.module(assay-if-present{dialect=math pipeline={builtin.module(nonsense)}})' 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: nonsense

// CHECK-LABEL: @has_math
// CHECK: math.exp
// CHECK-NOT: math.exp
// CHECK: return
func.func @has_math(%a: f32) -> (f32, f32) {
  %0 = math.exp %a : f32
  %1 = math.exp %a : f32
  return %0, %1 : f32, f32
}

// -----

// CHECK-LABEL: @has_none
// CHECK: arith.negf
// CHECK: arith.negf
func.func @has_none(%a: f32) -> (f32, f32) {
  %0 = arith.negf %a : f32
  %1 = arith.negf %a : f32
  return %0, %1 : f32, f32
}
