util.func @main(%a: tensor<2x2xf32>, %b: tensor<2x2xf32>, %out: tensor<2xf32>) -> tensor<2xf32> {
  %0 = flow.dispatch.region -> (tensor<2xf32>) {
    %1 = linalg.generic {
        indexing_maps = [affine_map<(k, x, m) -> (k, m)>, affine_map<(k, x, m) -> (k, x)>, affine_map<(k, x, m) -> (m)>],
        iterator_types = ["reduction", "reduction", "parallel"]
      } ins(%a, %b : tensor<2x2xf32>, tensor<2x2xf32>) outs(%out : tensor<2xf32>) {
    ^bb0(%p: f32, %q: f32, %s: f32):
      %2 = arith.mulf %p, %q : f32
      %3 = arith.addf %s, %2 : f32
      linalg.yield %3 : f32
    } -> tensor<2xf32>
    flow.return %1 : tensor<2xf32>
  }
  util.return %0 : tensor<2xf32>
}
