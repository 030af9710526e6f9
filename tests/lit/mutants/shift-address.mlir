// RUN: assay-opt --assay-mutate='operator=shift-address site=1' %s 2>&1 | FileCheck %s

// CHECK: remark: emitted: shift-address of llvm.getelementptr, 1 of
// CHECK: @f(
llvm.func @f(%p: !llvm.ptr, %i: i64) -> !llvm.ptr {
  // CHECK: %[[ONE:.*]] = llvm.mlir.constant(1 : i64)
  // CHECK: %[[NEXT:.*]] = llvm.add %{{.*}}, %[[ONE]]
  // CHECK: llvm.getelementptr %{{.*}}[%[[NEXT]]]
  %0 = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.return %0 : !llvm.ptr
}
