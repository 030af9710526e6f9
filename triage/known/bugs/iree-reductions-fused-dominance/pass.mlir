#config = #iree_cpu.lowering_config<vector_common_parallel = [8]>
#config1 = #iree_cpu.lowering_config<vector_common_parallel = [8, 0], vector_reduction = [0, 8]>
#config2 = #iree_cpu.lowering_config<distribution = [32, 0], vector_common_parallel = [8, 0], vector_reduction = [0, 8]>
#executable_target_embedded_elf_x86_64 = #hal.executable.target<"llvm-cpu", "embedded-elf-x86_64", {cpu = "x86-64-v3", cpu_features = "+avx,+avx2,+bmi,+bmi2,+cmov,+crc32,+cx16,+cx8,+f16c,+fma,+fxsr,+lzcnt,+mmx,+movbe,+popcnt,+sahf,+sse,+sse2,+sse3,+sse4.1,+sse4.2,+ssse3,+x87,+xsave", data_layout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128", iree.encoding.resolver = #iree_cpu.cpu_encoding_resolver<>, max_stack_allocation_size = 32768 : i64, native_vector_size = 32 : i64, target_triple = "x86_64-unknown-unknown-eabi-elf"}>
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#pipeline_layout = #hal.pipeline.layout<constants = 8, bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, Indirect>, #hal.pipeline.binding<storage_buffer, Indirect>, #hal.pipeline.binding<storage_buffer, Indirect>], flags = Indirect>
#translation = #iree_codegen.translation_info<pipeline = #iree_cpu.pipeline<DoubleTilingExpert>>
#device_target_local = #hal.device.target<"local", [#executable_target_embedded_elf_x86_64]> : !hal.device
module attributes {stream.affinity.default = #hal.device.affinity<@__device_0>} {
  util.global private @__device_0 = #device_target_local
  hal.executable private @main_dispatch_0 {
    hal.executable.variant public @embedded_elf_x86_64 target(#executable_target_embedded_elf_x86_64) {
      hal.executable.export public @main_dispatch_0_reduction_DxD_f32 ordinal(0) layout(#pipeline_layout) count(%arg0: !hal.device, %arg1: index, %arg2: index) -> (index, index, index) {
        %x, %y, %z = iree_tensor_ext.dispatch.workgroup_count_from_slice(%arg1, %arg2)
        hal.return %x, %y, %z : index, index, index
      }
      builtin.module {
        func.func @main_dispatch_0_reduction_DxD_f32() attributes {translation_info = #translation} {
          %c32_i64 = arith.constant 32 : i64
          %cst = arith.constant 0.000000e+00 : f32
          %c0 = arith.constant 0 : index
          %0 = hal.interface.constant.load layout(#pipeline_layout) ordinal(0) : i32
          %1 = hal.interface.constant.load layout(#pipeline_layout) ordinal(1) : i32
          %2 = hal.interface.constant.load layout(#pipeline_layout) ordinal(2) : i32
          %3 = hal.interface.constant.load layout(#pipeline_layout) ordinal(3) : i32
          %4 = hal.interface.constant.load layout(#pipeline_layout) ordinal(4) : i32
          %5 = hal.interface.constant.load layout(#pipeline_layout) ordinal(5) : i32
          %6 = hal.interface.constant.load layout(#pipeline_layout) ordinal(6) : i32
          %7 = hal.interface.constant.load layout(#pipeline_layout) ordinal(7) : i32
          %8 = arith.extui %0 : i32 to i64
          %9 = arith.extui %1 : i32 to i64
          %10 = arith.shli %9, %c32_i64 : i64
          %11 = arith.ori %8, %10 : i64
          %12 = arith.index_castui %11 {stream.alignment = 64 : index} : i64 to index
          %13 = arith.extui %2 : i32 to i64
          %14 = arith.extui %3 : i32 to i64
          %15 = arith.shli %14, %c32_i64 : i64
          %16 = arith.ori %13, %15 : i64
          %17 = arith.index_castui %16 : i64 to index
          %18 = arith.extui %4 : i32 to i64
          %19 = arith.extui %5 : i32 to i64
          %20 = arith.shli %19, %c32_i64 : i64
          %21 = arith.ori %18, %20 : i64
          %22 = arith.index_castui %21 : i64 to index
          %23 = arith.extui %6 : i32 to i64
          %24 = arith.extui %7 : i32 to i64
          %25 = arith.shli %24, %c32_i64 : i64
          %26 = arith.ori %23, %25 : i64
          %27 = arith.index_castui %26 : i64 to index
          %28:4 = util.assume.int 
              %12<umin = 0, umax = 36028797018963968, udiv = 64>, 
              %17<umin = 0, umax = 72057594037927936, udiv = 64>, 
              %22<umin = 0, umax = 9007199254740991>, 
              %27<umin = 0, umax = 9007199254740991>
            : index, index, index, index
          %29 = iree_tensor_ext.dispatch.workload.ordinal %28#2, 0 : index
          %30 = iree_tensor_ext.dispatch.workload.ordinal %28#3, 1 : index
          %31 = hal.interface.binding.subspan layout(#pipeline_layout) binding(0) alignment(64) offset(%c0) flags("ReadOnly|Indirect") : memref<?x?xf32, #hal.descriptor_type<storage_buffer>>{%30, %29}
          %32 = hal.interface.binding.subspan layout(#pipeline_layout) binding(1) alignment(64) offset(%c0) flags(Indirect) : memref<?xf32, #hal.descriptor_type<storage_buffer>>{%30}
          %33 = hal.interface.binding.subspan layout(#pipeline_layout) binding(2) alignment(64) offset(%28#0) flags(Indirect) : memref<?xf32, strided<[1], offset: ?>, #hal.descriptor_type<storage_buffer>>{%30}
          %34 = hal.interface.binding.subspan layout(#pipeline_layout) binding(3) alignment(64) offset(%28#1) flags(Indirect) : memref<?xf32, strided<[1], offset: ?>, #hal.descriptor_type<storage_buffer>>{%30}
          %35 = iree_codegen.load_from_buffer %31 : memref<?x?xf32, #hal.descriptor_type<storage_buffer>> -> tensor<?x?xf32>
          %36 = tensor.empty(%30) : tensor<?xf32>
          %37 = linalg.fill {lowering_config = #config} ins(%cst : f32) outs(%36 : tensor<?xf32>) -> tensor<?xf32>
          %38 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%35 : tensor<?x?xf32>) outs(%37 : tensor<?xf32>) attrs =  {lowering_config = #config1} {
          ^bb0(%in: f32, %out: f32):
            %41 = arith.addf %out, %in : f32
            linalg.yield %41 : f32
          } -> tensor<?xf32>
          %39 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%35 : tensor<?x?xf32>) outs(%38 : tensor<?xf32>) attrs =  {lowering_config = #config1} {
          ^bb0(%in: f32, %out: f32):
            %41 = arith.addf %out, %in : f32
            linalg.yield %41 : f32
          } -> tensor<?xf32>
          %40 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%35 : tensor<?x?xf32>) outs(%39 : tensor<?xf32>) attrs =  {lowering_config = #config2} {
          ^bb0(%in: f32, %out: f32):
            %41 = arith.addf %out, %in : f32
            linalg.yield %41 : f32
          } -> tensor<?xf32>
          iree_codegen.store_to_buffer %40, %32 : tensor<?xf32> into memref<?xf32, #hal.descriptor_type<storage_buffer>>
          iree_codegen.store_to_buffer %39, %33 : tensor<?xf32> into memref<?xf32, strided<[1], offset: ?>, #hal.descriptor_type<storage_buffer>>
          iree_codegen.store_to_buffer %38, %34 : tensor<?xf32> into memref<?xf32, strided<[1], offset: ?>, #hal.descriptor_type<storage_buffer>>
          return
        }
        iree_codegen.dispatch_config @main_dispatch_0_reduction_DxD_f32 {
        ^bb0(%arg0: !hal.device, %arg1: index, %arg2: index):
          %x, %y, %z = iree_tensor_ext.dispatch.workgroup_count_from_slice(%arg1, %arg2)
          iree_codegen.yield %x, %y, %z : index, index, index
        }
      }
    }
  }
  util.func public @main(%arg0: !hal.buffer_view) -> (!hal.buffer_view, !hal.buffer_view, !hal.buffer_view) attributes {iree.abi.stub, iree.reflection = {iree.abi.declaration = "sync func @main(%input0: tensor<?x?xf32>) -> (%output0: tensor<?xf32>, %output1: tensor<?xf32>, %output2: tensor<?xf32>)"}} {
    %c32_i64 = arith.constant 32 : i64
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %c4 = arith.constant 4 : index
    %0 = hal.buffer_view.dim<%arg0 : !hal.buffer_view>[0] : index
    %1 = hal.buffer_view.dim<%arg0 : !hal.buffer_view>[1] : index
    %element_type_f32 = hal.element_type<f32> : i32
    %dense_row_major = hal.encoding_type<dense_row_major> : i32
    hal.buffer_view.assert<%arg0 : !hal.buffer_view> message("input0") shape([%0, %1]) type(%element_type_f32) encoding(%dense_row_major)
    %2 = arith.muli %0, %c4 : index
    %3 = arith.muli %2, %1 : index
    %4 = stream.tensor.import on(#hal.device.affinity<@__device_0>) %arg0 : !hal.buffer_view -> tensor<?x?xf32>{%0, %1} in !stream.resource<external>{%3}
    %5 = util.align %2, %c64 : index
    %6 = arith.addi %5, %5 : index
    %7 = arith.addi %6, %5 : index
    %result, %result_timepoint = stream.resource.alloca uninitialized on(#hal.device.affinity<@__device_0>) : !stream.resource<external>{%7} => !stream.timepoint
    %8 = arith.index_castui %5 : index to i64
    %9 = arith.index_castui %5 : index to i32
    %10 = arith.shrui %8, %c32_i64 : i64
    %11 = arith.trunci %10 : i64 to i32
    %12 = arith.index_castui %6 : index to i64
    %13 = arith.index_castui %6 : index to i32
    %14 = arith.shrui %12, %c32_i64 : i64
    %15 = arith.trunci %14 : i64 to i32
    %16 = arith.index_castui %1 : index to i64
    %17 = arith.index_castui %1 : index to i32
    %18 = arith.shrui %16, %c32_i64 : i64
    %19 = arith.trunci %18 : i64 to i32
    %20 = arith.index_castui %0 : index to i64
    %21 = arith.index_castui %0 : index to i32
    %22 = arith.shrui %20, %c32_i64 : i64
    %23 = arith.trunci %22 : i64 to i32
    %24 = stream.cmd.execute on(#hal.device.affinity<@__device_0>) await(%result_timepoint) => with(%4 as %arg1: !stream.resource<external>{%3}, %result as %arg2: !stream.resource<external>{%7}) {
      stream.cmd.dispatch @main_dispatch_0::@embedded_elf_x86_64::@main_dispatch_0_reduction_DxD_f32[%1, %0](%9, %11, %13, %15, %17, %19, %21, %23 : i32, i32, i32, i32, i32, i32, i32, i32) {
        ro %arg1[%c0 for %3] : !stream.resource<external>{%3},
        wo %arg2[%c0 for %7] : !stream.resource<external>{%7},
        wo %arg2[%c0 for %7] : !stream.resource<external>{%7},
        wo %arg2[%c0 for %7] : !stream.resource<external>{%7}
      }
    } => !stream.timepoint
    %25 = stream.timepoint.await %24 => %result : !stream.resource<external>{%7}
    %26 = stream.resource.subview %25[%6] : !stream.resource<external>{%7} -> !stream.resource<external>{%2}
    %27 = stream.resource.subview %25[%5] : !stream.resource<external>{%7} -> !stream.resource<external>{%2}
    %28 = stream.resource.subview %25[%c0] : !stream.resource<external>{%7} -> !stream.resource<external>{%2}
    %29 = stream.tensor.export on(#hal.device.affinity<@__device_0>) %26 : tensor<?xf32>{%0} in !stream.resource<external>{%2} -> !hal.buffer_view
    %30 = stream.tensor.export on(#hal.device.affinity<@__device_0>) %27 : tensor<?xf32>{%0} in !stream.resource<external>{%2} -> !hal.buffer_view
    %31 = stream.tensor.export on(#hal.device.affinity<@__device_0>) %28 : tensor<?xf32>{%0} in !stream.resource<external>{%2} -> !hal.buffer_view
    util.return %29, %30, %31 : !hal.buffer_view, !hal.buffer_view, !hal.buffer_view
  }
}

{-#
  external_resources: {
    mlir_reproducer: {
      pipeline: "builtin.module(hal.executable(hal.executable.variant(builtin.module(func.func(iree-codegen-tile-and-distribute-to-workgroups-using-forall-op{transpose-workgroup=false})))))",
      disable_threading: true,
      verify_each: true
    }
  }
#-}
