// Every level ends in the LLVM dialect, with allocations through malloc and nothing freed.
// RUN: %compile %s | FileCheck %s --implicit-check-not=@free
// RUN: %compile1 %s | FileCheck %s --implicit-check-not=@free
// RUN: %compile2 %s | FileCheck %s --implicit-check-not=@free
// RUN: %compile3 %s | FileCheck %s --implicit-check-not=@free

// CHECK: llvm.func @malloc(i64) -> !llvm.ptr
// CHECK-LABEL: llvm.func @every_type
// CHECK-NOT: unrealized_conversion_cast
func.func @every_type(%a: tensor<?x0x1xf16>, %b: tensor<1x?xbf16> {bufferization.writable = false}, %c: tensor<2x?xi1>, %d: tensor<?xcomplex<f32>>,
                      %e: tensor<1xi8>, %n: index)
    -> (tensor<?x0x1xf16>, tensor<1x?xbf16>, tensor<2x?xi1>, tensor<?xcomplex<f32>>, tensor<1xi8>) attributes {llvm.emit_c_interface} {
  %0 = math.tanh %a : tensor<?x0x1xf16>
  %1 = math.erf %b : tensor<1x?xbf16>
  %2 = arith.xori %c, %c : tensor<2x?xi1>
  %4 = arith.floordivsi %e, %e : tensor<1xi8>
  return %0, %1, %2, %d, %4 : tensor<?x0x1xf16>, tensor<1x?xbf16>, tensor<2x?xi1>, tensor<?xcomplex<f32>>, tensor<1xi8>
}
