// iree-opt --canonicalize pass.mlir
func.func @f() -> !torch.vtensor<[1,2],f32> {
  %0 = torch.vtensor.literal(dense<[[2.0, -0.5]]> : tensor<1x2xf32>) : !torch.vtensor<[1,2],f32>
  %int0 = torch.constant.int 0
  %int1 = torch.constant.int 1
  %int4 = torch.constant.int 4
  %1 = torch.aten.slice.Tensor %0, %int0, %int0, %int4, %int4 : !torch.vtensor<[1,2],f32>, !torch.int, !torch.int, !torch.int, !torch.int -> !torch.vtensor<[1,2],f32>
  return %1 : !torch.vtensor<[1,2],f32>
}
