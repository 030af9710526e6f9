// RUN: mlir-opt %s -pass-pipeline='builtin.module(remove-dead-values)'
func.func private @g(%n: index, %x: f32, %y: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (f32, f32) {
    %s = arith.addf %a, %a : f32
    scf.yield %s, %b : f32, f32
  }
  return %r#0 : f32
}
func.func @f(%n: index, %x: f32, %y: f32) -> f32 {
  %r = call @g(%n, %x, %y) : (index, f32, f32) -> f32
  return %r : f32
}
