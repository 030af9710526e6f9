// RUN: assay-opt --assay-decompose=waves=1 %s | FileCheck %s

// Any number of rows and keys, with all that attention has.
// CHECK-LABEL: @unknown
// CHECK: %[[R:.*]] = assay.wave_attention causal from(%arg5) group(2) scale(5.000000e-01) ins(%arg0, %arg1, %arg2, %arg3 : tensor<?x?x256xf16>, tensor<?x?x256xf16>, tensor<?x?x1xf16>, tensor<?x?x?xi1>) outs(%arg4 : tensor<?x?x1xf16>) -> tensor<?x?x1xf16>
// CHECK: return %[[R]]
func.func @unknown(%q: tensor<?x?x256xf16>, %k: tensor<?x?x256xf16>, %v: tensor<?x?x1xf16>, %m: tensor<?x?x?xi1>, %o: tensor<?x?x1xf16>, %from: index)
    -> tensor<?x?x1xf16> {
  %0 = assay.attention causal from(%from) group(2) scale(0.5)
         ins(%q, %k, %v, %m : tensor<?x?x256xf16>, tensor<?x?x256xf16>, tensor<?x?x1xf16>, tensor<?x?x?xi1>)
         outs(%o : tensor<?x?x1xf16>)
  return %0 : tensor<?x?x1xf16>
}

// Of operands that say less than others, the query and the destination count.
// CHECK-LABEL: @mixed
// CHECK: assay.wave_attention scale(1.000000e+00) ins(%{{.*}} : tensor<3x8xf32>, tensor<5x?xf32>, tensor<?x?xf32>) outs(%{{.*}} : tensor<?x4xf32>) -> tensor<?x4xf32>
func.func @mixed(%q: tensor<3x8xf32>, %k: tensor<5x?xf32>, %v: tensor<?x?xf32>, %o: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = assay.attention scale(1.0) ins(%q, %k, %v : tensor<3x8xf32>, tensor<5x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x4xf32>)
  return %0 : tensor<?x4xf32>
}

// f64; more columns than registers; columns that are not known, or none; with a config.
// CHECK-LABEL: @stays
// CHECK-NOT: assay.wave_attention
// CHECK-COUNT-6: math.exp
// CHECK-NOT: assay.wave_attention
func.func @stays(%a: tensor<2x3xf64>, %b: tensor<2x257xf32>, %c: tensor<2x?xf32>, %d: tensor<2x0xf32>, %x: tensor<2x3xf32>)
    -> (tensor<2x3xf64>, tensor<2x3xf32>, tensor<2x?xf32>, tensor<2x3xf32>, tensor<2x0xf32>, tensor<2x3xf32>) {
  %0 = assay.attention scale(1.0) ins(%a, %a, %a : tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>) outs(%a : tensor<2x3xf64>)
  %1 = assay.attention scale(1.0) ins(%b, %b, %x : tensor<2x257xf32>, tensor<2x257xf32>, tensor<2x3xf32>) outs(%x : tensor<2x3xf32>)
  %2 = assay.attention scale(1.0) ins(%x, %x, %c : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x?xf32>) outs(%c : tensor<2x?xf32>)
  %3 = assay.attention scale(1.0) ins(%d, %d, %x : tensor<2x0xf32>, tensor<2x0xf32>, tensor<2x3xf32>) outs(%x : tensor<2x3xf32>)
  %4 = assay.attention scale(1.0) ins(%x, %x, %d : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x0xf32>) outs(%d : tensor<2x0xf32>)
  %5 = assay.attention scale(1.0) ins(%x, %x, %x : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>)
         outs(%x : tensor<2x3xf32>) {assay.decomposition_config = {pv = #assay.lowering_config<tiles = [0, 0, 1]>}}
  return %0, %1, %2, %3, %4, %5 : tensor<2x3xf64>, tensor<2x3xf32>, tensor<2x?xf32>, tensor<2x3xf32>, tensor<2x0xf32>, tensor<2x3xf32>
}

// In a loop of the host it would not be a kernel of its own.
// CHECK-LABEL: @inLoop
// CHECK-NOT: assay.wave_attention
// CHECK: math.exp
func.func @inLoop(%x: tensor<2x3xf32>, %n: index) -> tensor<2x3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%r = %x) -> tensor<2x3xf32> {
    %1 = assay.attention scale(1.0) ins(%r, %x, %x : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) outs(%r : tensor<2x3xf32>)
    scf.yield %1 : tensor<2x3xf32>
  }
  return %0 : tensor<2x3xf32>
}
