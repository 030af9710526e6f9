// RUN: assay-opt --assay-inject=fault=scan-exclusive-loses-start %s | FileCheck %s

// CHECK-LABEL: @trigger
func.func @trigger(%x: tensor<?xf32>, %s: tensor<f32>, %o: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: assay.scan sum exclusive dim(0) ins(%{{.*}} : tensor<?xf32>) outs(
  %0 = assay.scan sum exclusive dim(0) ins(%x : tensor<?xf32>) start(%s : tensor<f32>) outs(%o : tensor<?xf32>)
  return %0 : tensor<?xf32>
}

// Not for an inclusive scan.
// CHECK-LABEL: @other
func.func @other(%x: tensor<?xf32>, %s: tensor<f32>, %o: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: assay.scan sum dim(0) ins(%{{.*}} : tensor<?xf32>) start(
  %0 = assay.scan sum dim(0) ins(%x : tensor<?xf32>) start(%s : tensor<f32>) outs(%o : tensor<?xf32>)
  return %0 : tensor<?xf32>
}
