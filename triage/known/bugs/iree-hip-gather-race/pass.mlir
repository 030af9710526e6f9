#config = #iree_codegen.lowering_config<tile_sizes = [[128]]>
#lds = #gpu.address_space<workgroup>
func.func @gather(%x: memref<2x2xf32>, %i: memref<2x2xi8>, %out: memref<2xf32>) attributes {
    translation_info = #iree_codegen.translation_info<
        pipeline = #iree_gpu.pipeline<Distribute> workgroup_size = [128, 1, 1] subgroup_size = 64>} {
  %gathered = memref.alloc() : memref<2xf32, #lds>
  scf.forall (%tile) = (0) to (2) step (128) {
    %indices = memref.alloc() : memref<2x2xi32, #lds>
    linalg.generic {
        indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
        iterator_types = ["parallel", "parallel"]
      } ins(%i : memref<2x2xi8>) outs(%indices : memref<2x2xi32, #lds>) attrs = {lowering_config = #config} {
    ^bb0(%in: i8, %old: i32):
      %0 = arith.extsi %in : i8 to i32
      linalg.yield %0 : i32
    }
    iree_linalg_ext.gather {lowering_config = #config} dimension_map = [0, 1]
        ins(%x, %indices : memref<2x2xf32>, memref<2x2xi32, #lds>) outs(%gathered : memref<2xf32, #lds>)
    linalg.generic {
        indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
        iterator_types = ["parallel"]
      } ins(%gathered : memref<2xf32, #lds>) outs(%out : memref<2xf32>) attrs = {lowering_config = #config} {
    ^bb0(%in: f32, %old: f32):
      %0 = arith.negf %in : f32
      linalg.yield %0 : f32
    }
  } {mapping = [#iree_codegen.workgroup_mapping<x>]}
  return
}
