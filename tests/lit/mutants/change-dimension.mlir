// RUN: assay-opt --assay-mutate='operator=change-dimension site=1' %s 2>&1 | FileCheck %s

// CHECK: remark: emitted: change-dimension of gpu.thread_id, 1 of
gpu.module @m {
  // CHECK: @f(
  gpu.func @f(%m: memref<?xindex>) kernel {
    // CHECK: gpu.thread_id y
    %0 = gpu.thread_id x
    memref.store %0, %m[%0] : memref<?xindex>
    gpu.return
  }
}
