// RUN: %compile %s | %run | FileCheck %s
// RUN: %compile3 %s | %run | FileCheck %s

func.func private @printMemrefF32(tensor<*xf32>)

// One or two keys at a time at O3, the last tile of two is not whole.
func.func @ones(%q: tensor<3x1xf32>, %k: tensor<5x1xf32>, %v: tensor<5x1xf32>, %m: tensor<3x5xi1>) -> tensor<3x1xf32> {
  %e = tensor.empty() : tensor<3x1xf32>
  %0 = assay.attention scale(1.0) ins(%q, %k, %v, %m : tensor<3x1xf32>, tensor<5x1xf32>, tensor<5x1xf32>, tensor<3x5xi1>)
         outs(%e : tensor<3x1xf32>) {assay.decomposition_config = {pv = #assay.lowering_config<tiles = [0, 0, 1]>}}
  return %0 : tensor<3x1xf32>
}

func.func @twos(%q: tensor<?x1xf32>, %k: tensor<?x1xf32>, %v: tensor<?x1xf32>) -> tensor<?x1xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %q, %c0 : tensor<?x1xf32>
  %e = tensor.empty(%n) : tensor<?x1xf32>
  %0 = assay.attention causal scale(1.0) ins(%q, %k, %v : tensor<?x1xf32>, tensor<?x1xf32>, tensor<?x1xf32>)
         outs(%e : tensor<?x1xf32>)
         {assay.decomposition_config = {pv = #assay.lowering_config<tiles = [0, 0, 2]>},
          assay.lowering_config = #assay.lowering_config<tiles = [2, 0]>}
  return %0 : tensor<?x1xf32>
}

func.func @main() {
  // Row 0 has nothing in its first tiles, row 1 nothing in its last ones, and row 2 nothing at all.
  %q = arith.constant dense<1.0> : tensor<3x1xf32>
  %k = arith.constant dense<[[-200.0], [0.0], [300.0], [300.0], [-7.0]]> : tensor<5x1xf32>
  %v = arith.constant dense<[[1.0], [2.0], [4.0], [8.0], [16.0]]> : tensor<5x1xf32>
  %m = arith.constant dense<[[false, false, true, true, true], [true, true, false, false, false],
                             [false, false, false, false, false]]> : tensor<3x5xi1>
  %0 = call @ones(%q, %k, %v, %m) : (tensor<3x1xf32>, tensor<5x1xf32>, tensor<5x1xf32>, tensor<3x5xi1>) -> tensor<3x1xf32>
  %1 = tensor.cast %0 : tensor<3x1xf32> to tensor<*xf32>
  // CHECK: {{\[}}[6],
  // CHECK-NEXT: [2],
  // CHECK-NEXT: [{{-?}}nan]]
  call @printMemrefF32(%1) : (tensor<*xf32>) -> ()

  // Row m reads the keys up to m, the greatest of which is the last one.
  %q1 = tensor.cast %q : tensor<3x1xf32> to tensor<?x1xf32>
  %k1 = arith.constant dense<[[0.0], [200.0], [400.0]]> : tensor<3x1xf32>
  %v1 = arith.constant dense<[[2.0], [3.0], [5.0]]> : tensor<3x1xf32>
  %kd = tensor.cast %k1 : tensor<3x1xf32> to tensor<?x1xf32>
  %vd = tensor.cast %v1 : tensor<3x1xf32> to tensor<?x1xf32>
  %2 = call @twos(%q1, %kd, %vd) : (tensor<?x1xf32>, tensor<?x1xf32>, tensor<?x1xf32>) -> tensor<?x1xf32>
  %3 = tensor.cast %2 : tensor<?x1xf32> to tensor<*xf32>
  // CHECK: {{\[}}[2],
  // CHECK-NEXT: [3],
  // CHECK-NEXT: [5]]
  call @printMemrefF32(%3) : (tensor<*xf32>) -> ()
  return
}
