// RUN: assay-opt --assay-inject=fault=reduction-tail-skipped %s | FileCheck %s

// CHECK-LABEL: @trigger
func.func @trigger(%x: tensor<?x5xf32>, %o: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: %[[EVEN:.*]] = tensor.extract_slice %{{.*}}[0, 0] [%{{.*}}, 4] [1, 1]
  // CHECK: linalg.reduce { arith.addf } ins(%[[EVEN]] : tensor<?x4xf32>)
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<?x5xf32>) outs(%o : tensor<?xf32>) dimensions = [1]
  return %0 : tensor<?xf32>
}

// Not for an even extent.
// CHECK-LABEL: @other
func.func @other(%x: tensor<?x4xf32>, %o: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK-NEXT: linalg.reduce
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<?x4xf32>) outs(%o : tensor<?xf32>) dimensions = [1]
  return %0 : tensor<?xf32>
}
