// RUN: %compile %s | %run | FileCheck %s
// RUN: %compile1 %s | %run | FileCheck %s
// RUN: %compile2 %s | %run | FileCheck %s

func.func private @printMemrefF32(tensor<*xf32>)
func.func private @printMemrefI64(tensor<*xi64>)

// bf16 keys of dynamic extent along the first dim; equal keys keep their order.
func.func @stable(%k: tensor<?x2xbf16>, %c: tensor<?x2xi64>) -> (tensor<?x2xf32>, tensor<?x2xi64>) {
  %0:2 = assay.sort stable dim(0) outs(%k, %c : tensor<?x2xbf16>, tensor<?x2xi64>)
  %c0 = arith.constant 0 : index
  %n = tensor.dim %k, %c0 : tensor<?x2xbf16>
  %e = tensor.empty(%n) : tensor<?x2xf32>
  %f = linalg.map { arith.extf } ins(%0#0 : tensor<?x2xbf16>) outs(%e : tensor<?x2xf32>)
  return %f, %0#1 : tensor<?x2xf32>, tensor<?x2xi64>
}

func.func @descending(%k: tensor<5xi64>) -> tensor<5xi64> {
  %0 = assay.sort descending dim(0) outs(%k : tensor<5xi64>)
  return %0 : tensor<5xi64>
}

func.func @main() {
  %k = arith.constant dense<[[2.0, 1.0], [1.0, 1.0], [2.0, -3.0], [-1.0, 1.0]]> : tensor<4x2xbf16>
  %c = arith.constant dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>
  %kd = tensor.cast %k : tensor<4x2xbf16> to tensor<?x2xbf16>
  %cd = tensor.cast %c : tensor<4x2xi64> to tensor<?x2xi64>
  %s, %m = call @stable(%kd, %cd) : (tensor<?x2xbf16>, tensor<?x2xi64>) -> (tensor<?x2xf32>, tensor<?x2xi64>)
  %su = tensor.cast %s : tensor<?x2xf32> to tensor<*xf32>
  %mu = tensor.cast %m : tensor<?x2xi64> to tensor<*xi64>
  // CHECK: {{\[}}[-1,   -3],
  // CHECK-NEXT: [1,   1],
  // CHECK-NEXT: [2,   1],
  // CHECK-NEXT: [2,   1]]
  call @printMemrefF32(%su) : (tensor<*xf32>) -> ()
  // CHECK: {{\[}}[6,   5],
  // CHECK-NEXT: [2,   1],
  // CHECK-NEXT: [0,   3],
  // CHECK-NEXT: [4,   7]]
  call @printMemrefI64(%mu) : (tensor<*xi64>) -> ()

  // No element at all.
  %none = tensor.extract_slice %kd[0, 0] [0, 2] [1, 1] : tensor<?x2xbf16> to tensor<0x2xbf16>
  %noned = tensor.cast %none : tensor<0x2xbf16> to tensor<?x2xbf16>
  %no = tensor.extract_slice %cd[0, 0] [0, 2] [1, 1] : tensor<?x2xi64> to tensor<0x2xi64>
  %nod = tensor.cast %no : tensor<0x2xi64> to tensor<?x2xi64>
  %e, %ei = call @stable(%noned, %nod) : (tensor<?x2xbf16>, tensor<?x2xi64>) -> (tensor<?x2xf32>, tensor<?x2xi64>)
  %eu = tensor.cast %ei : tensor<?x2xi64> to tensor<*xi64>
  // CHECK: sizes = [0, 2]
  call @printMemrefI64(%eu) : (tensor<*xi64>) -> ()

  // Wider than f64 can tell apart.
  %w = arith.constant dense<[9007199254740992, -9223372036854775808, 9007199254740993, 0, 9223372036854775807]> : tensor<5xi64>
  %d = call @descending(%w) : (tensor<5xi64>) -> tensor<5xi64>
  %du = tensor.cast %d : tensor<5xi64> to tensor<*xi64>
  // CHECK: [9223372036854775807,  9007199254740993,  9007199254740992,  0,  -9223372036854775808]
  call @printMemrefI64(%du) : (tensor<*xi64>) -> ()
  return
}
