#config = #iree_codegen.lowering_config<tile_sizes = [[128]]>
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0) -> (d0)>
#translation = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<Distribute> workgroup_size = [128, 1, 1] subgroup_size = 64>
module {
  func.func @gather(%arg0: memref<2x2xf32>, %arg1: memref<2x2xi8>, %arg2: memref<2xf32>) attributes {translation_info = #translation} {
    %alloc = memref.alloc() : memref<2xf32, #gpu.address_space<workgroup>>
    scf.forall (%arg3) = (0) to (2) step (128) {
      %alloc_0 = memref.alloc() : memref<2x2xi32, #gpu.address_space<workgroup>>
      linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1 : memref<2x2xi8>) outs(%alloc_0 : memref<2x2xi32, #gpu.address_space<workgroup>>) attrs =  {lowering_config = #config} {
      ^bb0(%in: i8, %out: i32):
        %0 = arith.extsi %in : i8 to i32
        linalg.yield %0 : i32
      }
      iree_linalg_ext.gather {lowering_config = #config} dimension_map = [0, 1] ins(%arg0, %alloc_0 : memref<2x2xf32>, memref<2x2xi32, #gpu.address_space<workgroup>>) outs(%alloc : memref<2xf32, #gpu.address_space<workgroup>>)
      linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%alloc : memref<2xf32, #gpu.address_space<workgroup>>) outs(%arg2 : memref<2xf32>) attrs =  {lowering_config = #config} {
      ^bb0(%in: f32, %out: f32):
        %0 = arith.negf %in : f32
        linalg.yield %0 : f32
      }
    } {mapping = [#iree_codegen.workgroup_mapping<x>]}
    return
  }
}

