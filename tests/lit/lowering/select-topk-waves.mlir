// RUN: assay-opt --assay-select-topk=waves=1 %s | FileCheck %s

// The last dim, known or not; what is taken is known.
// CHECK-LABEL: @last
// CHECK: assay.wave_topk ins(%{{.*}} : tensor<?x?xf32>) outs(%{{.*}}, %{{.*}} : tensor<?x64xf32>, tensor<?x64xi64>) -> tensor<?x64xf32>, tensor<?x64xi64>
// CHECK: assay.wave_topk smallest ins(%{{.*}} : tensor<5xi8>)
func.func @last(%x: tensor<?x?xf32>, %v: tensor<?x64xf32>, %i: tensor<?x64xi64>, %y: tensor<5xi8>, %w: tensor<5xi8>, %j: tensor<5xi32>)
    -> (tensor<?x64xf32>, tensor<?x64xi64>, tensor<5xi8>, tensor<5xi32>) {
  %0:2 = assay.topk dim(1) ins(%x : tensor<?x?xf32>) outs(%v, %i : tensor<?x64xf32>, tensor<?x64xi64>)
  %1:2 = assay.topk smallest dim(0) ins(%y : tensor<5xi8>) outs(%w, %j : tensor<5xi8>, tensor<5xi32>)
  return %0#0, %0#1, %1#0, %1#1 : tensor<?x64xf32>, tensor<?x64xi64>, tensor<5xi8>, tensor<5xi32>
}

// Lines whose neighbours lie apart are selected from by one work-item each.
// CHECK-LABEL: @first
// CHECK-NOT: assay.wave_topk
// CHECK: scf.for
func.func @first(%x: tensor<?x?xf32>, %v: tensor<3x?xf32>, %i: tensor<3x?xi64>) -> (tensor<3x?xf32>, tensor<3x?xi64>) {
  %0:2 = assay.topk dim(0) ins(%x : tensor<?x?xf32>) outs(%v, %i : tensor<3x?xf32>, tensor<3x?xi64>)
  return %0#0, %0#1 : tensor<3x?xf32>, tensor<3x?xi64>
}

// More than a wave has work-items; an unknown number; none; in a loop.
// CHECK-LABEL: @stays
// CHECK-COUNT-4: assay.topk
// CHECK-NOT: assay.wave_topk
func.func @stays(%x: tensor<70x70xf32>, %v: tensor<70x65xf32>, %i: tensor<70x65xi64>, %w: tensor<70x?xf32>, %j: tensor<70x?xi64>, %u: tensor<70x0xf32>,
                 %k: tensor<70x0xi64>, %y: tensor<8xf32>, %t: tensor<1xf32>, %l: tensor<1xi64>, %n: index)
    -> (tensor<70x65xi64>, tensor<70x?xi64>, tensor<70x0xi64>, tensor<1xi64>) {
  %0:2 = assay.topk dim(1) ins(%x : tensor<70x70xf32>) outs(%v, %i : tensor<70x65xf32>, tensor<70x65xi64>)
  %1:2 = assay.topk dim(1) ins(%x : tensor<70x70xf32>) outs(%w, %j : tensor<70x?xf32>, tensor<70x?xi64>)
  %2:2 = assay.topk dim(1) ins(%x : tensor<70x70xf32>) outs(%u, %k : tensor<70x0xf32>, tensor<70x0xi64>)
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %3 = scf.for %a = %c0 to %n step %c1 iter_args(%b = %l) -> tensor<1xi64> {
    %4:2 = assay.topk dim(0) ins(%y : tensor<8xf32>) outs(%t, %b : tensor<1xf32>, tensor<1xi64>)
    scf.yield %4#1 : tensor<1xi64>
  }
  return %0#1, %1#1, %2#1, %3 : tensor<70x65xi64>, tensor<70x?xi64>, tensor<70x0xi64>, tensor<1xi64>
}
