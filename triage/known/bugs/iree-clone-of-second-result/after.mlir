module {
  util.func public @second() -> !stream.resource<*> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %0:2 = stream.async.dispatch @ex::@two() : () -> (!stream.resource<*>{%c1}, !stream.resource<*>{%c4})
    %1 = stream.async.dispatch @ex::@one(%0#0[%c0 to %c4 for %c4]) : (!stream.resource<*>{%c4}) -> !stream.resource<*>{%c4}
    util.return %1 : !stream.resource<*>
  }
}

