// RUN: assay-opt --assay-form-kernels --split-input-file --verify-diagnostics %s | FileCheck %s

// The loop is a kernel. The host says how many workgroups of 64 there are; the kernel, which work-items are left over.
// CHECK-LABEL: func.func @main
// CHECK: %[[TOTAL:.*]] = arith.muli
// CHECK: %[[GROUPS:.*]] = arith.ceildivui %[[TOTAL]], %c64
// CHECK: gpu.launch_func @kernels::@kernel_0 blocks in (%[[GROUPS]], %{{.*}}, %{{.*}}) threads in (%c64{{.*}}
// CHECK: gpu.func @kernel_0({{.*}}) kernel attributes {known_block_size = array<i32: 64, 1, 1>}
// CHECK: scf.if
// CHECK: memref.store
func.func @main(%x: memref<?x?xf32>) -> memref<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %n = memref.dim %x, %c0 : memref<?x?xf32>
  %m = memref.dim %x, %c1 : memref<?x?xf32>
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %m) step (%c1, %c1) {
    memref.store %one, %x[%i, %j] : memref<?x?xf32>
    scf.reduce
  }
  return %x : memref<?x?xf32>
}

// -----

func.func @sum(%x: memref<2xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %0 = memref.load %x[%c0] : memref<2xf32>
  // expected-error @+1 {{returns a number that only the device computes}}
  return %0 : f32
}

// -----

func.func @free(%x: memref<2xf32>) {
  %0 = memref.alloc() : memref<2xf32>
  // expected-error @+1 {{cannot be done in a kernel}}
  memref.dealloc %0 : memref<2xf32>
  return
}

// -----

// What stands between loops is a kernel of one work-item. The number that it computes and the loop uses goes through memory.
// CHECK-LABEL: func.func @main
// CHECK: %[[NUMBER:.*]] = memref.alloc() : memref<f32>
// CHECK: gpu.launch_func @kernels::@kernel_0 {{.*}} threads in (%c1{{.*}}%[[NUMBER]] : memref<f32>
// CHECK: gpu.launch_func @kernels::@kernel_1 {{.*}}%[[NUMBER]] : memref<f32>
// CHECK: gpu.func @kernel_0
// CHECK: %[[SUM:.*]] = arith.addf
// CHECK: memref.store %[[SUM]], %{{.*}}[] : memref<f32>
// CHECK: gpu.func @kernel_1(%[[MEMORY:.*]]: memref<f32>
// CHECK: memref.load %[[MEMORY]][] : memref<f32>
func.func @main(%x: memref<f32>, %y: memref<?xf32>) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.load %x[] : memref<f32>
  %1 = arith.addf %0, %0 : f32
  %n = memref.dim %y, %c0 : memref<?xf32>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %1, %y[%i] : memref<?xf32>
    scf.reduce
  }
  return %y : memref<?xf32>
}

// -----

// A workgroup's loop has its memory as the kernel's.
// CHECK-LABEL: func.func @main
// CHECK: gpu.func @kernel_0({{.*}}) workgroup(%[[SHARED:.*]] : memref<4xf32, #gpu.address_space<workgroup>>) kernel
// CHECK-NOT: memref.alloca
// CHECK: memref.load %[[SHARED]]
func.func @main(%y: memref<?xf32>) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %y, %c0 : memref<?xf32>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %shared = memref.alloca() : memref<4xf32, #gpu.address_space<workgroup>>
    %0 = memref.load %shared[%c0] : memref<4xf32, #gpu.address_space<workgroup>>
    memref.store %0, %y[%i] : memref<?xf32>
    scf.reduce
  } {assay.workgroup = 128 : i64}
  return %y : memref<?xf32>
}

// -----

func.func @main(%x: memref<index>) -> memref<?xf32> {
  %n = memref.load %x[] : memref<index>
  // expected-error @+1 {{needs the host to know what only the device computes}}
  %y = memref.alloc(%n) : memref<?xf32>
  return %y : memref<?xf32>
}

// -----

// expected-error @+1 {{kernels are formed of one function of one block}}
module {
  func.func private @other()
  func.func @main() { return }
}

// -----

// How often this loop runs, only the device knows: one work-item runs it all.
// CHECK-LABEL: func.func @main
// CHECK: gpu.launch_func @kernels::@kernel_0 blocks in (%c1{{.*}} threads in (%c1
// CHECK-NOT: gpu.launch_func
// CHECK: gpu.func @kernel_0
// CHECK: scf.parallel
func.func @main(%x: memref<index>, %y: memref<?xf32>) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %n = memref.load %x[] : memref<index>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %one, %y[%i] : memref<?xf32>
    scf.reduce
  }
  return %y : memref<?xf32>
}

// -----

// Kernels are named after what locations name.
// CHECK: gpu.launch_func @kernels::@topk_cast_0
// CHECK: gpu.func @topk_cast_0
func.func @main(%x: memref<?xf32>) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %n = memref.dim %x, %c0 : memref<?xf32>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %one, %x[%i] : memref<?xf32> loc(fused["topk", "cast"])
    scf.reduce loc("topk")
  } loc("topk")
  return %x : memref<?xf32>
}

// -----

// Memory of a work-item is its own once, at the begin of its kernel; where no loop over work-items is around it, it is the device's.
// CHECK-LABEL: func.func @own
// CHECK: memref.alloc() : memref<2xi8>
// CHECK-NOT: private
// CHECK: gpu.func @kernel_0
// CHECK: memref.alloca() : memref<4xf32, #gpu.address_space<private>>
// CHECK: scf.if
// CHECK: scf.for
// CHECK-NOT: memref.alloc()
// CHECK: gpu.func @kernel_1
// CHECK-NOT: private
func.func @own(%x: memref<?xf32>, %y: memref<2xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.for %j = %c0 to %c4 step %c1 {
      %own = memref.alloc() : memref<4xf32, #gpu.address_space<private>>
      %0 = memref.load %x[%i] : memref<?xf32>
      memref.store %0, %own[%j] : memref<4xf32, #gpu.address_space<private>>
    }
    scf.reduce
  }
  %shared = memref.alloc() : memref<2xi8, #gpu.address_space<private>>
  scf.for %j = %c0 to %c1 step %c1 {
    %0 = memref.load %y[%j] : memref<2xi8>
    memref.store %0, %shared[%j] : memref<2xi8, #gpu.address_space<private>>
  }
  return
}

// -----

// A global is given to the kernel; another symbol may be called as the kernels are.
// CHECK-LABEL: func.func @kernels
// CHECK: %[[GLOBAL:.*]] = memref.get_global @table
// CHECK: gpu.launch_func @kernels_0::@{{.*}} args({{.*}}%[[GLOBAL]]
// CHECK: gpu.module @kernels_0
// CHECK-NOT: memref.get_global
memref.global constant @table : memref<8xf32> = dense<1.0>
func.func @kernels(%y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %0 = memref.get_global @table : memref<8xf32>
    %1 = memref.load %0[%i] : memref<8xf32>
    memref.store %1, %y[%i] : memref<8xf32>
  }
  return
}

// -----

// Of no function there are no kernels.
// CHECK: module attributes {test.empty} {
// CHECK-NEXT: }
module attributes {test.empty} {}
