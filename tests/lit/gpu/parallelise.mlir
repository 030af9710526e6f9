// RUN: assay-opt --assay-parallelise %s | FileCheck %s
// RUN: assay-opt --assay-lower-views --assay-parallelise %s | FileCheck %s

// Rows are written apart; what is in a row follows from what was before.
// CHECK-LABEL: @rows
// CHECK: scf.parallel (%[[I:.*]], %[[J:.*]]) = (%c0, %c0) to (%{{.*}}, %{{.*}}) step (%c1, %c1)
// CHECK: scf.for %[[K:.*]] =
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[I]], %[[J]], %[[K]]]
func.func @rows(%x: memref<?x?x?xf32>, %n: index, %m: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %m step %c1 {
      scf.for %l = %c1 to %k step %c1 {
        %before = arith.subi %l, %c1 : index
        %0 = memref.load %x[%i, %j, %before] : memref<?x?x?xf32>
        memref.store %0, %x[%i, %j, %l] : memref<?x?x?xf32>
      }
    }
  }
  return
}

// Where an iteration writes is not known.
// CHECK-LABEL: @scatter
// CHECK-NOT: scf.parallel
func.func @scatter(%x: memref<?xf32>, %at: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %place = memref.load %at[%i] : memref<?xindex>
    %0 = memref.load %x[%place] : memref<?xf32>
    memref.store %0, %x[%place] : memref<?xf32>
  }
  return
}

// Every iteration writes the same place.
// CHECK-LABEL: @sum
// CHECK-NOT: scf.parallel
func.func @sum(%x: memref<?xf32>, %y: memref<f32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %x[%i] : memref<?xf32>
    %1 = memref.load %y[] : memref<f32>
    %2 = arith.addf %0, %1 : f32
    memref.store %2, %y[] : memref<f32>
  }
  return
}

// What is read is another view of what is written.
// CHECK-LABEL: @views
// CHECK-NOT: scf.parallel
func.func @views(%x: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %behind = memref.subview %x[1] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 1>>
  scf.for %i = %c0 to %c4 step %c1 {
    %0 = memref.load %behind[%i] : memref<4xf32, strided<[1], offset: 1>>
    memref.store %0, %x[%i] : memref<8xf32>
  }
  return
}

// Read along another dim than written.
// CHECK-LABEL: @transposed
// CHECK-NOT: scf.parallel
func.func @transposed(%x: memref<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %0 = memref.load %x[%c0, %i] : memref<4x4xf32>
    memref.store %0, %x[%i, %c1] : memref<4x4xf32>
  }
  return
}

// Every iteration has a view of its own, of the same element.
// CHECK-LABEL: @viewInside
// CHECK-NOT: scf.parallel
func.func @viewInside(%x: memref<8xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  scf.for %i = %c0 to %c7 step %c1 {
    %from = arith.subi %c7, %i : index
    %view = memref.subview %x[%from] [1] [1] : memref<8xf32> to memref<1xf32, strided<[1], offset: ?>>
    memref.store %v, %view[%i] : memref<1xf32, strided<[1], offset: ?>>
  }
  return
}

// Updates of integers may come in any order; what has a place of its own needs no atomic op, and neither does a float sum
// become one, which would not be the same in any order.
// CHECK-LABEL: @updates
// CHECK: scf.parallel (%[[I:.*]], %[[J:.*]]) =
// CHECK: %[[PLACE:.*]] = memref.load %{{.*}}[%[[I]]]
// CHECK: memref.atomic_rmw maxs %{{.*}}, %{{.*}}[%[[PLACE]], %[[J]]] : (i64, memref<?x?xi64>) -> i64
// CHECK-NOT: memref.store
// CHECK: scf.parallel
// CHECK-NOT: memref.atomic_rmw
// CHECK: scf.for
func.func @updates(%x: memref<?x?xi64>, %y: memref<?x?xi64>, %z: memref<?xf32>, %at: memref<?xindex>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %m step %c1 {
      %place = memref.load %at[%i] : memref<?xindex>
      %0 = memref.load %x[%i, %j] : memref<?x?xi64>
      %1 = memref.load %y[%place, %j] : memref<?x?xi64>
      %2 = arith.maxsi %1, %0 : i64
      memref.store %2, %y[%place, %j] : memref<?x?xi64>
    }
  }
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %m step %c1 {
      %0 = memref.load %x[%i, %j] : memref<?x?xi64>
      %1 = arith.addi %0, %0 : i64
      memref.store %1, %x[%i, %j] : memref<?x?xi64>
    }
  }
  scf.for %i = %c0 to %n step %c1 {
    %place = memref.load %at[%i] : memref<?xindex>
    %0 = memref.load %z[%place] : memref<?xf32>
    %1 = arith.addf %0, %0 : f32
    memref.store %1, %z[%place] : memref<?xf32>
  }
  return
}

