// RUN: not assay-opt --pass-pipeline='builtin.module(func.func(assay-form-dispatches))' %s 2>&1 | FileCheck %s

// A loop may carry a tensor that grows, as each loop that makes one of other extents in an iteration.
// CHECK: error: the host cannot compute an extent of a tensor
func.func @grows(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<?xf32>) {
    %c = tensor.concat dim(0) %a, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %c : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
