func.func @broadcast(%n: index, %w: index, %outer: index, %inner: index, %rows: index, %cols: index) {
  %c0 = arith.constant 0 : index
  %in = hal.interface.binding.subspan layout(<constants = 14, bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, Indirect>], flags = Indirect>) binding(0) alignment(64) offset(%c0) : !iree_tensor_ext.dispatch.tensor<readonly:tensor<?x?xi8>>{%rows, %cols}
  %out = hal.interface.binding.subspan layout(<constants = 14, bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipeline.binding<storage_buffer, Indirect>], flags = Indirect>) binding(1) alignment(64) offset(%c0) : !iree_tensor_ext.dispatch.tensor<writeonly:tensor<?x?x?xi8>>{%outer, %n, %inner}
  %mask = iree_tensor_ext.dispatch.tensor.load %in, offsets = [0, 0], sizes = [%rows, %cols], strides = [1, 1] : !iree_tensor_ext.dispatch.tensor<readonly:tensor<?x?xi8>>{%rows, %cols} -> tensor<?x?xi8>
  %collapsed = tensor.collapse_shape %mask [[0, 1]] : tensor<?x?xi8> into tensor<?xi8>
  %empty = tensor.empty(%outer, %n, %inner) : tensor<?x?x?xi8>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed : tensor<?xi8>) outs(%empty : tensor<?x?x?xi8>) {
  ^bb0(%x: i8, %y: i8):
    %1 = arith.addi %x, %x : i8
    linalg.yield %1 : i8
  } -> tensor<?x?x?xi8>
  iree_tensor_ext.dispatch.tensor.store %0, %out, offsets = [0, 0, 0], sizes = [%outer, %n, %inner], strides = [1, 1, 1] : tensor<?x?x?xi8> -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<?x?x?xi8>>{%outer, %n, %inner}
  return
}
