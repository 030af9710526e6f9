// RUN: assay-opt --assay-select-topk --canonicalize --cse --split-input-file %s | FileCheck %s

// Of each 8 elements of a line the best 3 are kept, then 3 of these: sqrt(3 * 23) is 8.3. An element that is not better
// than the worst one so far changes nothing; from the first one on that it is better than, all move on.
// CHECK-LABEL: @known
// CHECK-DAG: %[[V:.*]] = bufferization.alloc_tensor() : tensor<9xf32>
// CHECK-DAG: %[[P:.*]] = bufferization.alloc_tensor() : tensor<9xi32>
// CHECK: scf.for %[[L:.*]] = %c0 to %c2 step %c1
// CHECK: scf.for %[[F:.*]] = %c0 to %c23 step %c8
// CHECK: %[[E:.*]] = arith.addi %[[F]], %c8
// CHECK: %[[N:.*]] = arith.minsi %[[E]], %c23
// CHECK: scf.for %[[I:.*]] = %[[F]] to %[[N]] step %c1
// CHECK: %[[X:.*]] = tensor.extract %arg0[%[[I]], %[[L]]]
// CHECK: %[[W:.*]] = tensor.extract %{{.*}}[%{{.*}}] : tensor<?xf32>
// CHECK: %[[B:.*]] = arith.cmpf olt, %[[W]], %[[X]]
// CHECK: %[[T:.*]] = arith.ori %{{.*}}, %[[B]]
// CHECK: scf.if %[[T]]
// CHECK: scf.for
// CHECK: arith.ori
// CHECK: scf.for
// CHECK: tensor.extract %{{.*}}[%{{.*}}] : tensor<?xi32>
// CHECK: scf.if
// CHECK-NOT: assay.topk
func.func @known(%x: tensor<23x2xf32>, %v: tensor<3x2xf32>, %i: tensor<3x2xi32>) -> (tensor<3x2xf32>, tensor<3x2xi32>) {
  %0:2 = assay.topk dim(0) ins(%x : tensor<23x2xf32>) outs(%v, %i : tensor<3x2xf32>, tensor<3x2xi32>)
  return %0#0, %0#1 : tensor<3x2xf32>, tensor<3x2xi32>
}

// -----

// Lines of unknown extent, of which there is one; the least integer comes first.
// CHECK-LABEL: @unknown
// CHECK: scf.for %[[F:.*]] = %c0 to %{{.*}} step %c16
// CHECK: arith.cmpi slt
func.func @unknown(%x: tensor<?xi8>, %v: tensor<2xi8>, %i: tensor<2xi64>) -> (tensor<2xi8>, tensor<2xi64>) {
  %0:2 = assay.topk smallest dim(0) ins(%x : tensor<?xi8>) outs(%v, %i : tensor<2xi8>, tensor<2xi64>)
  return %0#0, %0#1 : tensor<2xi8>, tensor<2xi64>
}

// -----

// How many are kept is not known; a third of them; more than pays; short lines.
// CHECK-LABEL: @stays
// CHECK-COUNT-4: assay.topk
func.func @stays(%x: tensor<300xf32>, %v: tensor<?xf32>, %i: tensor<?xi64>, %v1: tensor<100xf32>,
                 %i1: tensor<100xi64>, %v2: tensor<33xf32>, %i2: tensor<33xi64>, %y: tensor<15xf32>, %v3: tensor<1xf32>, %i3: tensor<1xi64>)
    -> (tensor<?xi64>, tensor<100xi64>, tensor<33xi64>, tensor<1xi64>) {
  %0:2 = assay.topk dim(0) ins(%x : tensor<300xf32>) outs(%v, %i : tensor<?xf32>, tensor<?xi64>)
  %2:2 = assay.topk dim(0) ins(%x : tensor<300xf32>) outs(%v1, %i1 : tensor<100xf32>, tensor<100xi64>)
  %3:2 = assay.topk dim(0) ins(%x : tensor<300xf32>) outs(%v2, %i2 : tensor<33xf32>, tensor<33xi64>)
  %4:2 = assay.topk dim(0) ins(%y : tensor<15xf32>) outs(%v3, %i3 : tensor<1xf32>, tensor<1xi64>)
  return %0#1, %2#1, %3#1, %4#1 : tensor<?xi64>, tensor<100xi64>, tensor<33xi64>, tensor<1xi64>
}
