// iree-opt --pass-pipeline='builtin.module(util.func(iree-dispatch-creation-split-reduction-ops))' --iree-dispatch-creation-topk-split-reduction=2 pass.mlir
util.func public @main(%x: tensor<4xf32>) -> (tensor<1xf32>, tensor<1xi32>) {
  %inf = arith.constant dense<0x7F800000> : tensor<1xf32>
  %zero = arith.constant dense<0> : tensor<1xi32>
  %r:2 = iree_linalg_ext.topk dimension(0) ins(%x : tensor<4xf32>) outs(%inf, %zero : tensor<1xf32>, tensor<1xi32>) {
  ^bb0(%a: f32, %b: f32):
    %less = arith.cmpf olt, %a, %b : f32
    iree_linalg_ext.yield %less : i1
  } -> tensor<1xf32>, tensor<1xi32>
  util.return %r#0, %r#1 : tensor<1xf32>, tensor<1xi32>
}
