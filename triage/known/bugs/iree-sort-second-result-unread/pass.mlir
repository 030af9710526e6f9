#executable_target_embedded_elf_x86_64 = #hal.executable.target<"llvm-cpu", "embedded-elf-x86_64", {cpu = "generic", cpu_features = "", data_layout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128", iree.encoding.resolver = #iree_cpu.cpu_encoding_resolver<>, max_stack_allocation_size = 32768 : i64, native_vector_size = 16 : i64, target_triple = "x86_64-unknown-unknown-eabi-elf"}>
#device_target_local = #hal.device.target<"local", [#executable_target_embedded_elf_x86_64]> : !hal.device
module attributes {stream.affinity.default = #hal.device.affinity<@__device_0>} {
  util.global private @__device_0 = #device_target_local
  stream.executable private @main_dispatch_0 {
    stream.executable.export public @main_dispatch_0_sort_2x1xf32 workgroups() -> (index, index, index) {
      %x, %y, %z = iree_tensor_ext.dispatch.workgroup_count_from_slice()
      stream.return %x, %y, %z : index, index, index
    }
    builtin.module {
      func.func @main_dispatch_0_sort_2x1xf32(%arg0: !stream.binding, %arg1: !stream.binding) {
        %c0_i32 = arith.constant 0 : i32
        %c0 = arith.constant 0 : index
        %0 = stream.binding.subspan %arg0[%c0] : !stream.binding -> !iree_tensor_ext.dispatch.tensor<readwrite:tensor<2x1xf32>>
        %1 = stream.binding.subspan %arg1[%c0] : !stream.binding -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<2x1xi32>>
        %2 = iree_tensor_ext.dispatch.tensor.load %0, offsets = [0, 0], sizes = [2, 1], strides = [1, 1] : !iree_tensor_ext.dispatch.tensor<readwrite:tensor<2x1xf32>> -> tensor<2x1xf32>
        %3 = tensor.empty() : tensor<2x1xi32>
        %4 = linalg.fill ins(%c0_i32 : i32) outs(%3 : tensor<2x1xi32>) -> tensor<2x1xi32>
        %5:2 = iree_linalg_ext.sort dimension(1) outs(%2, %4 : tensor<2x1xf32>, tensor<2x1xi32>) {
        ^bb0(%arg2: f32, %arg3: f32, %arg4: i32, %arg5: i32):
          %6 = arith.cmpf olt, %arg3, %arg2 : f32
          iree_linalg_ext.yield %6 : i1
        } -> tensor<2x1xf32>, tensor<2x1xi32>
        iree_tensor_ext.dispatch.tensor.store %5#0, %0, offsets = [0, 0], sizes = [2, 1], strides = [1, 1] : tensor<2x1xf32> -> !iree_tensor_ext.dispatch.tensor<readwrite:tensor<2x1xf32>>
        iree_tensor_ext.dispatch.tensor.store %5#1, %1, offsets = [0, 0], sizes = [2, 1], strides = [1, 1] : tensor<2x1xi32> -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<2x1xi32>>
        return
      }
    }
  }
  util.func public @main(%arg0: !hal.buffer_view, %arg1: !hal.buffer_view) -> (!hal.buffer_view, !hal.buffer_view) attributes {iree.abi.stub, iree.reflection = {iree.abi.declaration = "sync func @main(%input0: tensor<2x1xf32>, %input1: tensor<2xi32>) -> (%output0: tensor<2x1xf32>, %output1: tensor<2x1xi32>)"}} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %element_type_f32 = hal.element_type<f32> : i32
    %dense_row_major = hal.encoding_type<dense_row_major> : i32
    hal.buffer_view.assert<%arg0 : !hal.buffer_view> message("input0") shape([%c2, %c1]) type(%element_type_f32) encoding(%dense_row_major)
    %0 = stream.tensor.import on(#hal.device.affinity<@__device_0>) %arg0 : !hal.buffer_view -> tensor<2x1xf32> in !stream.resource<external>{%c8}
    %element_type_i32 = hal.element_type<i32> : i32
    hal.buffer_view.assert<%arg1 : !hal.buffer_view> message("input1") shape([%c2]) type(%element_type_i32) encoding(%dense_row_major)
    %1 = stream.tensor.import on(#hal.device.affinity<@__device_0>) %arg1 : !hal.buffer_view -> tensor<2xi32> in !stream.resource<external>{%c8}
    %results, %result_timepoint = stream.async.execute on(#hal.device.affinity<@__device_0>) with(%0 as %arg2: !stream.resource<external>{%c8}) -> %0{%c8} {
      %5 = stream.async.dispatch @main_dispatch_0::@main_dispatch_0_sort_2x1xf32(%arg2[%c0 to %c8 for %c8]) : (!stream.resource<external>{%c8}) -> %arg2{%c8}
      stream.yield %5 : !stream.resource<external>{%c8}
    } => !stream.timepoint
    %2 = stream.timepoint.await %result_timepoint => %results : !stream.resource<external>{%c8}
    %3 = stream.tensor.export on(#hal.device.affinity<@__device_0>) %2 : tensor<2x1xf32> in !stream.resource<external>{%c8} -> !hal.buffer_view
    %4 = stream.tensor.export on(#hal.device.affinity<@__device_0>) %1 : tensor<2x1xi32> in !stream.resource<external>{%c8} -> !hal.buffer_view
    util.return %3, %4 : !hal.buffer_view, !hal.buffer_view
  }
}

{-#
  external_resources: {
    mlir_reproducer: {
      pipeline: "builtin.module(iree-stream-schedule-allocation)",
      disable_threading: true,
      verify_each: true
    }
  }
#-}
