// RUN: assay-opt --assay-vectorize %s | FileCheck %s

#id = affine_map<(d0) -> (d0)>

// CHECK-LABEL: @f16
// CHECK: vector.transfer_read %{{.*}} : memref<8xf16>, vector<8xf16>
// CHECK: arith.negf %{{.*}} : vector<8xf16>
func.func @f16(%x: memref<8xf16>, %y: memref<8xf16>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<8xf16>) outs(%y : memref<8xf16>) {
  ^bb0(%a: f16, %b: f16):
    %0 = arith.negf %a : f16
    linalg.yield %0 : f16
  }
  return
}

// Bits would be packed in a vector, not in the buffer.
// CHECK-LABEL: @i1
// CHECK-NOT: vector
// CHECK: linalg.generic
func.func @i1(%x: memref<8xi1>, %y: memref<8xi1>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<8xi1>) outs(%y : memref<8xi1>) {
  ^bb0(%a: i1, %b: i1):
    %0 = arith.xori %a, %b : i1
    linalg.yield %0 : i1
  }
  return
}

// CHECK-LABEL: @dynamic
// CHECK-NOT: vector
// CHECK: linalg.generic
func.func @dynamic(%x: memref<?xf32>, %y: memref<?xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<?xf32>) outs(%y : memref<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.negf %a : f32
    linalg.yield %0 : f32
  }
  return
}

// Elements that are no whole bytes lie otherwise in memory than in a vector.
// CHECK-LABEL: @no_whole_bytes
// CHECK-NOT: vector<
// CHECK: return
func.func @no_whole_bytes(%x: memref<64xi4>, %y: memref<64xi24>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : memref<64xi4>) outs(%y : memref<64xi24>) {
  ^bb0(%in: i4, %out: i24):
    %0 = arith.extsi %in : i4 to i24
    %1 = arith.addi %0, %0 : i24
    linalg.yield %1 : i24
  }
  return
}

// Upstream would read the one element by a transfer of a scalar, which nothing lowers where elements lie in steps.
// CHECK-LABEL: @one_place_in_steps
// CHECK-NOT: vector.transfer
func.func @one_place_in_steps(%x: memref<?xi64, strided<[2]>>, %y: memref<8xi64>, %z: memref<8xi64>) {
  linalg.generic {indexing_maps = [#id, affine_map<(d0) -> (0)>, #id], iterator_types = ["parallel"]}
      ins(%y, %x : memref<8xi64>, memref<?xi64, strided<[2]>>) outs(%z : memref<8xi64>) {
  ^bb0(%a: i64, %b: i64, %c: i64):
    %0 = arith.addi %a, %b : i64
    linalg.yield %0 : i64
  }
  return
}
