// RUN: %compile %s | %run | FileCheck %s
// RUN: %compile1 %s | %run | FileCheck %s
// RUN: %compile2 %s | %run | FileCheck %s
// RUN: %compile3 %s | %run | FileCheck %s

func.func private @printMemrefF32(tensor<*xf32>)
func.func private @printMemrefI64(tensor<*xi64>)

func.func @add(%b: tensor<2x4xf32>, %i: tensor<2x?xi32>, %u: tensor<2x?xf32>) -> tensor<2x4xf32> {
  %0 = assay.scatter add dim(1) ins(%i, %u : tensor<2x?xi32>, tensor<2x?xf32>) outs(%b : tensor<2x4xf32>)
  return %0 : tensor<2x4xf32>
}

// The base stays what it is: others read it.
func.func @max(%b: tensor<?xi64>, %i: tensor<3xi8>, %u: tensor<3xi64>) -> (tensor<?xi64>, tensor<?xi64>) {
  %0 = assay.scatter max dim(0) ins(%i, %u : tensor<3xi8>, tensor<3xi64>) outs(%b : tensor<?xi64>)
  return %0, %b : tensor<?xi64>, tensor<?xi64>
}

func.func @windows(%b: tensor<2x3x2xi64>, %i: tensor<?x2xi64>, %u: tensor<?x2xi64>) -> tensor<2x3x2xi64> {
  %0 = assay.scatter_nd overwrite unique ins(%i, %u : tensor<?x2xi64>, tensor<?x2xi64>) outs(%b : tensor<2x3x2xi64>)
  return %0 : tensor<2x3x2xi64>
}

func.func @main() {
  // Updates that meet all count.
  %b = arith.constant dense<1.0> : tensor<2x4xf32>
  %i = arith.constant dense<[[0, 0, 3], [2, 2, 2]]> : tensor<2x3xi32>
  %u = arith.constant dense<[[1.0, 2.0, 3.0], [10.0, 20.0, 30.0]]> : tensor<2x3xf32>
  %id = tensor.cast %i : tensor<2x3xi32> to tensor<2x?xi32>
  %ud = tensor.cast %u : tensor<2x3xf32> to tensor<2x?xf32>
  %r = call @add(%b, %id, %ud) : (tensor<2x4xf32>, tensor<2x?xi32>, tensor<2x?xf32>) -> tensor<2x4xf32>
  %ru = tensor.cast %r : tensor<2x4xf32> to tensor<*xf32>
  // CHECK: {{\[}}[4,   1,   1,   4],
  // CHECK-NEXT: [1,   1,   61,   1]]
  call @printMemrefF32(%ru) : (tensor<*xf32>) -> ()

  %c = arith.constant dense<[-5, -5, 7]> : tensor<3xi64>
  %cd = tensor.cast %c : tensor<3xi64> to tensor<?xi64>
  %j = arith.constant dense<[2, 0, 0]> : tensor<3xi8>
  %w = arith.constant dense<[1, -6, -4]> : tensor<3xi64>
  %m, %same = call @max(%cd, %j, %w) : (tensor<?xi64>, tensor<3xi8>, tensor<3xi64>) -> (tensor<?xi64>, tensor<?xi64>)
  %mu = tensor.cast %m : tensor<?xi64> to tensor<*xi64>
  %su = tensor.cast %same : tensor<?xi64> to tensor<*xi64>
  // CHECK: [-4,  -5,  7]
  call @printMemrefI64(%mu) : (tensor<*xi64>) -> ()
  // CHECK: [-5,  -5,  7]
  call @printMemrefI64(%su) : (tensor<*xi64>) -> ()

  %z = arith.constant dense<0> : tensor<2x3x2xi64>
  %at = arith.constant dense<[[1, 2], [0, 1]]> : tensor<2x2xi64>
  %atd = tensor.cast %at : tensor<2x2xi64> to tensor<?x2xi64>
  %n = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %nd = tensor.cast %n : tensor<2x2xi64> to tensor<?x2xi64>
  %x = call @windows(%z, %atd, %nd) : (tensor<2x3x2xi64>, tensor<?x2xi64>, tensor<?x2xi64>) -> tensor<2x3x2xi64>
  %xu = tensor.cast %x : tensor<2x3x2xi64> to tensor<*xi64>
  // CHECK: [0,     0],
  // CHECK-NEXT: [3,     4],
  // CHECK-NEXT: [0,     0]],
  // CHECK-NEXT: [0,     0],
  // CHECK-NEXT: [0,     0],
  // CHECK-NEXT: [1,     2]]]
  call @printMemrefI64(%xu) : (tensor<*xi64>) -> ()
  return
}
