// RUN: assay-opt --lower-assay --canonicalize %s | FileCheck %s
// RUN: assay-opt --lower-assay --cse %s | FileCheck %s --check-prefix=CSE

// The elements and their places are sorted together; what comes first of both is taken.
// CHECK-LABEL: @topk
// CHECK-SAME: %[[X:.*]]: tensor<4x?xf32>, %[[V:.*]]: tensor<4x3xf32>, %[[I:.*]]: tensor<4x3xi64>
// CHECK: %[[PLACES:.*]] = linalg.generic
// CHECK: linalg.index 1
// CHECK: %[[SORTED:.*]]:4 = scf.for %{{.*}} = %c0 to %c4 step %c1 iter_args(%{{.*}} = %[[X]], %{{.*}} = %[[PLACES]]
// CHECK: arith.cmpf olt, %{{.*}}, %{{.*}} : f32
// CHECK: linalg.generic {{.*}} outs(%[[V]] : tensor<4x3xf32>)
// CHECK: tensor.extract %[[SORTED]]#0
// CHECK: linalg.generic {{.*}} outs(%[[I]] : tensor<4x3xi64>)
// CHECK: tensor.extract %[[SORTED]]#1
func.func @topk(%x: tensor<4x?xf32>, %v: tensor<4x3xf32>, %i: tensor<4x3xi64>) -> (tensor<4x3xf32>, tensor<4x3xi64>) {
  %0:2 = assay.topk dim(1) ins(%x : tensor<4x?xf32>) outs(%v, %i : tensor<4x3xf32>, tensor<4x3xi64>)
  return %0#0, %0#1 : tensor<4x3xf32>, tensor<4x3xi64>
}

// Runs are merged into other tensors and copied back, in three levels. The first operand alone is compared, as signed integers; what lies behind
// the second run is not read.
// CHECK-LABEL: @sort
// CHECK-SAME: %[[ARGK:.*]]: tensor<5xi16>, %[[ARGA:.*]]: tensor<5xi1>
// CHECK: %[[MOREK:.*]] = bufferization.alloc_tensor() : tensor<5xi16>
// CHECK: %[[MOREA:.*]] = bufferization.alloc_tensor() : tensor<5xi1>
// CHECK: scf.for %{{.*}} = %c0 to %c3 step %c1 iter_args(%[[K:.*]] = %[[ARGK]], %[[A:.*]] = %[[ARGA]], %[[K2:.*]] = %[[MOREK]], %[[A2:.*]] = %[[MOREA]])
// CHECK: %[[THERE:.*]]:2 = scf.for %[[START:.*]] = %c0 to %c5 step %{{.*}} iter_args(%{{.*}} = %[[K2]], %{{.*}} = %[[A2]])
// CHECK: %[[MIDDLE:.*]] = arith.minsi
// CHECK: %[[END:.*]] = arith.minsi
// CHECK: %[[LAST:.*]] = arith.subi %[[END]], %c1
// CHECK: scf.for %[[PLACE:.*]] = %[[START]] to %[[END]] step %c1 iter_args({{.*}}, %[[FIRST:.*]] = %[[START]], %[[SECOND:.*]] = %[[MIDDLE]])
// CHECK: %[[READABLE:.*]] = arith.minsi %[[SECOND]], %[[LAST]]
// CHECK: %[[KEY2:.*]] = tensor.extract %[[K]][%[[READABLE]]]
// CHECK: %[[KEY1:.*]] = tensor.extract %[[K]][%[[FIRST]]]
// CHECK: arith.cmpi slt, %[[KEY1]], %[[KEY2]] : i16
// CHECK: tensor.extract %[[K]][%[[CHOSEN:.*]]]
// CHECK: tensor.insert {{.*}}[%[[PLACE]]] : tensor<5xi16>
// CHECK: tensor.extract %[[A]][%[[CHOSEN]]]
// CHECK: tensor.insert {{.*}}[%[[PLACE]]] : tensor<5xi1>
// CHECK: scf.for %[[COPIED:.*]] = %c0 to %c5 step %c1 iter_args(%[[TOK:.*]] = %[[K]], %[[TOA:.*]] = %[[A]])
// CHECK: tensor.extract %[[THERE]]#0[%[[COPIED]]]
func.func @sort(%k: tensor<5xi16>, %a: tensor<5xi1>) -> (tensor<5xi16>, tensor<5xi1>) {
  %0:2 = assay.sort descending dim(0) outs(%k, %a : tensor<5xi16>, tensor<5xi1>)
  return %0#0, %0#1 : tensor<5xi16>, tensor<5xi1>
}

// CSE does not make one of the tensors to merge into, which one-shot-bufferize would take for one buffer.
// CSE-LABEL: @alike
// CSE-COUNT-2: bufferization.alloc_tensor
func.func @alike(%k: tensor<?xi16>, %a: tensor<?xi16>) -> (tensor<?xi16>, tensor<?xi16>) {
  %0:2 = assay.sort dim(0) outs(%k, %a : tensor<?xi16>, tensor<?xi16>)
  return %0#0, %0#1 : tensor<?xi16>, tensor<?xi16>
}
