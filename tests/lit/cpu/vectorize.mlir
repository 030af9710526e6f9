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

// What is added does not depend on the loop that adds it: upstream would add it once.
// CHECK-LABEL: @constant_in_each_iteration
// CHECK: linalg.generic
func.func @constant_in_each_iteration(%x: memref<3xi32>, %y: memref<4xi32>) {
  %c5 = arith.constant 5 : i32
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<3xi32>) outs(%y : memref<4xi32>) {
  ^bb0(%a: i32, %b: i32):
    %0 = arith.addi %b, %c5 : i32
    linalg.yield %0 : i32
  }
  return
}

// Of two loops it depends on one.
// CHECK-LABEL: @place_along_one_of_two_loops
// CHECK: linalg.generic
func.func @place_along_one_of_two_loops(%x: memref<3x2xi64>, %y: memref<i64>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%x : memref<3x2xi64>) outs(%y : memref<i64>) {
  ^bb0(%a: i64, %b: i64):
    %i = linalg.index 1 : index
    %c = arith.index_cast %i : index to i64
    %0 = arith.addi %b, %c : i64
    linalg.yield %0 : i64
  }
  return
}

// Of both, by two operands.
// CHECK-LABEL: @product_of_rows_and_columns
// CHECK: vector.multi_reduction
func.func @product_of_rows_and_columns(%x: memref<3xi32>, %z: memref<2xi32>, %y: memref<i32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%x, %z : memref<3xi32>, memref<2xi32>) outs(%y : memref<i32>) {
  ^bb0(%a: i32, %b: i32, %c: i32):
    %0 = arith.muli %a, %b : i32
    %1 = arith.addi %c, %0 : i32
    linalg.yield %1 : i32
  }
  return
}
