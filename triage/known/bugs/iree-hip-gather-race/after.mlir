#config = #iree_codegen.lowering_config<tile_sizes = [[128]]>
#map = affine_map<()[s0] -> (s0 * 128)>
#map1 = affine_map<(d0) -> (-d0 + 2, 128)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
#map3 = affine_map<(d0) -> (d0)>
#translation = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<Distribute> workgroup_size = [128, 1, 1] subgroup_size = 64>
module {
  func.func @gather(%arg0: memref<2x2xf32>, %arg1: memref<2x2xi8>, %arg2: memref<2xf32>) attributes {translation_info = #translation} {
    %c128 = arith.constant 128 : index
    %c16384 = arith.constant 16384 : index
    %c2 = arith.constant 2 : index
    %alloc = memref.alloc() : memref<2xf32, #gpu.address_space<workgroup>>
    scf.forall (%arg3) = (0) to (2) step (128) {
      %alloc_0 = memref.alloc() : memref<2x2xi32, #gpu.address_space<workgroup>>
      %thread_id_x = gpu.thread_id x
      %0 = affine.apply #map()[%thread_id_x]
      scf.for %arg4 = %0 to %c2 step %c16384 {
        %1 = affine.min #map1(%arg4)
        %2 = affine.min #map1(%arg4)
        %subview = memref.subview %arg1[%arg4, 0] [%1, 2] [1, 1] : memref<2x2xi8> to memref<?x2xi8, strided<[2, 1], offset: ?>>
        %subview_2 = memref.subview %alloc_0[%arg4, 0] [%2, 2] [1, 1] : memref<2x2xi32, #gpu.address_space<workgroup>> to memref<?x2xi32, strided<[2, 1], offset: ?>, #gpu.address_space<workgroup>>
        linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%subview : memref<?x2xi8, strided<[2, 1], offset: ?>>) outs(%subview_2 : memref<?x2xi32, strided<[2, 1], offset: ?>, #gpu.address_space<workgroup>>) attrs =  {__internal_linalg_transform__ = "vectorize", lowering_config = #config} {
        ^bb0(%in: i8, %out: i32):
          %3 = arith.extsi %in : i8 to i32
          linalg.yield %3 : i32
        }
      }
      iree_linalg_ext.gather {lowering_config = #config} dimension_map = [0, 1] ins(%arg0, %alloc_0 : memref<2x2xf32>, memref<2x2xi32, #gpu.address_space<workgroup>>) outs(%alloc : memref<2xf32, #gpu.address_space<workgroup>>)
      %thread_id_x_1 = gpu.thread_id x
      scf.for %arg4 = %thread_id_x_1 to %c2 step %c128 {
        %subview = memref.subview %alloc[%arg4] [1] [1] : memref<2xf32, #gpu.address_space<workgroup>> to memref<1xf32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>
        %subview_2 = memref.subview %arg2[%arg4] [1] [1] : memref<2xf32> to memref<1xf32, strided<[1], offset: ?>>
        linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%subview : memref<1xf32, strided<[1], offset: ?>, #gpu.address_space<workgroup>>) outs(%subview_2 : memref<1xf32, strided<[1], offset: ?>>) attrs =  {__internal_linalg_transform__ = "vectorize", lowering_config = #config} {
        ^bb0(%in: f32, %out: f32):
          %1 = arith.negf %in : f32
          linalg.yield %1 : f32
        }
      }
    } {mapping = [#iree_codegen.workgroup_mapping<x>]}
    return
  }
}

