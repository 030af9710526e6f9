#map = affine_map<(d0, d1, d2) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
module {
  func.func @product(%arg0: tensor<1x1x4x16x4xf32>, %arg1: tensor<1x1x4x16x4xf32>, %arg2: tensor<1x1x4x16x4xf32>) -> tensor<1x1x4x16x4xf32> {
    %0 = iree_codegen.inner_tiled ins(%arg0, %arg1) outs(%arg2) <indexing_maps = [#map, #map1, #map2], iterator_types = [#linalg.iterator_type<reduction>, #linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], kind = #iree_gpu.data_tiled_mma_layout<intrinsic = MFMA_F32_16x16x4_F32, intrinsics_k = 4, operands_interleaving_intrinsics_k = [0, 1]>, semantics = #iree_gpu.mma_semantics<distributed = false, opaque = false>> : tensor<1x1x4x16x4xf32>, tensor<1x1x4x16x4xf32> into tensor<1x1x4x16x4xf32>
    return %0 : tensor<1x1x4x16x4xf32>
  }
}

