#executable_target_vmvx_bytecode_fb = #hal.executable.target<"vmvx", "vmvx-bytecode-fb", {iree.encoding.resolver = #iree_cpu.vmvx_encoding_resolver<>, ukernels = "none"}>
module {
  hal.executable private @_encoding_2 {
    hal.executable.variant public @vmvx_bytecode_fb target(#executable_target_vmvx_bytecode_fb) {
      builtin.module {
        func.func @_encoding_2_encode_2xf32_to_2xf32(%arg0: memref<2xf32, #hal.descriptor_type<storage_buffer>>) {
          linalg.pack %arg0 outer_dims_perm = [0] inner_dims_pos = [] inner_tiles = [] into %arg0 : memref<2xf32, #hal.descriptor_type<storage_buffer>> -> memref<2xf32, #hal.descriptor_type<storage_buffer>>
          return
        }
      }
    }
  }
}

{-#
  external_resources: {
    mlir_reproducer: {
      pipeline: "builtin.module(hal.executable(hal.executable.variant(builtin.module(func.func(iree-linalg-ext-to-loops)))))",
      disable_threading: true,
      verify_each: true
    }
  }
#-}

