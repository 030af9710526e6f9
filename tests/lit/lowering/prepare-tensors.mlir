// RUN: assay-opt --assay-prepare-tensors %s | FileCheck %s

// What upstream cannot lower, or gets wrong, is rewritten as lower-assay does; ops of the assay dialect stay.
// CHECK-LABEL: @beside
// CHECK: %[[SORTED:.*]] = assay.sort
// CHECK: linalg.generic
// CHECK: tensor.insert_slice %[[SORTED]]
// CHECK-NOT: tensor.concat
// CHECK-NOT: linalg.softmax
func.func @beside(%x: tensor<?xf32>, %o: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = assay.sort dim(0) outs(%x : tensor<?xf32>)
  %1 = linalg.softmax dimension(0) ins(%0 : tensor<?xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
  %2 = tensor.concat dim(0) %0, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %3 = arith.addf %2, %2 : tensor<?xf32>
  return %1, %3 : tensor<?xf32>, tensor<?xf32>
}
