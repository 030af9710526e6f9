// RUN: assay-opt --assay-lower-views %s | FileCheck %s

memref.global "private" constant @fixed : memref<2xindex> = dense<[2, 3]>
memref.global "private" @changed : memref<2xindex> = dense<[2, 3]>

// CHECK-LABEL: @of_a_constant
// CHECK: %[[TWO:.*]] = arith.constant 2 : index
// CHECK: return %[[TWO]]
func.func @of_a_constant() -> index {
  %c0 = arith.constant 0 : index
  %shape = memref.get_global @fixed : memref<2xindex>
  %0 = memref.load %shape[%c0] : memref<2xindex>
  return %0 : index
}

// What a global begins with need not be in it.
// CHECK-LABEL: @of_what_is_written
// CHECK: %[[LOADED:.*]] = memref.load
// CHECK: return %[[LOADED]]
func.func @of_what_is_written(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %shape = memref.get_global @changed : memref<2xindex>
  memref.store %n, %shape[%c0] : memref<2xindex>
  %0 = memref.load %shape[%c0] : memref<2xindex>
  return %0 : index
}
