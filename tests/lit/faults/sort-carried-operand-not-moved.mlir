// RUN: assay-opt --assay-inject=fault=sort-carried-operand-not-moved %s | FileCheck %s

// CHECK-LABEL: @trigger
// CHECK-SAME: %[[KEY:.*]]: tensor<?x2xf32>, %[[CARRIED:.*]]: tensor<?x2xi8>
func.func @trigger(%k: tensor<?x2xf32>, %c: tensor<?x2xi8>) -> (tensor<?x2xf32>, tensor<?x2xi8>) {
  // CHECK: %[[SORTED:.*]]:2 = assay.sort
  // CHECK: return %[[SORTED]]#0, %[[CARRIED]]
  %0:2 = assay.sort descending dim(0) outs(%k, %c : tensor<?x2xf32>, tensor<?x2xi8>)
  return %0#0, %0#1 : tensor<?x2xf32>, tensor<?x2xi8>
}

// Not for a sort along the last dim.
// CHECK-LABEL: @other
func.func @other(%k: tensor<?x2xf32>, %c: tensor<?x2xi8>) -> (tensor<?x2xf32>, tensor<?x2xi8>) {
  // CHECK: %[[RIGHT:.*]]:2 = assay.sort
  // CHECK: return %[[RIGHT]]#0, %[[RIGHT]]#1
  %0:2 = assay.sort descending dim(1) outs(%k, %c : tensor<?x2xf32>, tensor<?x2xi8>)
  return %0#0, %0#1 : tensor<?x2xf32>, tensor<?x2xi8>
}