// What is read before another update may be what that changes.
// CHECK-LABEL: @crossing
// CHECK-NOT: scf.parallel
func.func @crossing(%y: memref<?xi32>, %at: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 {
    %place = memref.load %at[%i] : memref<?xindex>
    %next = arith.addi %place, %c1 : index
    %0 = memref.load %y[%place] : memref<?xi32>
    %1 = memref.load %y[%next] : memref<?xi32>
    %2 = arith.addi %0, %one : i32
    %3 = arith.addi %1, %one : i32
    memref.store %3, %y[%next] : memref<?xi32>
    memref.store %2, %y[%place] : memref<?xi32>
  }
  return
}

// What an iteration has for itself is no reason to wait; what it shares with others is.
// CHECK-LABEL: @ownMemory
// CHECK: scf.parallel
// CHECK: memref.alloc
// CHECK: scf.for
// CHECK-NOT: scf.parallel
func.func @ownMemory(%x: memref<?x4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %shared = memref.alloc() : memref<4xf32, #gpu.address_space<private>>
  scf.for %i = %c0 to %n step %c1 {
    %own = memref.alloc() : memref<4xf32, #gpu.address_space<private>>
    scf.for %j = %c0 to %c4 step %c1 {
      %0 = memref.load %x[%i, %j] : memref<?x4xf32>
      memref.store %0, %own[%j] : memref<4xf32, #gpu.address_space<private>>
      %1 = memref.load %own[%c0] : memref<4xf32, #gpu.address_space<private>>
      memref.store %1, %x[%i, %j] : memref<?x4xf32>
    }
  }
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %x[%i, %c0] : memref<?x4xf32>
    memref.store %0, %shared[%c0] : memref<4xf32, #gpu.address_space<private>>
    %1 = memref.load %shared[%c0] : memref<4xf32, #gpu.address_space<private>>
    memref.store %1, %x[%i, %c1] : memref<?x4xf32>
  }
  return
}

// An update deeper in the loop is atomic as well.
// CHECK-LABEL: @update_if
// CHECK: scf.parallel
// CHECK: scf.if
// CHECK-NEXT: memref.atomic_rmw addi
func.func @update_if(%places: memref<?xi32>, %counts: memref<?xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %places[%i] : memref<?xi32>
    %place = arith.index_cast %0 : i32 to index
    %is = arith.cmpi sgt, %0, %one : i32
    scf.if %is {
      %count = memref.load %counts[%place] : memref<?xi32>
      %more = arith.addi %count, %one : i32
      memref.store %more, %counts[%place] : memref<?xi32>
    }
  }
  return
}

// Updates of two kinds have an order.
// CHECK-LABEL: @add_and_maximum
// CHECK-NOT: scf.parallel
// CHECK: return
func.func @add_and_maximum(%places: memref<?xi32>, %counts: memref<?xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %places[%i] : memref<?xi32>
    %place = arith.index_cast %0 : i32 to index
    %count = memref.load %counts[%place] : memref<?xi32>
    %more = arith.addi %count, %one : i32
    memref.store %more, %counts[%place] : memref<?xi32>
    %before = arith.subi %place, %c1 : index
    %other = memref.load %counts[%before] : memref<?xi32>
    %most = arith.maxsi %other, %one : i32
    memref.store %most, %counts[%before] : memref<?xi32>
  }
  return
}

