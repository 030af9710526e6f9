// RUN: assay-opt --lower-assay --canonicalize %s | FileCheck %s

// Each element is put in order among the best ones so far: lines, elements, places.
// CHECK-LABEL: @topk
// CHECK-SAME: %[[X:.*]]: tensor<4x?xf32>, %[[V:.*]]: tensor<4x3xf32>, %[[I:.*]]: tensor<4x3xi64>
// CHECK: %[[N:.*]] = tensor.dim %[[X]]
// CHECK: scf.for %[[LINE:.*]] = %c0 to %c4 step %c1 iter_args(%{{.*}} = %[[V]], %{{.*}} = %[[I]])
// CHECK: scf.for %[[ELEMENT:.*]] = %c0 to %[[N]]
// CHECK: %[[ITEM:.*]] = tensor.extract %[[X]][%[[LINE]], %[[ELEMENT]]]
// CHECK: %[[INDEX:.*]] = arith.index_cast %[[ELEMENT]] : index to i64
// CHECK: %[[FILLED:.*]] = arith.addi %[[ELEMENT]], %c1
// CHECK: %[[BOUND:.*]] = arith.minsi %[[FILLED]], %c3
// CHECK: scf.for %[[PLACE:.*]] = %c0 to %[[BOUND]] step %c1 iter_args({{.*}} = %[[ITEM]], {{.*}} = %[[INDEX]], {{.*}} = %false)
// CHECK: arith.cmpf olt, %{{.*}}, %{{.*}} : f32
func.func @topk(%x: tensor<4x?xf32>, %v: tensor<4x3xf32>, %i: tensor<4x3xi64>) -> (tensor<4x3xf32>, tensor<4x3xi64>) {
  %0:2 = assay.topk dim(1) ins(%x : tensor<4x?xf32>) outs(%v, %i : tensor<4x3xf32>, tensor<4x3xi64>)
  return %0#0, %0#1 : tensor<4x3xf32>, tensor<4x3xi64>
}

// All operands move along; the first alone is compared, as signed integers.
// CHECK-LABEL: @sort
// CHECK-COUNT-1: arith.cmpi slt, %{{.*}}, %{{.*}} : i16
// CHECK-NOT: arith.cmp{{.*}} : i1{{$}}
// CHECK: tensor.insert {{.*}} : tensor<5xi16>
// CHECK: tensor.insert {{.*}} : tensor<5xi1>
func.func @sort(%k: tensor<5xi16>, %a: tensor<5xi1>) -> (tensor<5xi16>, tensor<5xi1>) {
  %0:2 = assay.sort descending dim(0) outs(%k, %a : tensor<5xi16>, tensor<5xi1>)
  return %0#0, %0#1 : tensor<5xi16>, tensor<5xi1>
}
