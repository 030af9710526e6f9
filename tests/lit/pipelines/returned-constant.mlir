// A private function returns a constant, which its caller must not write to in place.
// RUN: assay-opt %s -assay-prepare-buffers | FileCheck %s

// CHECK-LABEL: func.func private @made
// CHECK: %[[CONSTANT:.*]] = arith.constant dense
// CHECK: %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[CONSTANT]])
// CHECK: return %[[COPY]]
func.func private @made() -> tensor<2xf32> {
  %c = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %c : tensor<2xf32>
}
