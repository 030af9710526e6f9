#executable_target_embedded_elf_x86_64 = #hal.executable.target<"llvm-cpu", "embedded-elf-x86_64", {cpu = "x86-64-v3", cpu_features = "+avx,+avx2,+bmi,+bmi2,+cmov,+crc32,+cx16,+cx8,+f16c,+fma,+fxsr,+lzcnt,+mmx,+movbe,+popcnt,+sahf,+sse,+sse2,+sse3,+sse4.1,+sse4.2,+ssse3,+x87,+xsave", data_layout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128", iree.encoding.resolver = #iree_cpu.cpu_encoding_resolver<>, max_stack_allocation_size = 32768 : i64, native_vector_size = 32 : i64, target_triple = "x86_64-unknown-unknown-eabi-elf"}>
#map = affine_map<(d0)[s0] -> (-d0 + s0, 64)>
#map1 = affine_map<()[s0] -> ((s0 floordiv 8) * 8, 0)>
#map2 = affine_map<()[s0, s1, s2] -> (s0 + s1 + s2)>
#map3 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map4 = affine_map<(d0, d1, d2) -> (d2, d0, d1)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map6 = affine_map<(d0)[s0] -> (-d0 + s0)>
#map7 = affine_map<(d0)[s0] -> (-d0 + s0, 8)>
#map8 = affine_map<(d0, d1)[s0] -> (-d0 - d1 + s0, 8)>
#pipeline_layout = #hal.pipeline.layout<constants = 6, bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, Indirect>, #hal.pipeline.binding<storage_buffer, Indirect>], flags = Indirect>
#translation = #iree_codegen.translation_info<pipeline = #iree_cpu.pipeline<DoubleTilingExpert>, {enable_loop_peeling}>
#device_target_local = #hal.device.target<"local", [#executable_target_embedded_elf_x86_64]> : !hal.device
module attributes {stream.affinity.default = #hal.device.affinity<@__device_0>} {
  util.global private @__device_0 = #device_target_local
  hal.executable private @main_dispatch_0 {
    hal.executable.variant public @embedded_elf_x86_64 target(#executable_target_embedded_elf_x86_64) {
      hal.executable.export public @main_dispatch_0_matvec_like_DxDxD_f32 ordinal(0) layout(#pipeline_layout) count(%arg0: !hal.device, %arg1: index, %arg2: index) -> (index, index, index) {
        %x, %y, %z = iree_tensor_ext.dispatch.workgroup_count_from_slice(%arg1, %arg2)
        hal.return %x, %y, %z : index, index, index
      }
      builtin.module {
        func.func @main_dispatch_0_matvec_like_DxDxD_f32() attributes {translation_info = #translation} {
          %cst = arith.constant dense<0.000000e+00> : vector<7x8xf32>
          %cst_0 = arith.constant dense<0.000000e+00> : vector<8x7xf32>
          %cst_1 = arith.constant dense<0.000000e+00> : vector<8x8xf32>
          %0 = ub.poison : f32
          %c64 = arith.constant 64 : index
          %c8 = arith.constant 8 : index
          %c32_i64 = arith.constant 32 : i64
          %c0 = arith.constant 0 : index
          %1 = hal.interface.constant.load layout(#pipeline_layout) ordinal(0) : i32
          %2 = hal.interface.constant.load layout(#pipeline_layout) ordinal(1) : i32
          %3 = hal.interface.constant.load layout(#pipeline_layout) ordinal(2) : i32
          %4 = hal.interface.constant.load layout(#pipeline_layout) ordinal(3) : i32
          %5 = hal.interface.constant.load layout(#pipeline_layout) ordinal(4) : i32
          %6 = hal.interface.constant.load layout(#pipeline_layout) ordinal(5) : i32
          %7 = arith.extui %1 : i32 to i64
          %8 = arith.extui %2 : i32 to i64
          %9 = arith.shli %8, %c32_i64 : i64
          %10 = arith.ori %7, %9 : i64
          %11 = arith.index_castui %10 {stream.alignment = 64 : index} : i64 to index
          %12 = arith.extui %3 : i32 to i64
          %13 = arith.extui %4 : i32 to i64
          %14 = arith.shli %13, %c32_i64 : i64
          %15 = arith.ori %12, %14 : i64
          %16 = arith.index_castui %15 : i64 to index
          %17 = arith.extui %5 : i32 to i64
          %18 = arith.extui %6 : i32 to i64
          %19 = arith.shli %18, %c32_i64 : i64
          %20 = arith.ori %17, %19 : i64
          %21 = arith.index_castui %20 : i64 to index
          %22:3 = util.assume.int 
              %11<udiv = 64>, 
              %16<umin = 0, umax = 9007199254740991>, 
              %21<umin = 0, umax = 9007199254740991>
            : index, index, index
          %23 = iree_tensor_ext.dispatch.workload.ordinal %22#1, 0 : index
          %24 = iree_tensor_ext.dispatch.workload.ordinal %22#2, 1 : index
          %25 = hal.interface.binding.subspan layout(#pipeline_layout) binding(0) alignment(64) offset(%c0) flags("ReadOnly|Indirect") : memref<?x?xf32, #hal.descriptor_type<storage_buffer>>{%24, %23}
          %26 = hal.interface.binding.subspan layout(#pipeline_layout) binding(1) alignment(64) offset(%c0) flags(Indirect) : memref<?x?xf32, #hal.descriptor_type<storage_buffer>>{%24, %24}
          %27 = hal.interface.binding.subspan layout(#pipeline_layout) binding(2) alignment(64) offset(%22#0) flags(Indirect) : memref<?x?xf32, strided<[?, 1], offset: ?>, #hal.descriptor_type<storage_buffer>>{%24, %24}
          %28 = iree_codegen.load_from_buffer %25 : memref<?x?xf32, #hal.descriptor_type<storage_buffer>> -> tensor<?x?xf32>
          %29 = tensor.empty(%24, %24) : tensor<?x?xf32>
          %30:2 = scf.forall (%arg0, %arg1) = (0, 0) to (%24, %24) step (64, 64) shared_outs(%arg2 = %29, %arg3 = %29) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
            %31 = affine.min #map(%arg0)[%24]
            %32 = affine.min #map(%arg1)[%24]
            %extracted_slice = tensor.extract_slice %arg3[%arg0, %arg1] [%31, %32] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
            %33 = tensor.empty(%31, %32) : tensor<?x?xf32>
            %34:2 = scf.for %arg4 = %c0 to %31 step %c64 iter_args(%arg5 = %33, %arg6 = %extracted_slice) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
              %35:2 = scf.for %arg7 = %c0 to %32 step %c64 iter_args(%arg8 = %arg5, %arg9 = %arg6) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
                %36 = affine.min #map(%arg4)[%31]
                %37 = affine.min #map(%arg7)[%32]
                %extracted_slice_2 = tensor.extract_slice %arg8[%arg4, %arg7] [%36, %37] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
                %extracted_slice_3 = tensor.extract_slice %arg9[%arg4, %arg7] [%36, %37] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
                %38 = affine.max #map1()[%36]
                %39:2 = scf.for %arg10 = %c0 to %38 step %c8 iter_args(%arg11 = %extracted_slice_2, %arg12 = %extracted_slice_3) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
                  %41 = affine.max #map1()[%37]
                  %42:2 = scf.for %arg13 = %c0 to %41 step %c8 iter_args(%arg14 = %arg11, %arg15 = %arg12) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
                    %extracted_slice_5 = tensor.extract_slice %arg15[%arg10, %arg13] [8, 8] [1, 1] : tensor<?x?xf32> to tensor<8x8xf32>
                    %44 = affine.max #map1()[%23]
                    %45:2 = scf.for %arg16 = %c0 to %44 step %c8 iter_args(%arg17 = %extracted_slice_5, %arg18 = %cst_1) -> (tensor<8x8xf32>, vector<8x8xf32>) {
                      %48 = affine.apply #map2()[%arg13, %arg7, %arg1]
                      %49 = affine.apply #map2()[%arg10, %arg4, %arg0]
                      %50 = vector.transfer_read %28[%49, %48], %0 {in_bounds = [true, true]} : tensor<?x?xf32>, vector<8x8xf32>
                      %51 = arith.addf %50, %50 : vector<8x8xf32>
                      %52 = vector.transfer_write %51, %arg17[%c0, %c0] {in_bounds = [true, true]} : vector<8x8xf32>, tensor<8x8xf32>
                      %53 = vector.transfer_read %28[%48, %arg16], %0 {in_bounds = [true, true]} : tensor<?x?xf32>, vector<8x8xf32>
                      %54 = vector.broadcast %51 : vector<8x8xf32> to vector<8x8x8xf32>
                      %55 = vector.contract {indexing_maps = [#map3, #map4, #map5], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %53, %54, %arg18 : vector<8x8xf32>, vector<8x8x8xf32> into vector<8x8xf32>
                      scf.yield %52, %55 : tensor<8x8xf32>, vector<8x8xf32>
                    }
                    %46:2 = scf.for %arg16 = %44 to %23 step %c8 iter_args(%arg17 = %45#0, %arg18 = %45#1) -> (tensor<8x8xf32>, vector<8x8xf32>) {
                      %48 = affine.apply #map6(%arg16)[%23]
                      %49 = affine.apply #map2()[%arg13, %arg7, %arg1]
                      %extracted_slice_7 = tensor.extract_slice %28[%49, %arg16] [8, %48] [1, 1] : tensor<?x?xf32> to tensor<8x?xf32>
                      %50 = affine.apply #map2()[%arg10, %arg4, %arg0]
                      %51 = vector.transfer_read %28[%50, %49], %0 {in_bounds = [true, true]} : tensor<?x?xf32>, vector<8x8xf32>
                      %52 = arith.addf %51, %51 : vector<8x8xf32>
                      %53 = vector.transfer_write %52, %arg17[%c0, %c0] {in_bounds = [true, true]} : vector<8x8xf32>, tensor<8x8xf32>
                      %54 = vector.create_mask %c8, %48 : vector<8x7xi1>
                      %55 = vector.transfer_read %extracted_slice_7[%c0, %c0], %0, %54 {in_bounds = [true, true]} : tensor<8x?xf32>, vector<8x7xf32>
                      %56 = vector.broadcast %52 : vector<8x8xf32> to vector<7x8x8xf32>
                      %57 = vector.create_mask %c8, %c8, %48 : vector<8x8x7xi1>
                      %58 = vector.mask %57 { vector.contract {indexing_maps = [#map3, #map4, #map5], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %55, %56, %arg18 : vector<8x7xf32>, vector<7x8x8xf32> into vector<8x8xf32> } : vector<8x8x7xi1> -> vector<8x8xf32>
                      scf.yield %53, %58 : tensor<8x8xf32>, vector<8x8xf32>
                    }
                    %47 = vector.transfer_write %46#1, %arg14[%arg10, %arg13] {in_bounds = [true, true]} : vector<8x8xf32>, tensor<?x?xf32>
                    %inserted_slice_6 = tensor.insert_slice %46#0 into %arg15[%arg10, %arg13] [8, 8] [1, 1] : tensor<8x8xf32> into tensor<?x?xf32>
                    scf.yield %47, %inserted_slice_6 : tensor<?x?xf32>, tensor<?x?xf32>
                  }
                  %43:2 = scf.for %arg13 = %41 to %37 step %c8 iter_args(%arg14 = %42#0, %arg15 = %42#1) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
                    %44 = affine.apply #map6(%arg13)[%37]
                    %extracted_slice_5 = tensor.extract_slice %arg14[%arg10, %arg13] [8, %44] [1, 1] : tensor<?x?xf32> to tensor<8x?xf32>
                    %extracted_slice_6 = tensor.extract_slice %arg15[%arg10, %arg13] [8, %44] [1, 1] : tensor<?x?xf32> to tensor<8x?xf32>
                    %45 = vector.create_mask %c8, %44 : vector<8x7xi1>
                    %46 = vector.transfer_write %cst_0, %extracted_slice_5[%c0, %c0], %45 {in_bounds = [true, true]} : vector<8x7xf32>, tensor<8x?xf32>
                    %47 = affine.max #map1()[%23]
                    %extracted_slice_7 = tensor.extract_slice %46[0, 0] [8, %44] [1, 1] : tensor<8x?xf32> to tensor<8x?xf32>
                    %extracted_slice_8 = tensor.extract_slice %extracted_slice_6[0, 0] [8, %44] [1, 1] : tensor<8x?xf32> to tensor<8x?xf32>
                    %48:2 = scf.for %arg16 = %c0 to %47 step %c8 iter_args(%arg17 = %extracted_slice_7, %arg18 = %extracted_slice_8) -> (tensor<8x?xf32>, tensor<8x?xf32>) {
                      %50 = affine.apply #map2()[%arg13, %arg7, %arg1]
                      %extracted_slice_13 = tensor.extract_slice %28[%50, %arg16] [%44, 8] [1, 1] : tensor<?x?xf32> to tensor<?x8xf32>
                      %51 = affine.apply #map2()[%arg10, %arg4, %arg0]
                      %extracted_slice_14 = tensor.extract_slice %28[%51, %50] [8, %44] [1, 1] : tensor<?x?xf32> to tensor<8x?xf32>
                      %52 = vector.transfer_read %extracted_slice_14[%c0, %c0], %0, %45 {in_bounds = [true, true]} : tensor<8x?xf32>, vector<8x7xf32>
                      %53 = arith.addf %52, %52 : vector<8x7xf32>
                      %54 = vector.transfer_write %53, %arg18[%c0, %c0], %45 {in_bounds = [true, true]} : vector<8x7xf32>, tensor<8x?xf32>
                      %extracted_slice_15 = tensor.extract_slice %arg17[0, 0] [8, %44] [1, 1] : tensor<8x?xf32> to tensor<8x?xf32>
                      %55 = vector.create_mask %44, %c8 : vector<7x8xi1>
                      %56 = vector.transfer_read %extracted_slice_13[%c0, %c0], %0, %55 {in_bounds = [true, true]} : tensor<?x8xf32>, vector<7x8xf32>
                      %57 = vector.transfer_read %arg18[%c0, %c0], %0 {in_bounds = [true, true]} : tensor<8x?xf32>, vector<8x7xf32>
                      %58 = arith.select %45, %53, %57 : vector<8x7xi1>, vector<8x7xf32>
                      %59 = vector.broadcast %58 : vector<8x7xf32> to vector<8x8x7xf32>
                      %60 = vector.transfer_read %arg17[%c0, %c0], %0, %45 {in_bounds = [true, true]} : tensor<8x?xf32>, vector<8x7xf32>
                      %61 = vector.create_mask %c8, %44, %c8 : vector<8x7x8xi1>
                      %62 = vector.mask %61 { vector.contract {indexing_maps = [#map3, #map4, #map5], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %56, %59, %60 : vector<7x8xf32>, vector<8x8x7xf32> into vector<8x7xf32> } : vector<8x7x8xi1> -> vector<8x7xf32>
                      %63 = vector.transfer_write %62, %extracted_slice_15[%c0, %c0], %45 {in_bounds = [true, true]} : vector<8x7xf32>, tensor<8x?xf32>
                      %inserted_slice_16 = tensor.insert_slice %63 into %arg17[0, 0] [8, %44] [1, 1] : tensor<8x?xf32> into tensor<8x?xf32>
                      scf.yield %inserted_slice_16, %54 : tensor<8x?xf32>, tensor<8x?xf32>
                    }
                    %49:2 = scf.for %arg16 = %47 to %23 step %c8 iter_args(%arg17 = %48#0, %arg18 = %48#1) -> (tensor<8x?xf32>, tensor<8x?xf32>) {
                      %50 = affine.apply #map6(%arg16)[%23]
                      %51 = affine.apply #map2()[%arg13, %arg7, %arg1]
                      %extracted_slice_13 = tensor.extract_slice %28[%51, %arg16] [%44, %50] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
                      %52 = affine.apply #map2()[%arg10, %arg4, %arg0]
                      %extracted_slice_14 = tensor.extract_slice %28[%52, %51] [8, %44] [1, 1] : tensor<?x?xf32> to tensor<8x?xf32>
                      %53 = vector.transfer_read %extracted_slice_14[%c0, %c0], %0, %45 {in_bounds = [true, true]} : tensor<8x?xf32>, vector<8x7xf32>
                      %54 = arith.addf %53, %53 : vector<8x7xf32>
                      %55 = vector.transfer_write %54, %arg18[%c0, %c0], %45 {in_bounds = [true, true]} : vector<8x7xf32>, tensor<8x?xf32>
                      %extracted_slice_15 = tensor.extract_slice %arg17[0, 0] [8, %44] [1, 1] : tensor<8x?xf32> to tensor<8x?xf32>
                      %56 = vector.create_mask %44, %50 : vector<7x7xi1>
                      %57 = vector.transfer_read %extracted_slice_13[%c0, %c0], %0, %56 {in_bounds = [true, true]} : tensor<?x?xf32>, vector<7x7xf32>
                      %58 = vector.transfer_read %arg18[%c0, %c0], %0 {in_bounds = [true, true]} : tensor<8x?xf32>, vector<8x7xf32>
                      %59 = arith.select %45, %54, %58 : vector<8x7xi1>, vector<8x7xf32>
                      %60 = vector.broadcast %59 : vector<8x7xf32> to vector<7x8x7xf32>
                      %61 = vector.transfer_read %arg17[%c0, %c0], %0, %45 {in_bounds = [true, true]} : tensor<8x?xf32>, vector<8x7xf32>
                      %62 = vector.create_mask %c8, %44, %50 : vector<8x7x7xi1>
                      %63 = vector.mask %62 { vector.contract {indexing_maps = [#map3, #map4, #map5], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %57, %60, %61 : vector<7x7xf32>, vector<7x8x7xf32> into vector<8x7xf32> } : vector<8x7x7xi1> -> vector<8x7xf32>
                      %64 = vector.transfer_write %63, %extracted_slice_15[%c0, %c0], %45 {in_bounds = [true, true]} : vector<8x7xf32>, tensor<8x?xf32>
                      %inserted_slice_16 = tensor.insert_slice %64 into %arg17[0, 0] [8, %44] [1, 1] : tensor<8x?xf32> into tensor<8x?xf32>
                      scf.yield %inserted_slice_16, %55 : tensor<8x?xf32>, tensor<8x?xf32>
                    }
                    %inserted_slice_9 = tensor.insert_slice %49#1 into %extracted_slice_6[0, 0] [8, %44] [1, 1] : tensor<8x?xf32> into tensor<8x?xf32>
                    %inserted_slice_10 = tensor.insert_slice %49#0 into %46[0, 0] [8, %44] [1, 1] : tensor<8x?xf32> into tensor<8x?xf32>
                    %inserted_slice_11 = tensor.insert_slice %inserted_slice_10 into %arg14[%arg10, %arg13] [8, %44] [1, 1] : tensor<8x?xf32> into tensor<?x?xf32>
                    %inserted_slice_12 = tensor.insert_slice %inserted_slice_9 into %arg15[%arg10, %arg13] [8, %44] [1, 1] : tensor<8x?xf32> into tensor<?x?xf32>
                    scf.yield %inserted_slice_11, %inserted_slice_12 : tensor<?x?xf32>, tensor<?x?xf32>
                  }
                  scf.yield %43#0, %43#1 : tensor<?x?xf32>, tensor<?x?xf32>
                }
                %40:2 = scf.for %arg10 = %38 to %36 step %c8 iter_args(%arg11 = %39#0, %arg12 = %39#1) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
                  %41:2 = scf.for %arg13 = %c0 to %37 step %c8 iter_args(%arg14 = %arg11, %arg15 = %arg12) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
                    %42 = affine.apply #map6(%arg10)[%36]
                    %43 = affine.min #map7(%arg13)[%37]
                    %extracted_slice_5 = tensor.extract_slice %arg14[%arg10, %arg13] [%42, %43] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
                    %extracted_slice_6 = tensor.extract_slice %arg15[%arg10, %arg13] [%42, %43] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
                    %44 = vector.create_mask %42, %43 : vector<7x8xi1>
                    %45 = vector.transfer_write %cst, %extracted_slice_5[%c0, %c0], %44 {in_bounds = [true, true]} : vector<7x8xf32>, tensor<?x?xf32>
                    %46 = affine.max #map1()[%23]
                    %extracted_slice_7 = tensor.extract_slice %45[0, 0] [%42, %43] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
                    %extracted_slice_8 = tensor.extract_slice %extracted_slice_6[0, 0] [%42, %43] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
                    %47:2 = scf.for %arg16 = %c0 to %46 step %c8 iter_args(%arg17 = %extracted_slice_7, %arg18 = %extracted_slice_8) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
                      %49 = affine.apply #map2()[%arg13, %arg7, %arg1]
                      %extracted_slice_13 = tensor.extract_slice %28[%49, %arg16] [%43, 8] [1, 1] : tensor<?x?xf32> to tensor<?x8xf32>
                      %50 = affine.apply #map2()[%arg10, %arg4, %arg0]
                      %extracted_slice_14 = tensor.extract_slice %28[%50, %49] [%42, %43] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
                      %51 = vector.transfer_read %extracted_slice_14[%c0, %c0], %0, %44 {in_bounds = [true, true]} : tensor<?x?xf32>, vector<7x8xf32>
                      %52 = arith.addf %51, %51 : vector<7x8xf32>
                      %53 = vector.transfer_write %52, %arg18[%c0, %c0], %44 {in_bounds = [true, true]} : vector<7x8xf32>, tensor<?x?xf32>
                      %54 = vector.create_mask %43, %c8 : vector<8x8xi1>
                      %55 = vector.transfer_read %extracted_slice_13[%c0, %c0], %0, %54 {in_bounds = [true, true]} : tensor<?x8xf32>, vector<8x8xf32>
                      %56 = scf.for %arg19 = %c0 to %42 step %c8 iter_args(%arg20 = %arg17) -> (tensor<?x?xf32>) {
                        %57 = affine.min #map8(%arg19, %arg10)[%36]
                        %extracted_slice_15 = tensor.extract_slice %arg20[%arg19, 0] [%57, %43] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
                        %extracted_slice_16 = tensor.extract_slice %53[%arg19, 0] [%57, %43] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
                        %58 = vector.create_mask %57, %43 : vector<8x8xi1>
                        %59 = vector.transfer_read %extracted_slice_16[%c0, %c0], %0, %58 {in_bounds = [true, true]} : tensor<?x?xf32>, vector<8x8xf32>
                        %60 = vector.broadcast %59 : vector<8x8xf32> to vector<8x8x8xf32>
                        %61 = vector.transfer_read %extracted_slice_15[%c0, %c0], %0, %58 {in_bounds = [true, true]} : tensor<?x?xf32>, vector<8x8xf32>
                        %62 = vector.create_mask %57, %43, %c8 : vector<8x8x8xi1>
                        %63 = vector.mask %62 { vector.contract {indexing_maps = [#map3, #map4, #map5], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %55, %60, %61 : vector<8x8xf32>, vector<8x8x8xf32> into vector<8x8xf32> } : vector<8x8x8xi1> -> vector<8x8xf32>
                        %64 = vector.transfer_write %63, %extracted_slice_15[%c0, %c0], %58 {in_bounds = [true, true]} : vector<8x8xf32>, tensor<?x?xf32>
                        %inserted_slice_17 = tensor.insert_slice %64 into %arg20[%arg19, 0] [%57, %43] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
                        scf.yield %inserted_slice_17 : tensor<?x?xf32>
                      }
                      scf.yield %56, %53 : tensor<?x?xf32>, tensor<?x?xf32>
                    }
                    %48:2 = scf.for %arg16 = %46 to %23 step %c8 iter_args(%arg17 = %47#0, %arg18 = %47#1) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
                      %49 = affine.apply #map6(%arg16)[%23]
                      %50 = affine.apply #map2()[%arg13, %arg7, %arg1]
                      %extracted_slice_13 = tensor.extract_slice %28[%50, %arg16] [%43, %49] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
                      %51 = affine.apply #map2()[%arg10, %arg4, %arg0]
                      %extracted_slice_14 = tensor.extract_slice %28[%51, %50] [%42, %43] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
                      %52 = vector.transfer_read %extracted_slice_14[%c0, %c0], %0, %44 {in_bounds = [true, true]} : tensor<?x?xf32>, vector<7x8xf32>
                      %53 = arith.addf %52, %52 : vector<7x8xf32>
                      %54 = vector.transfer_write %53, %arg18[%c0, %c0], %44 {in_bounds = [true, true]} : vector<7x8xf32>, tensor<?x?xf32>
                      %55 = vector.create_mask %43, %49 : vector<8x7xi1>
                      %56 = vector.transfer_read %extracted_slice_13[%c0, %c0], %0, %55 {in_bounds = [true, true]} : tensor<?x?xf32>, vector<8x7xf32>
                      %57 = scf.for %arg19 = %c0 to %42 step %c8 iter_args(%arg20 = %arg17) -> (tensor<?x?xf32>) {
                        %58 = affine.min #map8(%arg19, %arg10)[%36]
                        %extracted_slice_15 = tensor.extract_slice %arg20[%arg19, 0] [%58, %43] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
                        %extracted_slice_16 = tensor.extract_slice %54[%arg19, 0] [%58, %43] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
                        %59 = vector.create_mask %58, %43 : vector<8x8xi1>
                        %60 = vector.transfer_read %extracted_slice_16[%c0, %c0], %0, %59 {in_bounds = [true, true]} : tensor<?x?xf32>, vector<8x8xf32>
                        %61 = vector.broadcast %60 : vector<8x8xf32> to vector<7x8x8xf32>
                        %62 = vector.transfer_read %extracted_slice_15[%c0, %c0], %0, %59 {in_bounds = [true, true]} : tensor<?x?xf32>, vector<8x8xf32>
                        %63 = vector.create_mask %58, %43, %49 : vector<8x8x7xi1>
                        %64 = vector.mask %63 { vector.contract {indexing_maps = [#map3, #map4, #map5], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %56, %61, %62 : vector<8x7xf32>, vector<7x8x8xf32> into vector<8x8xf32> } : vector<8x8x7xi1> -> vector<8x8xf32>
                        %65 = vector.transfer_write %64, %extracted_slice_15[%c0, %c0], %59 {in_bounds = [true, true]} : vector<8x8xf32>, tensor<?x?xf32>
                        %inserted_slice_17 = tensor.insert_slice %65 into %arg20[%arg19, 0] [%58, %43] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
                        scf.yield %inserted_slice_17 : tensor<?x?xf32>
                      }
                      scf.yield %57, %54 : tensor<?x?xf32>, tensor<?x?xf32>
                    }
                    %inserted_slice_9 = tensor.insert_slice %48#1 into %extracted_slice_6[0, 0] [%42, %43] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
                    %inserted_slice_10 = tensor.insert_slice %48#0 into %45[0, 0] [%42, %43] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
                    %inserted_slice_11 = tensor.insert_slice %inserted_slice_10 into %arg14[%arg10, %arg13] [%42, %43] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
                    %inserted_slice_12 = tensor.insert_slice %inserted_slice_9 into %arg15[%arg10, %arg13] [%42, %43] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
                    scf.yield %inserted_slice_11, %inserted_slice_12 : tensor<?x?xf32>, tensor<?x?xf32>
                  }
                  scf.yield %41#0, %41#1 : tensor<?x?xf32>, tensor<?x?xf32>
                }
                %inserted_slice = tensor.insert_slice %40#0 into %arg8[%arg4, %arg7] [%36, %37] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
                %inserted_slice_4 = tensor.insert_slice %40#1 into %arg9[%arg4, %arg7] [%36, %37] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
                scf.yield %inserted_slice, %inserted_slice_4 : tensor<?x?xf32>, tensor<?x?xf32>
              }
              scf.yield %35#0, %35#1 : tensor<?x?xf32>, tensor<?x?xf32>
            }
            scf.forall.in_parallel {
              tensor.parallel_insert_slice %34#0 into %arg2[%arg0, %arg1] [%31, %32] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
              tensor.parallel_insert_slice %34#1 into %arg3[%arg0, %arg1] [%31, %32] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
            }
          } {mapping = [#iree_codegen.workgroup_mapping<y>, #iree_codegen.workgroup_mapping<x>]}
          iree_codegen.store_to_buffer %30#0, %26 : tensor<?x?xf32> into memref<?x?xf32, #hal.descriptor_type<storage_buffer>>
          iree_codegen.store_to_buffer %30#1, %27 : tensor<?x?xf32> into memref<?x?xf32, strided<[?, 1], offset: ?>, #hal.descriptor_type<storage_buffer>>
          return
        }
        iree_codegen.dispatch_config @main_dispatch_0_matvec_like_DxDxD_f32 {
        ^bb0(%arg0: !hal.device, %arg1: index, %arg2: index):
          %x, %y, %z = iree_tensor_ext.dispatch.workgroup_count_from_slice(%arg1, %arg2)
          iree_codegen.yield %x, %y, %z : index, index, index
        }
      }
    }
  }
  util.func public @main(%arg0: !hal.buffer_view) -> (!hal.buffer_view, !hal.buffer_view) attributes {iree.abi.stub, iree.reflection = {iree.abi.declaration = "sync func @main(%input0: tensor<?x?xf32>) -> (%output0: tensor<?x?xf32>, %output1: tensor<?x?xf32>)"}} {
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
    %5 = arith.muli %2, %0 : index
    %6 = util.align %5, %c64 : index
    %7 = arith.addi %6, %6 : index
    %result, %result_timepoint = stream.resource.alloca uninitialized on(#hal.device.affinity<@__device_0>) : !stream.resource<external>{%7} => !stream.timepoint
    %8 = arith.index_castui %6 : index to i64
    %9 = arith.index_castui %6 : index to i32
    %10 = arith.shrui %8, %c32_i64 : i64
    %11 = arith.trunci %10 : i64 to i32
    %12 = arith.index_castui %1 : index to i64
    %13 = arith.index_castui %1 : index to i32
    %14 = arith.shrui %12, %c32_i64 : i64
    %15 = arith.trunci %14 : i64 to i32
    %16 = arith.index_castui %0 : index to i64
    %17 = arith.index_castui %0 : index to i32
    %18 = arith.shrui %16, %c32_i64 : i64
    %19 = arith.trunci %18 : i64 to i32
    %20 = stream.cmd.execute on(#hal.device.affinity<@__device_0>) await(%result_timepoint) => with(%4 as %arg1: !stream.resource<external>{%3}, %result as %arg2: !stream.resource<external>{%7}) {
      stream.cmd.dispatch @main_dispatch_0::@embedded_elf_x86_64::@main_dispatch_0_matvec_like_DxDxD_f32[%1, %0](%9, %11, %13, %15, %17, %19 : i32, i32, i32, i32, i32, i32) {
        ro %arg1[%c0 for %3] : !stream.resource<external>{%3},
        wo %arg2[%c0 for %7] : !stream.resource<external>{%7},
        wo %arg2[%c0 for %7] : !stream.resource<external>{%7}
      }
    } => !stream.timepoint
    %21 = stream.timepoint.await %20 => %result : !stream.resource<external>{%7}
    %22 = stream.resource.subview %21[%c0] : !stream.resource<external>{%7} -> !stream.resource<external>{%5}
    %23 = stream.resource.subview %21[%6] : !stream.resource<external>{%7} -> !stream.resource<external>{%5}
    %24 = stream.tensor.export on(#hal.device.affinity<@__device_0>) %22 : tensor<?x?xf32>{%0, %0} in !stream.resource<external>{%5} -> !hal.buffer_view
    %25 = stream.tensor.export on(#hal.device.affinity<@__device_0>) %23 : tensor<?x?xf32>{%0, %0} in !stream.resource<external>{%5} -> !hal.buffer_view
    util.return %24, %25 : !hal.buffer_view, !hal.buffer_view
  }
}

{-#
  external_resources: {
    mlir_reproducer: {
      pipeline: "builtin.module(hal.executable(hal.executable.variant(builtin.module(func.func(iree-eliminate-empty-tensors)))))",
      disable_threading: true,
      verify_each: true
    }
  }
#-}
