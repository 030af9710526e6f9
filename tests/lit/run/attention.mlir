// RUN: %compile %s | %run | FileCheck %s
// RUN: %compile1 %s | %run | FileCheck %s
// RUN: %compile2 %s | %run | FileCheck %s
// RUN: %compile3 %s | %run | FileCheck %s

func.func private @printMemrefF32(tensor<*xf32>)

// Two query heads read one key head.
func.func @grouped(%q: tensor<2x?x1xf16>, %k: tensor<1x?x1xf16>, %v: tensor<1x?x2xf16>, %m: tensor<2x?x?xi1>)
    -> tensor<2x?x2xf32> {
  %c1 = arith.constant 1 : index
  %rows = tensor.dim %q, %c1 : tensor<2x?x1xf16>
  %e = tensor.empty(%rows) : tensor<2x?x2xf16>
  %0 = assay.attention group(2) scale(1.0)
         ins(%q, %k, %v, %m : tensor<2x?x1xf16>, tensor<1x?x1xf16>, tensor<1x?x2xf16>, tensor<2x?x?xi1>)
         outs(%e : tensor<2x?x2xf16>)
  %f = tensor.empty(%rows) : tensor<2x?x2xf32>
  %1 = linalg.map { arith.extf } ins(%0 : tensor<2x?x2xf16>) outs(%f : tensor<2x?x2xf32>)
  return %1 : tensor<2x?x2xf32>
}

func.func @causal(%q: tensor<3x1xf32>, %k: tensor<2x1xf32>, %v: tensor<2x1xf32>, %m: tensor<3x2xf32>) -> tensor<3x1xf32> {
  %e = tensor.empty() : tensor<3x1xf32>
  %0 = assay.attention causal scale(0.5)
         ins(%q, %k, %v, %m : tensor<3x1xf32>, tensor<2x1xf32>, tensor<2x1xf32>, tensor<3x2xf32>)
         outs(%e : tensor<3x1xf32>)
  return %0 : tensor<3x1xf32>
}

func.func @main() {
  // Queries of zero weigh all keys that the mask leaves the same.
  %q = arith.constant dense<0.0> : tensor<2x2x1xf16>
  %k = arith.constant dense<[[[3.0], [5.0], [-2.0]]]> : tensor<1x3x1xf16>
  %v = arith.constant dense<[[[3.0, 30.0], [6.0, 60.0], [12.0, 120.0]]]> : tensor<1x3x2xf16>
  %m = arith.constant dense<[[[true, true, true], [true, false, false]], [[false, true, true], [false, false, true]]]> : tensor<2x2x3xi1>
  %qd = tensor.cast %q : tensor<2x2x1xf16> to tensor<2x?x1xf16>
  %kd = tensor.cast %k : tensor<1x3x1xf16> to tensor<1x?x1xf16>
  %vd = tensor.cast %v : tensor<1x3x2xf16> to tensor<1x?x2xf16>
  %md = tensor.cast %m : tensor<2x2x3xi1> to tensor<2x?x?xi1>
  %r = call @grouped(%qd, %kd, %vd, %md)
         : (tensor<2x?x1xf16>, tensor<1x?x1xf16>, tensor<1x?x2xf16>, tensor<2x?x?xi1>) -> tensor<2x?x2xf32>
  %ru = tensor.cast %r : tensor<2x?x2xf32> to tensor<*xf32>
  // CHECK: [7,     70],
  // CHECK-NEXT: [3,     30]],
  // CHECK-NEXT: [9,     90],
  // CHECK-NEXT: [12,     120]]]
  call @printMemrefF32(%ru) : (tensor<*xf32>) -> ()

  // Row 0 sees key 0. In row 1 the scores are 0.5 * 4 * 1 and 0.5 * 4 * 1; in row 2 -inf removes key 0.
  %q1 = arith.constant dense<[[1.0], [4.0], [4.0]]> : tensor<3x1xf32>
  %k1 = arith.constant dense<1.0> : tensor<2x1xf32>
  %v1 = arith.constant dense<[[2.0], [4.0]]> : tensor<2x1xf32>
  %m1 = arith.constant dense<[[0.0, 0.0], [0.0, 0.0], [0xFF800000, 0.0]]> : tensor<3x2xf32>
  %c = call @causal(%q1, %k1, %v1, %m1) : (tensor<3x1xf32>, tensor<2x1xf32>, tensor<2x1xf32>, tensor<3x2xf32>) -> tensor<3x1xf32>
  %cu = tensor.cast %c : tensor<3x1xf32> to tensor<*xf32>
  // CHECK: {{\[}}[2],
  // CHECK-NEXT: [3],
  // CHECK-NEXT: [4]]
  call @printMemrefF32(%cu) : (tensor<*xf32>) -> ()
  return
}
