// RUN: assay-opt --assay-decompose=keys=4 --canonicalize --cse --split-input-file %s | FileCheck %s

// A tile of an unknown number of keys after the other. Grouped heads, a mask and causal as in the plain form; key 0 of a
// tile is not key 0, and the products have their configs.
// CHECK-LABEL: @grouped
// CHECK-DAG: %[[NONE:.*]] = arith.constant 0xFF800000 : f32
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[Q:.*]] = tensor.expand_shape %arg0
// CHECK: %[[R:.*]]:3 = scf.for %[[I:.*]] = %c0 to %[[KEYS:.*]] step %c4 iter_args(%[[G:.*]] = %{{.*}}, %[[S:.*]] = %{{.*}}, %[[X:.*]] = %{{.*}}) -> (tensor<2x2x?xf32>, tensor<2x2x?xf32>, tensor<2x2x?x16xf32>)
// CHECK: %[[L:.*]] = arith.subi %[[KEYS]], %[[I]]
// CHECK: %[[N:.*]] = arith.minsi %[[L]], %c4
// CHECK-DAG: %[[K:.*]] = tensor.extract_slice %arg1[0, %[[I]], 0] [2, %[[N]], 8] [1, 1, 1]
// CHECK-DAG: %[[V:.*]] = tensor.extract_slice %arg2[0, %[[I]], 0] [2, %[[N]], 16] [1, 1, 1]
// CHECK-DAG: tensor.extract_slice %{{.*}}[0, 0, 0, %[[I]]] [2, 2, %{{.*}}, %[[N]]] [1, 1, 1, 1] : tensor<2x2x?x?xi1>
// CHECK: linalg.generic {{.*}} ins(%[[Q]], %[[K]] : tensor<2x2x?x8xf16>, tensor<2x?x8xf16>) {{.*}} attrs = {assay.lowering_config = #assay.lowering_config<tiles = [0, 0, 8, 0, 4]>}
// CHECK: %[[KEY:.*]] = linalg.index 3
// CHECK: arith.addi %[[KEY]], %[[I]]
// CHECK: %[[NEW:.*]] = linalg.generic {{.*}} outs(%[[G]] : tensor<2x2x?xf32>)
// CHECK: arith.maximumf
// What there is so far is rescaled; a maximum of -inf would make NaN.
// CHECK: %[[F:.*]] = linalg.generic {{.*}} ins(%[[NEW]] : {{.*}}) outs(%[[G]] :
// CHECK: %[[IS:.*]] = arith.cmpf oeq, %[[IN:.*]], %[[NONE]]
// CHECK: %[[M:.*]] = arith.select %[[IS]], %[[ZERO]], %[[IN]]
// CHECK: %[[D:.*]] = arith.subf %{{.*}}, %[[M]]
// CHECK: math.exp %[[D]]
// CHECK: linalg.generic {{.*}} ins(%[[F]] : {{.*}}) outs(%[[S]] :
// CHECK: linalg.generic {{.*}} ins(%[[F]] : {{.*}}) outs(%[[X]] :
// CHECK: arith.select
// CHECK: math.exp
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[V]] : tensor<2x2x?x?xf32>, tensor<2x?x16xf16>)
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: scf.yield %[[NEW]],
// CHECK: linalg.generic {{.*}} ins(%[[R]]#2, %[[R]]#1 :
// CHECK: arith.divf
// CHECK: arith.truncf %{{.*}} : f32 to f16
func.func @grouped(%q: tensor<4x?x8xf16>, %k: tensor<2x?x8xf16>, %v: tensor<2x?x16xf16>,
                   %m: tensor<4x?x?xi1>, %o: tensor<4x?x16xf16>) -> tensor<4x?x16xf16> {
  %0 = assay.attention causal group(2) scale(5.0e-01)
         ins(%q, %k, %v, %m : tensor<4x?x8xf16>, tensor<2x?x8xf16>, tensor<2x?x16xf16>, tensor<4x?x?xi1>)
         outs(%o : tensor<4x?x16xf16>) {assay.decomposition_config = {qk = #assay.lowering_config<tiles = [0, 0, 8, 0, 4]>}}
  return %0 : tensor<4x?x16xf16>
}

// -----

// Tiles that are all whole; the config of the product with the values says how many keys are in one.
// CHECK-LABEL: @whole
// CHECK-NOT: arith.minsi
// CHECK: scf.for %[[I:.*]] = %c0 to %c6 step %c2
// CHECK: tensor.extract_slice %arg1[%[[I]], 0] [2, 3] [1, 1]
func.func @whole(%q: tensor<2x3xf64>, %k: tensor<6x3xf64>, %v: tensor<6x1xf64>, %o: tensor<2x1xf64>) -> tensor<2x1xf64> {
  %0 = assay.attention scale(1.0) ins(%q, %k, %v : tensor<2x3xf64>, tensor<6x3xf64>, tensor<6x1xf64>)
         outs(%o : tensor<2x1xf64>) {assay.decomposition_config = {pv = #assay.lowering_config<tiles = [0, 0, 2]>}}
  return %0 : tensor<2x1xf64>
}

// -----

// As many keys as a tile has, or none at all.
// CHECK-LABEL: @few
// CHECK-NOT: scf.for
// CHECK-COUNT-2: arith.divf
func.func @few(%q: tensor<2x3xf32>, %k: tensor<4x3xf32>, %e: tensor<?x0xf32>, %f: tensor<2x0xf32>, %v: tensor<?x3xf32>, %o: tensor<2x3xf32>)
    -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = assay.attention scale(1.0) ins(%q, %k, %k : tensor<2x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>) outs(%o : tensor<2x3xf32>)
  %1 = assay.attention scale(1.0) ins(%f, %e, %v : tensor<2x0xf32>, tensor<?x0xf32>, tensor<?x3xf32>) outs(%o : tensor<2x3xf32>)
  return %0, %1 : tensor<2x3xf32>, tensor<2x3xf32>
}
