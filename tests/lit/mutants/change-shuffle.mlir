// RUN: assay-opt --assay-mutate='operator=change-shuffle site=2' %s 2>&1 | FileCheck %s

// CHECK: remark: emitted: change-shuffle of gpu.shuffle, 2 of
gpu.module @m {
  // CHECK: @f(
  gpu.func @f(%m: memref<?xf32>, %x: f32, %lane: i32, %width: i32, %i: index) kernel {
    // CHECK: gpu.shuffle down
    %0, %1 = gpu.shuffle xor %x, %lane, %width : f32
    memref.store %0, %m[%i] : memref<?xf32>
    gpu.return
  }
}
