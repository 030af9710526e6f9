#executable_target_rocm_hsaco_fb = #hal.executable.target<"rocm", "rocm-hsaco-fb", {abi = "hip", iree.encoding.resolver = #iree_gpu.gpu_encoding_resolver<>, iree_codegen.default_tuning_spec = #rocm.builtin.tuning_module<"iree_default_tuning_spec_gfx942.mlir">, iree_codegen.target_info = #iree_gpu.target<arch = "gfx942", features = "", wgp = <compute = fp64|fp32|fp16|int64|int32|int16|int8, storage = b64|b32|b16|b8, subgroup = shuffle|arithmetic, dot = dp4xi8toi32, mma = [<MFMA_F32_16x16x16_BF16>, <MFMA_F32_32x32x8_BF16>, <MFMA_F32_16x16x32_F8E5M2FNUZ>, <MFMA_F32_16x16x32_F8E5M2FNUZ_F8E4M3FNUZ>, <MFMA_F32_16x16x32_F8E4M3FNUZ>, <MFMA_F32_16x16x32_F8E4M3FNUZ_F8E5M2FNUZ>, <MFMA_F32_32x32x16_F8E5M2FNUZ>, <MFMA_F32_32x32x16_F8E5M2FNUZ_F8E4M3FNUZ>, <MFMA_F32_32x32x16_F8E4M3FNUZ>, <MFMA_F32_32x32x16_F8E4M3FNUZ_F8E5M2FNUZ>, <MFMA_I32_16x16x32_I8>, <MFMA_I32_32x32x16_I8>, <MFMA_F64_16x16x4_F64>, <MFMA_F32_16x16x4_F32>, <MFMA_F32_16x16x16_F16>, <MFMA_F32_32x32x8_F16>, <MFMA_F32_4x4x4x16B_F16>, <MFMA_F32_16x16x4x4B_F16>, <MFMA_F32_32x32x4x2B_F16>, <MFMA_F32_4x4x4x16B_BF16>, <MFMA_F32_16x16x4x4B_BF16>, <MFMA_F32_32x32x4x2B_BF16>, <MFMA_F32_4x4x1x16B_F32>, <MFMA_F32_16x16x1x4B_F32>, <MFMA_F32_32x32x1x2B_F32>, <MFMA_F64_4x4x4x4B_F64>, <MFMA_I32_4x4x4x16B_I8>, <MFMA_I32_16x16x4x4B_I8>, <MFMA_I32_32x32x4x2B_I8>], subgroup_size_choices = [64], max_workgroup_sizes = [1024, 1024, 1024], max_thread_count_per_workgroup = 1024, max_workgroup_memory_bytes = 65536, max_workgroup_counts = [2147483647, 2147483647, 2147483647], max_load_instruction_bits = 128, simds_per_wgp = 4, vgpr_space_bits = 16384, dma_sizes = [32], workgroup_memory_bank_count = 32>>, ukernels = "none"}>
#pipeline_layout = #hal.pipeline.layout<bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, Indirect>], flags = Indirect>
#device_target_hip = #hal.device.target<"hip", [#executable_target_rocm_hsaco_fb]> : !hal.device
module attributes {stream.affinity.default = #hal.device.affinity<@__device_0>} {
  util.global private @__device_0 = #device_target_hip
  hal.executable private @main_dispatch_0 {
    hal.executable.variant public @rocm_hsaco_fb target(#executable_target_rocm_hsaco_fb) {
      hal.executable.export public @main_dispatch_0_elementwise_broadcast ordinal(0) layout(#pipeline_layout) count(%arg0: !hal.device) -> (index, index, index) {
        %c1 = arith.constant 1 : index
        hal.return %c1, %c1, %c1 : index, index, index
      }
      builtin.module {
        func.func @main_dispatch_0_elementwise_broadcast() attributes {gpu.known_block_size = array<i32: 1, 1, 1>} {
          %c7 = arith.constant 7 : index
          %c0 = arith.constant 0 : index
          %0 = hal.interface.binding.subspan layout(#pipeline_layout) binding(0) alignment(64) offset(%c0) flags("ReadOnly|Indirect") {iree_gpu.use_rocdl_buffer_instructions} : memref<8xcomplex<f32>, #gpu.address_space<global>>
          %assume_align = memref.assume_alignment %0, 64 : memref<8xcomplex<f32>, #gpu.address_space<global>>
          %1 = amdgpu.fat_raw_buffer_cast %assume_align resetOffset : memref<8xcomplex<f32>, #gpu.address_space<global>> to memref<8xcomplex<f32>, #amdgpu.address_space<fat_raw_buffer>>
          %2 = hal.interface.binding.subspan layout(#pipeline_layout) binding(1) alignment(64) offset(%c0) flags(Indirect) {iree_gpu.use_rocdl_buffer_instructions} : memref<complex<f32>, #gpu.address_space<global>>
          %assume_align_0 = memref.assume_alignment %2, 64 : memref<complex<f32>, #gpu.address_space<global>>
          %3 = amdgpu.fat_raw_buffer_cast %assume_align_0 resetOffset : memref<complex<f32>, #gpu.address_space<global>> to memref<complex<f32>, #amdgpu.address_space<fat_raw_buffer>>
          %alloc = memref.alloc() : memref<complex<f32>, #gpu.address_space<workgroup>>
          %4 = memref.load %1[%c7] : memref<8xcomplex<f32>, #amdgpu.address_space<fat_raw_buffer>>
          %5 = memref.load %1[%c7] : memref<8xcomplex<f32>, #amdgpu.address_space<fat_raw_buffer>>
          memref.store %4, %alloc[] : memref<complex<f32>, #gpu.address_space<workgroup>>
          %6 = memref.load %alloc[] : memref<complex<f32>, #gpu.address_space<workgroup>>
          %7 = complex.re %5 : complex<f32>
          %8 = complex.re %6 : complex<f32>
          %9 = arith.addf %7, %8 : f32
          %10 = complex.im %5 : complex<f32>
          %11 = complex.im %6 : complex<f32>
          %12 = arith.addf %10, %11 : f32
          %13 = complex.create %9, %12 : complex<f32>
          memref.store %13, %3[] : memref<complex<f32>, #amdgpu.address_space<fat_raw_buffer>>
          return
        }
        iree_codegen.dispatch_config @main_dispatch_0_elementwise_broadcast workgroup_size = [1, 1, 1] {
        ^bb0(%arg0: !hal.device):
          %c1 = arith.constant 1 : index
          iree_codegen.yield %c1, %c1, %c1 : index, index, index
        }
      }
    }
  }
  util.func public @main(%arg0: !hal.buffer_view) -> !hal.buffer_view attributes {iree.abi.stub, iree.reflection = {iree.abi.declaration = "sync func @main(%input0: tensor<8xcomplex<f32>>) -> (%output0: tensor<1xcomplex<f32>>)"}} {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %c8 = arith.constant 8 : index
    %element_type_complex3Cf323E = hal.element_type<complex<f32>> : i32
    %dense_row_major = hal.encoding_type<dense_row_major> : i32
    hal.buffer_view.assert<%arg0 : !hal.buffer_view> message("input0") shape([%c8]) type(%element_type_complex3Cf323E) encoding(%dense_row_major)
    %0 = stream.tensor.import on(#hal.device.affinity<@__device_0>) %arg0 : !hal.buffer_view -> tensor<8xcomplex<f32>> in !stream.resource<external>{%c64}
    %result, %result_timepoint = stream.resource.alloca uninitialized on(#hal.device.affinity<@__device_0>) : !stream.resource<external>{%c8} => !stream.timepoint
    %1 = stream.cmd.execute on(#hal.device.affinity<@__device_0>) await(%result_timepoint) => with(%0 as %arg1: !stream.resource<external>{%c64}, %result as %arg2: !stream.resource<external>{%c8}) {
      stream.cmd.dispatch @main_dispatch_0::@rocm_hsaco_fb::@main_dispatch_0_elementwise_broadcast {
        ro %arg1[%c0 for %c64] : !stream.resource<external>{%c64},
        wo %arg2[%c0 for %c8] : !stream.resource<external>{%c8}
      }
    } => !stream.timepoint
    %2 = stream.timepoint.await %1 => %result : !stream.resource<external>{%c8}
    %3 = stream.tensor.export on(#hal.device.affinity<@__device_0>) %2 : tensor<1xcomplex<f32>> in !stream.resource<external>{%c8} -> !hal.buffer_view
    util.return %3 : !hal.buffer_view
  }
}

{-#
  external_resources: {
    mlir_reproducer: {
      pipeline: "builtin.module(hal.executable(hal.executable.variant(builtin.module(iree-convert-to-rocdl))))",
      disable_threading: true,
      verify_each: true
    }
  }
#-}
