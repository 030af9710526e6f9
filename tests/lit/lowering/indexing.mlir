// RUN: assay-opt --lower-assay --canonicalize %s | FileCheck %s

// CHECK-LABEL: @scatter
// CHECK-SAME: %[[I:.*]]: tensor<2x?xi32>, %[[U:.*]]: tensor<2x?xf16>, %[[B:.*]]: tensor<2x9xf16>
// CHECK: scf.for %[[R:.*]] = %c0 to %c2 {{.*}} iter_args(%{{.*}} = %[[B]])
// CHECK: scf.for %[[C:.*]] = %c0 to %{{.*}} iter_args(%[[SO_FAR:.*]] =
// CHECK: %[[INDEX:.*]] = tensor.extract %[[I]][%[[R]], %[[C]]]
// CHECK: %[[AT:.*]] = arith.index_cast %[[INDEX]] : i32 to index
// CHECK: %[[UPDATE:.*]] = tensor.extract %[[U]][%[[R]], %[[C]]]
// CHECK: %[[OLD:.*]] = tensor.extract %[[SO_FAR]][%[[R]], %[[AT]]]
// CHECK: %[[NEW:.*]] = arith.addf %[[OLD]], %[[UPDATE]] : f16
// CHECK: tensor.insert %[[NEW]] into %[[SO_FAR]][%[[R]], %[[AT]]]
func.func @scatter(%i: tensor<2x?xi32>, %u: tensor<2x?xf16>, %b: tensor<2x9xf16>) -> tensor<2x9xf16> {
  %0 = assay.scatter add dim(1) ins(%i, %u : tensor<2x?xi32>, tensor<2x?xf16>) outs(%b : tensor<2x9xf16>)
  return %0 : tensor<2x9xf16>
}

// The window's place comes behind the index vector.
// CHECK-LABEL: @scatter_nd
// CHECK: scf.for %[[N:.*]] = %c0 to %c5
// CHECK: scf.for %[[W:.*]] = %c0 to %c4
// CHECK: tensor.extract %{{.*}}[%[[N]], %c0]
// CHECK: %[[A:.*]] = arith.index_cast
// CHECK: tensor.extract %{{.*}}[%[[N]], %c1]
// CHECK: %[[B:.*]] = arith.index_cast
// CHECK-NOT: tensor.extract {{.*}}tensor<3x?x4xi1>
// CHECK: tensor.insert %{{.*}} into %{{.*}}[%[[A]], %[[B]], %[[W]]] : tensor<3x?x4xi1>
func.func @scatter_nd(%i: tensor<5x2xi64>, %u: tensor<5x4xi1>, %b: tensor<3x?x4xi1>) -> tensor<3x?x4xi1> {
  %0 = assay.scatter_nd overwrite ins(%i, %u : tensor<5x2xi64>, tensor<5x4xi1>) outs(%b : tensor<3x?x4xi1>)
  return %0 : tensor<3x?x4xi1>
}

// CHECK-LABEL: @gather
// CHECK-SAME: %[[X:.*]]: tensor<?x4xf32>, %[[I:.*]]: tensor<3x2xi8>
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]
// CHECK: %[[P:.*]] = linalg.index 0
// CHECK: %[[Q:.*]] = linalg.index 1
// CHECK: tensor.extract %[[I]][%[[P]], %[[Q]]]
// CHECK: %[[AT:.*]] = arith.index_cast %{{.*}} : i8 to index
// CHECK: tensor.extract %[[X]][%[[AT]], %[[Q]]]
func.func @gather(%x: tensor<?x4xf32>, %i: tensor<3x2xi8>, %o: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %0 = assay.gather dim(0) ins(%x, %i : tensor<?x4xf32>, tensor<3x2xi8>) outs(%o : tensor<3x2xf32>)
  return %0 : tensor<3x2xf32>
}

// CHECK-LABEL: @one_hot
// CHECK-SAME: %[[I:.*]]: tensor<4xi32>, %[[ON:.*]]: bf16, %[[OFF:.*]]: bf16
// CHECK: %[[P:.*]] = linalg.index 0
// CHECK: %[[Q:.*]] = linalg.index 1
// CHECK: tensor.extract %[[I]][%[[Q]]]
// CHECK: %[[HOT:.*]] = arith.cmpi eq, %{{.*}}, %[[P]] : index
// CHECK: arith.select %[[HOT]], %[[ON]], %[[OFF]] : bf16
func.func @one_hot(%i: tensor<4xi32>, %on: bf16, %off: bf16, %o: tensor<?x4xbf16>) -> tensor<?x4xbf16> {
  %0 = assay.one_hot dim(0) ins(%i, %on, %off : tensor<4xi32>, bf16, bf16) outs(%o : tensor<?x4xbf16>)
  return %0 : tensor<?x4xbf16>
}
