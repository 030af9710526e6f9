// RUN: %compile %s | %run | FileCheck %s
// RUN: %compile1 %s | %run | FileCheck %s
// RUN: %compile2 %s | %run | FileCheck %s
// RUN: %compile3 %s | %run | FileCheck %s

func.func private @printMemrefF32(tensor<*xf32>)
func.func private @printMemrefI64(tensor<*xi64>)

func.func @sum(%x: tensor<2x?xbf16>, %s: tensor<2xf32>) -> tensor<2x?xf32> {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<2x?xbf16>
  %e = tensor.empty(%n) : tensor<2x?xf32>
  %0 = assay.scan sum exclusive dim(1) ins(%x : tensor<2x?xbf16>) start(%s : tensor<2xf32>) outs(%e : tensor<2x?xf32>)
  return %0 : tensor<2x?xf32>
}

func.func @max(%x: tensor<?x2xi64>) -> tensor<?x2xi64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x2xi64>
  %e = tensor.empty(%n) : tensor<?x2xi64>
  %0 = assay.scan max reverse dim(0) ins(%x : tensor<?x2xi64>) outs(%e : tensor<?x2xi64>)
  return %0 : tensor<?x2xi64>
}

// i8 extends with its sign.
func.func @product(%x: tensor<3xi8>) -> tensor<3xi64> {
  %e = tensor.empty() : tensor<3xi64>
  %0 = assay.scan product dim(0) ins(%x : tensor<3xi8>) outs(%e : tensor<3xi64>)
  return %0 : tensor<3xi64>
}

func.func @main() {
  %x = arith.constant dense<[[1.0, 2.0, 3.0], [256.0, 1.0, 1.0]]> : tensor<2x3xbf16>
  %s = arith.constant dense<[100.0, 1.0]> : tensor<2xf32>
  %xd = tensor.cast %x : tensor<2x3xbf16> to tensor<2x?xbf16>
  %a = call @sum(%xd, %s) : (tensor<2x?xbf16>, tensor<2xf32>) -> tensor<2x?xf32>
  %au = tensor.cast %a : tensor<2x?xf32> to tensor<*xf32>
  // Sums are in f32: in bf16, 257 and 258 would not both be there.
  // CHECK: {{\[}}[100,   101,   103],
  // CHECK-NEXT: [1,   257,   258]]
  call @printMemrefF32(%au) : (tensor<*xf32>) -> ()

  %y = arith.constant dense<[[1, -9], [5, -8], [2, -10]]> : tensor<3x2xi64>
  %yd = tensor.cast %y : tensor<3x2xi64> to tensor<?x2xi64>
  %m = call @max(%yd) : (tensor<?x2xi64>) -> tensor<?x2xi64>
  %mu = tensor.cast %m : tensor<?x2xi64> to tensor<*xi64>
  // CHECK: {{\[}}[5,   -8],
  // CHECK-NEXT: [5,   -8],
  // CHECK-NEXT: [2,   -10]]
  call @printMemrefI64(%mu) : (tensor<*xi64>) -> ()

  %z = arith.constant dense<[-128, 127, -1]> : tensor<3xi8>
  %p = call @product(%z) : (tensor<3xi8>) -> tensor<3xi64>
  %pu = tensor.cast %p : tensor<3xi64> to tensor<*xi64>
  // CHECK: [-128,  -16256,  16256]
  call @printMemrefI64(%pu) : (tensor<*xi64>) -> ()
  return
}
