module {
  util.func public @insert(%arg0: !stream.resource<*>, %arg1: index, %arg2: index, %arg3: i32) -> !stream.resource<*> {
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %0 = stream.tensor.fill %arg3, %arg0[%arg1, %arg2 for %c1, %c1] : i32 -> tensor<2x2xi32> in %arg0 as !stream.resource<*>{%c16}
    util.return %0 : !stream.resource<*>
  }
}

