// RUN: assay-opt --assay-mutate='operator=drop-barrier site=1' %s 2>&1 | FileCheck %s

// CHECK: remark: emitted: drop-barrier of gpu.barrier, 1 of
gpu.module @m {
  // CHECK: @f(
  gpu.func @f() kernel {
    // CHECK-NEXT: gpu.return
    gpu.barrier
    gpu.return
  }
}
