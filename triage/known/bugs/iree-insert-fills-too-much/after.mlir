module {
  util.func public @insert(%arg0: !stream.resource<*>, %arg1: index, %arg2: index, %arg3: i32) -> !stream.resource<*> {
    %c12 = arith.constant 12 : index
    %c4 = arith.constant 4 : index
    %c16 = arith.constant 16 : index
    %c2 = arith.constant 2 : index
    %0 = arith.muli %arg1, %c2 : index
    %1 = arith.addi %0, %arg2 : index
    %2 = arith.muli %1, %c4 : index
    %3 = arith.addi %2, %c12 : index
    %4 = stream.async.fill %arg3, %arg0[%2 to %3 for %c12] : i32 -> %arg0 as !stream.resource<*>{%c16}
    util.return %4 : !stream.resource<*>
  }
}

