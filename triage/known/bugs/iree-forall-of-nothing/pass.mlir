func.func @main(%m: memref<?x8xf32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = #iree_cpu.pipeline<DoubleTilingExpert>>} {
  %n = hal.interface.constant.load layout(<constants = 1, bindings = [#hal.pipeline.binding<storage_buffer>]>) ordinal(0) : index
  %zero = arith.constant 0.0 : f32
  scf.forall (%i, %j) = (%n, 0) to (%n, 8) step (1, 8) {
    memref.store %zero, %m[%i, %j] : memref<?x8xf32>
  } {mapping = [#iree_codegen.workgroup_mapping<y>, #iree_codegen.workgroup_mapping<x>]}
  return
}