// A global that is named twice is one.
memref.global "private" @global : memref<64xf32> = dense<0.0>
// CHECK-LABEL: @shift_global
// CHECK-NOT: scf.parallel
// CHECK: return
func.func @shift_global(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.get_global @global : memref<64xf32>
  %b = memref.get_global @global : memref<64xf32>
  scf.for %i = %c0 to %n step %c1 {
    %next = arith.addi %i, %c1 : index
    %x = memref.load %b[%next] : memref<64xf32>
    memref.store %x, %a[%i] : memref<64xf32>
  }
  return
}

// Memory that is walked in steps of nothing overlaps with itself.
// CHECK-LABEL: @one_place
// CHECK-NOT: scf.parallel
// CHECK: return
func.func @one_place(%x: memref<64xf32>, %y: memref<1xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %all = memref.reinterpret_cast %y to offset: [0], sizes: [64], strides: [0] : memref<1xf32> to memref<64xf32, strided<[0]>>
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %x[%i] : memref<64xf32>
    memref.store %0, %all[%i] : memref<64xf32, strided<[0]>>
  }
  return
}

// An op on memrefs reaches all of them, whatever its body is: it accumulates, what it writes overlaps with what another
// iteration does, or all of them use one scratch.
// CHECK-LABEL: @accumulates
// CHECK-NOT: scf.parallel
// CHECK-LABEL: @overlaps
// CHECK-NOT: scf.parallel
// CHECK-LABEL: @sharedScratch
// CHECK-NOT: scf.parallel
// CHECK: return
func.func @accumulates(%x: memref<4xi32>, %sum: memref<4xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    linalg.add ins(%x, %sum : memref<4xi32>, memref<4xi32>) outs(%sum : memref<4xi32>)
  }
  return
}
func.func @overlaps(%x: memref<8xf32>, %y: memref<9xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = memref.load %x[%i] : memref<8xf32>
    %two = memref.subview %y[%i] [2] [1] : memref<9xf32> to memref<2xf32, strided<[1], offset: ?>>
    linalg.fill ins(%0 : f32) outs(%two : memref<2xf32, strided<[1], offset: ?>>)
  }
  return
}
#one = affine_map<(a) -> (a)>
func.func @sharedScratch(%x: memref<8xi32>, %y: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %scratch = memref.alloc() : memref<1xi32>
  scf.for %i = %c0 to %c8 step %c1 {
    %from = memref.subview %x[%i] [1] [1] : memref<8xi32> to memref<1xi32, strided<[1], offset: ?>>
    linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%from : memref<1xi32, strided<[1], offset: ?>>) outs(%scratch : memref<1xi32>) {
    ^bb0(%a: i32, %b: i32):
      linalg.yield %a : i32
    }
    %to = memref.subview %y[%i] [1] [1] : memref<8xi32> to memref<1xi32, strided<[1], offset: ?>>
    linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%scratch : memref<1xi32>) outs(%to : memref<1xi32, strided<[1], offset: ?>>) {
    ^bb0(%a: i32, %b: i32):
      linalg.yield %a : i32
    }
  }
  return
}

// What a branch gives to a block is a view of what is read.
// CHECK-LABEL: @branch
// CHECK-NOT: scf.parallel
// CHECK: return
func.func @branch(%x: memref<9xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %behind = memref.subview %x[1] [8] [1] : memref<9xf32> to memref<8xf32, strided<[1], offset: 1>>
  cf.br ^bb1(%behind : memref<8xf32, strided<[1], offset: 1>>)
^bb1(%y: memref<8xf32, strided<[1], offset: 1>>):
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = memref.load %x[%i] : memref<9xf32>
    memref.store %0, %y[%i] : memref<8xf32, strided<[1], offset: 1>>
  }
  return
}
