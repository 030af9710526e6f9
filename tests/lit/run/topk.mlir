// RUN: %compile %s | %run | FileCheck %s
// RUN: %compile1 %s | %run | FileCheck %s
// RUN: %compile2 %s | %run | FileCheck %s
// RUN: %compile3 %s | %run | FileCheck %s

func.func private @printMemrefF32(tensor<*xf32>)
func.func private @printMemrefI64(tensor<*xi64>)

func.func @largest(%x: tensor<2x?xf16>, %k: index) -> (tensor<2x?xf16>, tensor<2x?xi64>) {
  %v0 = tensor.empty(%k) : tensor<2x?xf16>
  %i0 = tensor.empty(%k) : tensor<2x?xi64>
  %v, %i = assay.topk dim(1) ins(%x : tensor<2x?xf16>)
             outs(%v0, %i0 : tensor<2x?xf16>, tensor<2x?xi64>)
  return %v, %i : tensor<2x?xf16>, tensor<2x?xi64>
}

func.func @smallest(%x: tensor<4x2xi8>) -> (tensor<2x2xi8>, tensor<2x2xi64>) {
  %v0 = tensor.empty() : tensor<2x2xi8>
  %i0 = tensor.empty() : tensor<2x2xi64>
  %v, %i = assay.topk smallest dim(0) ins(%x : tensor<4x2xi8>)
             outs(%v0, %i0 : tensor<2x2xi8>, tensor<2x2xi64>)
  return %v, %i : tensor<2x2xi8>, tensor<2x2xi64>
}

func.func @print(%v: tensor<?x?xf32>, %i: tensor<?x?xi64>) {
  %v0 = tensor.cast %v : tensor<?x?xf32> to tensor<*xf32>
  %i0 = tensor.cast %i : tensor<?x?xi64> to tensor<*xi64>
  call @printMemrefF32(%v0) : (tensor<*xf32>) -> ()
  call @printMemrefI64(%i0) : (tensor<*xi64>) -> ()
  return
}

func.func @main() {
  // Ties: the lowest index stands first.
  %x = arith.constant dense<[[1.0, 3.0, 2.0, 3.0, 3.0], [-1.0, -2.0, -1.0, -7.0, 0.5]]> : tensor<2x5xf16>
  %xd = tensor.cast %x : tensor<2x5xf16> to tensor<2x?xf16>
  %k = arith.constant 3 : index
  %v, %i = call @largest(%xd, %k) : (tensor<2x?xf16>, index) -> (tensor<2x?xf16>, tensor<2x?xi64>)
  %e = tensor.empty(%k) : tensor<2x?xf32>
  %v32 = linalg.map { arith.extf } ins(%v : tensor<2x?xf16>) outs(%e : tensor<2x?xf32>)
  %vd = tensor.cast %v32 : tensor<2x?xf32> to tensor<?x?xf32>
  %id = tensor.cast %i : tensor<2x?xi64> to tensor<?x?xi64>
  // CHECK: sizes = [2, 3]
  // CHECK-NEXT: {{\[}}[3,    3,    3],
  // CHECK-NEXT:  [0.5,    -1,    -1]]
  // CHECK: {{\[}}[1,    3,    4],
  // CHECK-NEXT:  [4,    0,    2]]
  call @print(%vd, %id) : (tensor<?x?xf32>, tensor<?x?xi64>) -> ()

  // k may be zero.
  %zero = arith.constant 0 : index
  %v1, %i1 = call @largest(%xd, %zero) : (tensor<2x?xf16>, index) -> (tensor<2x?xf16>, tensor<2x?xi64>)
  %i1d = tensor.cast %i1 : tensor<2x?xi64> to tensor<*xi64>
  // CHECK: sizes = [2, 0]
  call @printMemrefI64(%i1d) : (tensor<*xi64>) -> ()

  // Signed bytes.
  %y = arith.constant dense<[[-128, 127], [5, -1], [-128, 0], [0, -2]]> : tensor<4x2xi8>
  %w, %j = call @smallest(%y) : (tensor<4x2xi8>) -> (tensor<2x2xi8>, tensor<2x2xi64>)
  %f = tensor.empty() : tensor<2x2xf32>
  %wf = linalg.map { arith.sitofp } ins(%w : tensor<2x2xi8>) outs(%f : tensor<2x2xf32>)
  %wd = tensor.cast %wf : tensor<2x2xf32> to tensor<?x?xf32>
  %jd = tensor.cast %j : tensor<2x2xi64> to tensor<?x?xi64>
  // CHECK: {{\[}}[-128,    -2],
  // CHECK-NEXT:  [-128,    -1]]
  // CHECK: {{\[}}[0,    3],
  // CHECK-NEXT:  [2,    1]]
  call @print(%wd, %jd) : (tensor<?x?xf32>, tensor<?x?xi64>) -> ()
  return
}
