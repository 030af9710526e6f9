// RUN: assay-opt --lower-assay --canonicalize %s | FileCheck %s

// Exclusive: what was combined before is written. From the end: place n - 1 - i.
// CHECK-LABEL: @scan
// CHECK-SAME: %[[X:.*]]: tensor<?x4xf16>, %[[S:.*]]: tensor<4xf32>
// CHECK: %[[N:.*]] = tensor.dim %[[X]]
// CHECK: %[[LAST:.*]] = arith.subi %[[N]], %c1
// CHECK: scf.for %[[LINE:.*]] = %c0 to %c4
// CHECK: %[[START:.*]] = tensor.extract %[[S]][%[[LINE]]]
// CHECK: scf.for %[[STEP:.*]] = %c0 to %[[N]] {{.*}} iter_args(%[[OUT:.*]] = %{{.*}}, %[[SUM:.*]] = %[[START]])
// CHECK: %[[AT:.*]] = arith.subi %[[LAST]], %[[STEP]]
// CHECK: %[[ITEM:.*]] = tensor.extract %[[X]][%[[AT]], %[[LINE]]]
// CHECK: %[[WIDE:.*]] = arith.extf %[[ITEM]] : f16 to f32
// CHECK: arith.mulf %[[SUM]], %[[WIDE]]
// CHECK: tensor.insert %[[SUM]] into %[[OUT]][%[[AT]], %[[LINE]]]
func.func @scan(%x: tensor<?x4xf16>, %s: tensor<4xf32>, %o: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = assay.scan product exclusive reverse dim(0) ins(%x : tensor<?x4xf16>) start(%s : tensor<4xf32>)
         outs(%o : tensor<?x4xf32>)
  return %0 : tensor<?x4xf32>
}

// CHECK-LABEL: @identity_of_max
// CHECK: %[[LEAST:.*]] = arith.constant -128 : i8
// CHECK: iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %[[LEAST]])
func.func @identity_of_max(%x: tensor<?xi8>, %o: tensor<?xi8>) -> tensor<?xi8> {
  %0 = assay.scan max dim(0) ins(%x : tensor<?xi8>) outs(%o : tensor<?xi8>)
  return %0 : tensor<?xi8>
}

// CHECK-LABEL: @softmax
// CHECK-NOT: linalg.softmax
// CHECK: math.exp
func.func @softmax(%x: tensor<2x?xf32>, %o: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = linalg.softmax dimension(1) ins(%x : tensor<2x?xf32>) outs(%o : tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}
