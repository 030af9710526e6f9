#executable_target_rocm_hsaco_fb = #hal.executable.target<"rocm", "rocm-hsaco-fb", {abi = "hip", iree.encoding.resolver = #iree_gpu.gpu_encoding_resolver<>, iree_codegen.default_tuning_spec = #rocm.builtin.tuning_module<"iree_default_tuning_spec_gfx942.mlir">, iree_codegen.target_info = #iree_gpu.target<arch = "gfx942", features = "", wgp = <compute = fp64|fp32|fp16|int64|int32|int16|int8, storage = b64|b32|b16|b8, subgroup = shuffle|arithmetic, dot = dp4xi8toi32, mma = [<MFMA_F32_16x16x16_BF16>, <MFMA_F32_32x32x8_BF16>, <MFMA_F32_16x16x32_F8E5M2FNUZ>, <MFMA_F32_16x16x32_F8E5M2FNUZ_F8E4M3FNUZ>, <MFMA_F32_16x16x32_F8E4M3FNUZ>, <MFMA_F32_16x16x32_F8E4M3FNUZ_F8E5M2FNUZ>, <MFMA_F32_32x32x16_F8E5M2FNUZ>, <MFMA_F32_32x32x16_F8E5M2FNUZ_F8E4M3FNUZ>, <MFMA_F32_32x32x16_F8E4M3FNUZ>, <MFMA_F32_32x32x16_F8E4M3FNUZ_F8E5M2FNUZ>, <MFMA_I32_16x16x32_I8>, <MFMA_I32_32x32x16_I8>, <MFMA_F64_16x16x4_F64>, <MFMA_F32_16x16x4_F32>, <MFMA_F32_16x16x16_F16>, <MFMA_F32_32x32x8_F16>, <MFMA_F32_4x4x4x16B_F16>, <MFMA_F32_16x16x4x4B_F16>, <MFMA_F32_32x32x4x2B_F16>, <MFMA_F32_4x4x4x16B_BF16>, <MFMA_F32_16x16x4x4B_BF16>, <MFMA_F32_32x32x4x2B_BF16>, <MFMA_F32_4x4x1x16B_F32>, <MFMA_F32_16x16x1x4B_F32>, <MFMA_F32_32x32x1x2B_F32>, <MFMA_F64_4x4x4x4B_F64>, <MFMA_I32_4x4x4x16B_I8>, <MFMA_I32_16x16x4x4B_I8>, <MFMA_I32_32x32x4x2B_I8>], subgroup_size_choices = [64], max_workgroup_sizes = [1024, 1024, 1024], max_thread_count_per_workgroup = 1024, max_workgroup_memory_bytes = 65536, max_workgroup_counts = [2147483647, 2147483647, 2147483647], max_load_instruction_bits = 128, simds_per_wgp = 4, vgpr_space_bits = 16384, dma_sizes = [32], workgroup_memory_bank_count = 32>>, ukernels = "none"}>
#map = affine_map<(d0) -> (d0)>
#pipeline_layout = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer, Indirect>, #hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">], flags = Indirect>
#translation = #iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<TileAndFuse> workgroup_size = [64, 1, 1] subgroup_size = 64>
#device_target_hip = #hal.device.target<"hip", [#executable_target_rocm_hsaco_fb]> : !hal.device
module attributes {stream.affinity.default = #hal.device.affinity<@__device_0>} {
  util.global private @__device_0 = #device_target_hip
  hal.executable private @main_dispatch_0 {
    hal.executable.variant public @rocm_hsaco_fb target(#executable_target_rocm_hsaco_fb) {
      hal.executable.export public @main_dispatch_0_scatter_2xcomplex_f32__dispatch_tensor_store ordinal(0) layout(#pipeline_layout) count(%arg0: !hal.device) -> (index, index, index) {
        %x, %y, %z = iree_tensor_ext.dispatch.workgroup_count_from_slice()
        hal.return %x, %y, %z : index, index, index
      }
      builtin.module {
        func.func @main_dispatch_0_scatter_2xcomplex_f32__dispatch_tensor_store() attributes {gpu.known_block_size = array<i32: 64, 1, 1>, translation_info = #translation} {
          %c0 = arith.constant 0 : index
          %0 = hal.interface.binding.subspan layout(#pipeline_layout) binding(0) alignment(64) offset(%c0) flags(Indirect) {iree_gpu.use_rocdl_buffer_instructions} : memref<2xcomplex<f32>, #hal.descriptor_type<storage_buffer>>
          %assume_align = memref.assume_alignment %0, 64 : memref<2xcomplex<f32>, #hal.descriptor_type<storage_buffer>>
          %1 = amdgpu.fat_raw_buffer_cast %assume_align resetOffset : memref<2xcomplex<f32>, #hal.descriptor_type<storage_buffer>> to memref<2xcomplex<f32>, #amdgpu.address_space<fat_raw_buffer>>
          %2 = hal.interface.binding.subspan layout(#pipeline_layout) binding(1) alignment(64) offset(%c0) flags("ReadOnly|Indirect") {iree_gpu.use_rocdl_buffer_instructions} : memref<2xi32, #hal.descriptor_type<storage_buffer>>
          %assume_align_0 = memref.assume_alignment %2, 64 : memref<2xi32, #hal.descriptor_type<storage_buffer>>
          %3 = amdgpu.fat_raw_buffer_cast %assume_align_0 resetOffset : memref<2xi32, #hal.descriptor_type<storage_buffer>> to memref<2xi32, #amdgpu.address_space<fat_raw_buffer>>
          %alloc = memref.alloc() : memref<2xcomplex<f32>, #gpu.address_space<workgroup>>
          memref.copy %1, %alloc : memref<2xcomplex<f32>, #amdgpu.address_space<fat_raw_buffer>> to memref<2xcomplex<f32>, #gpu.address_space<workgroup>>
          scf.forall (%arg0) in (1) {
            scf.forall (%arg1) in (2) {
              %alloca = memref.alloca() : memref<1xcomplex<f32>, #gpu.address_space<private>>
              %subview = memref.subview %3[%arg1] [1] [1] : memref<2xi32, #amdgpu.address_space<fat_raw_buffer>> to memref<1xi32, strided<[1], offset: ?>, #amdgpu.address_space<fat_raw_buffer>>
              %4 = memref.load %1[%arg1] : memref<2xcomplex<f32>, #amdgpu.address_space<fat_raw_buffer>>
              linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%alloca : memref<1xcomplex<f32>, #gpu.address_space<private>>) attrs =  {lowering_config = #iree_gpu.lowering_config<{thread = [1], workgroup = [64]}>} {
              ^bb0(%out: complex<f32>):
                linalg.yield %4 : complex<f32>
              }
              iree_linalg_ext.scatter dimension_map = [0] unique_indices(true) ins(%alloca, %subview : memref<1xcomplex<f32>, #gpu.address_space<private>>, memref<1xi32, strided<[1], offset: ?>, #amdgpu.address_space<fat_raw_buffer>>) outs(%alloc : memref<2xcomplex<f32>, #gpu.address_space<workgroup>>) {
              ^bb0(%arg2: complex<f32>, %arg3: complex<f32>):
                iree_linalg_ext.yield %arg2 : complex<f32>
              }
            } {mapping = [#gpu.thread<linear_dim_0>]}
          } {mapping = [#iree_codegen.workgroup_mapping<x>]}
          memref.copy %alloc, %1 : memref<2xcomplex<f32>, #gpu.address_space<workgroup>> to memref<2xcomplex<f32>, #amdgpu.address_space<fat_raw_buffer>>
          return
        }
        iree_codegen.dispatch_config @main_dispatch_0_scatter_2xcomplex_f32__dispatch_tensor_store {
        ^bb0(%arg0: !hal.device):
          %x, %y, %z = iree_tensor_ext.dispatch.workgroup_count_from_slice()
          iree_codegen.yield %x, %y, %z : index, index, index
        }
      }
    }
  }
  util.func public @main(%arg0: !hal.buffer_view, %arg1: !hal.buffer_view) -> !hal.buffer_view attributes {iree.abi.stub, iree.reflection = {iree.abi.declaration = "sync func @main(%input0: tensor<2xcomplex<f32>>, %input1: tensor<2xi32>) -> (%output0: tensor<2xcomplex<f32>>)"}} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %c2 = arith.constant 2 : index
    %element_type_complex3Cf323E = hal.element_type<complex<f32>> : i32
    %dense_row_major = hal.encoding_type<dense_row_major> : i32
    hal.buffer_view.assert<%arg0 : !hal.buffer_view> message("input0") shape([%c2]) type(%element_type_complex3Cf323E) encoding(%dense_row_major)
    %0 = stream.tensor.import on(#hal.device.affinity<@__device_0>) %arg0 : !hal.buffer_view -> tensor<2xcomplex<f32>> in !stream.resource<external>{%c16}
    %element_type_i32 = hal.element_type<i32> : i32
    hal.buffer_view.assert<%arg1 : !hal.buffer_view> message("input1") shape([%c2]) type(%element_type_i32) encoding(%dense_row_major)
    %1 = stream.tensor.import on(#hal.device.affinity<@__device_0>) %arg1 : !hal.buffer_view -> tensor<2xi32> in !stream.resource<external>{%c8}
    %2 = stream.cmd.execute on(#hal.device.affinity<@__device_0>) with(%0 as %arg2: !stream.resource<external>{%c16}, %1 as %arg3: !stream.resource<external>{%c8}) {
      stream.cmd.dispatch @main_dispatch_0::@rocm_hsaco_fb::@main_dispatch_0_scatter_2xcomplex_f32__dispatch_tensor_store {
        rw %arg2[%c0 for %c16] : !stream.resource<external>{%c16},
        ro %arg3[%c0 for %c8] : !stream.resource<external>{%c8}
      }
    } => !stream.timepoint
    %3 = stream.timepoint.await %2 => %0 : !stream.resource<external>{%c16}
    %4 = stream.tensor.export on(#hal.device.affinity<@__device_0>) %3 : tensor<2xcomplex<f32>> in !stream.resource<external>{%c16} -> !hal.buffer_view
    util.return %4 : !hal.buffer_view
  }
}

{-#
  external_resources: {
    mlir_reproducer: {
      pipeline: "builtin.module(hal.executable(hal.executable.variant(builtin.module(func.func(iree-codegen-gpu-distribute-copy-using-forall)))))",
      disable_threading: true,
      verify_each: true
    }
  }
#-}
