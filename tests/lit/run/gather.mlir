// RUN: %compile %s | %run | FileCheck %s
// RUN: %compile1 %s | %run | FileCheck %s
// RUN: %compile2 %s | %run | FileCheck %s
// RUN: %compile3 %s | %run | FileCheck %s

func.func private @printMemrefF32(tensor<*xf32>)
func.func private @printMemrefI64(tensor<*xi64>)

func.func @along(%x: tensor<?x3xf32>, %i: tensor<2x?xi16>) -> tensor<2x?xf32> {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %i, %c1 : tensor<2x?xi16>
  %e = tensor.empty(%n) : tensor<2x?xf32>
  %0 = assay.gather dim(0) ins(%x, %i : tensor<?x3xf32>, tensor<2x?xi16>) outs(%e : tensor<2x?xf32>)
  return %0 : tensor<2x?xf32>
}

func.func @rows(%x: tensor<?x3xf32>, %i: tensor<2x2x1xi64>) -> tensor<2x2x3xf32> {
  %e = tensor.empty() : tensor<2x2x3xf32>
  %0 = assay.gather_nd ins(%x, %i : tensor<?x3xf32>, tensor<2x2x1xi64>) outs(%e : tensor<2x2x3xf32>)
  return %0 : tensor<2x2x3xf32>
}

func.func @hot(%i: tensor<3xi8>, %depth: index) -> tensor<?x3xi64> {
  %on = arith.constant 7 : i64
  %off = arith.constant -1 : i64
  %e = tensor.empty(%depth) : tensor<?x3xi64>
  %0 = assay.one_hot dim(0) ins(%i, %on, %off : tensor<3xi8>, i64, i64) outs(%e : tensor<?x3xi64>)
  return %0 : tensor<?x3xi64>
}

func.func @main() {
  %x = arith.constant dense<[[0.0, 1.0, 2.0], [10.0, 11.0, 12.0], [20.0, 21.0, 22.0]]> : tensor<3x3xf32>
  %xd = tensor.cast %x : tensor<3x3xf32> to tensor<?x3xf32>
  %i = arith.constant dense<[[2, 0], [1, 1]]> : tensor<2x2xi16>
  %id = tensor.cast %i : tensor<2x2xi16> to tensor<2x?xi16>
  %a = call @along(%xd, %id) : (tensor<?x3xf32>, tensor<2x?xi16>) -> tensor<2x?xf32>
  %au = tensor.cast %a : tensor<2x?xf32> to tensor<*xf32>
  // CHECK: {{\[}}[20,   1],
  // CHECK-NEXT: [10,   11]]
  call @printMemrefF32(%au) : (tensor<*xf32>) -> ()

  %j = arith.constant dense<[[[2], [2]], [[0], [1]]]> : tensor<2x2x1xi64>
  %r = call @rows(%xd, %j) : (tensor<?x3xf32>, tensor<2x2x1xi64>) -> tensor<2x2x3xf32>
  %ru = tensor.cast %r : tensor<2x2x3xf32> to tensor<*xf32>
  // CHECK: [20,     21,     22],
  // CHECK-NEXT: [20,     21,     22]],
  // CHECK-NEXT: [0,     1,     2],
  // CHECK-NEXT: [10,     11,     12]]]
  call @printMemrefF32(%ru) : (tensor<*xf32>) -> ()

  %k = arith.constant dense<[1, 0, 1]> : tensor<3xi8>
  %depth = arith.constant 2 : index
  %h = call @hot(%k, %depth) : (tensor<3xi8>, index) -> tensor<?x3xi64>
  %hu = tensor.cast %h : tensor<?x3xi64> to tensor<*xi64>
  // CHECK: {{\[}}[-1,   7,   -1],
  // CHECK-NEXT: [7,   -1,   7]]
  call @printMemrefI64(%hu) : (tensor<*xi64>) -> ()
  return
}
