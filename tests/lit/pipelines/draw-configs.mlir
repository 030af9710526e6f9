// RUN: assay-opt --assay-draw-configs=seed=1 %s | FileCheck %s
// RUN: assay-opt --assay-draw-configs=seed=2 %s | FileCheck %s
// What is drawn is removed, and nothing else.
// RUN: assay-opt %s -o %t.plain
// RUN: assay-opt --assay-draw-configs=seed=1 --assay-strip-compilation-info %s -o %t.stripped
// RUN: cmp %t.plain %t.stripped
// It is compiled with, removed first, or not there.
// RUN: assay-opt --assay-cpu-pipeline='level=O3 tuned=1 until=tensors' %s | FileCheck %s --check-prefix=TUNED
// RUN: assay-opt --assay-cpu-pipeline='level=O3 stripped=1 until=tensors' %s -o %t.one
// RUN: assay-opt --assay-cpu-pipeline='level=O3 until=tensors' %s -o %t.two
// RUN: cmp %t.one %t.two

// CHECK: func.func @f({{.*}} attributes {assay.translation_info = #assay.translation_info<workgroup = [{{[0-9]+}}]>}
// CHECK: linalg.softmax {assay.{{.*}}tiles = [{{[0-9]+}}, 0]>
// CHECK: assay.attention {{.*}} {assay.{{.*}}tiles = [{{.*}}]>{{.*}}
// CHECK-NOT: assay.
// CHECK: arith.constant
// TUNED: func.func @f(
// TUNED-NOT: assay.
// TUNED: scf.for
// TUNED-NOT: assay.
func.func @f(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, index) {
  %0 = linalg.softmax dimension(1) ins(%x : tensor<4x8xf32>) outs(%x : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = assay.attention scale(1.0) ins(%0, %0, %x : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%x : tensor<4x8xf32>)
  %2 = arith.constant 3 : index
  return %1, %2 : tensor<4x8xf32>, index
}
