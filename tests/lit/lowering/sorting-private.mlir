// RUN: assay-opt --lower-assay=private=160 --canonicalize --split-input-file %s | FileCheck %s

// A line of ten elements and places takes 2 x 10 x (4 + 4) bytes. It is filled, sorted, and written as far as somebody reads it: the values are not.
// CHECK-LABEL: @unread
// CHECK-SAME: %[[X:.*]]: tensor<?x10xf32>, %{{.*}}: tensor<?x3xf32>, %[[I:.*]]: tensor<?x3xi32>
// CHECK: scf.for %[[L:.*]] = %c0 to %{{.*}} iter_args(%[[TO:.*]] = %[[I]]) -> (tensor<?x3xi32>)
// CHECK: bufferization.alloc_tensor() {memory_space = #gpu.address_space<private>} : tensor<10xf32>
// CHECK: bufferization.alloc_tensor() {memory_space = #gpu.address_space<private>} : tensor<10xi32>
// CHECK: bufferization.alloc_tensor() {memory_space = #gpu.address_space<private>} : tensor<10xf32>
// CHECK: bufferization.alloc_tensor() {memory_space = #gpu.address_space<private>} : tensor<10xi32>
// CHECK: scf.for %[[AT:.*]] = %c0 to %c10
// CHECK: tensor.extract %[[X]][%[[L]], %[[AT]]]
// CHECK: scf.for
// CHECK: scf.for %[[K:.*]] = %c0 to %c3 step %c1 iter_args(%[[NOW:.*]] = %[[TO]])
// CHECK: tensor.insert %{{.*}} into %[[NOW]][%[[L]], %[[K]]]
// CHECK-NOT: tensor.insert
// CHECK: return
func.func @unread(%x: tensor<?x10xf32>, %v: tensor<?x3xf32>, %i: tensor<?x3xi32>) -> tensor<?x3xi32> {
  %0:2 = assay.topk dim(1) ins(%x : tensor<?x10xf32>) outs(%v, %i : tensor<?x3xf32>, tensor<?x3xi32>)
  return %0#1 : tensor<?x3xi32>
}

// -----

// The key is not read afterwards, so that nothing is written to it; the other operand is sorted in its place.
// CHECK-LABEL: @unreadKey
// CHECK-SAME: %[[K:.*]]: tensor<6x?xi16>, %[[A:.*]]: tensor<6x?xi8>
// CHECK: scf.for %[[L:.*]] = %c0 to %{{.*}} iter_args(%[[TO:.*]] = %[[A]]) -> (tensor<6x?xi8>)
// CHECK: tensor.extract %[[K]][%[[AT:.*]], %[[L]]]
// CHECK: tensor.extract %[[TO]][%[[AT]], %[[L]]]
func.func @unreadKey(%k: tensor<6x?xi16>, %a: tensor<6x?xi8>) -> tensor<6x?xi8> {
  %0:2 = assay.sort dim(0) outs(%k, %a : tensor<6x?xi16>, tensor<6x?xi8>)
  return %0#1 : tensor<6x?xi8>
}

// -----

// What LLVM would keep in registers is searched through for each element: of many it is sorted where it is.
// CHECK-LABEL: @manyInRegisters
// CHECK-NOT: private
func.func @manyInRegisters(%x: tensor<4x33xi8>) -> tensor<4x33xi8> {
  %0 = assay.sort dim(1) outs(%x : tensor<4x33xi8>)
  return %0 : tensor<4x33xi8>
}

// -----

// CHECK-LABEL: @fewInRegisters
// CHECK: bufferization.alloc_tensor() {memory_space = #gpu.address_space<private>} : tensor<32xi8>
func.func @fewInRegisters(%x: tensor<4x32xi8>) -> tensor<4x32xi8> {
  %0 = assay.sort dim(1) outs(%x : tensor<4x32xi8>)
  return %0 : tensor<4x32xi8>
}

// -----

// Longer than that; of unknown length; a line that is all there is; complex numbers are moved along.
// CHECK-LABEL: @stays
// CHECK-NOT: private
func.func @stays(%x: tensor<2x41xf16>, %y: tensor<2x?xf16>, %z: tensor<4xf16>, %c: tensor<2x3xcomplex<f32>>, %k: tensor<2x3xf32>)
    -> (tensor<2x41xf16>, tensor<2x?xf16>, tensor<4xf16>, tensor<2x3xcomplex<f32>>) {
  %0 = assay.sort dim(1) outs(%x : tensor<2x41xf16>)
  %1 = assay.sort dim(1) outs(%y : tensor<2x?xf16>)
  %2 = assay.sort dim(0) outs(%z : tensor<4xf16>)
  %3:2 = assay.sort dim(1) outs(%k, %c : tensor<2x3xf32>, tensor<2x3xcomplex<f32>>)
  return %0, %1, %2, %3#1 : tensor<2x41xf16>, tensor<2x?xf16>, tensor<4xf16>, tensor<2x3xcomplex<f32>>
}
