stream.executable private @splat {
  stream.executable.export public @splat
  builtin.module {
    func.func @splat(%value: i64, %out: !stream.binding) {
      return
    }
  }
}
util.func public @main(%source: !stream.resource<external>) -> (!stream.resource<external>, !stream.resource<external>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %one = arith.constant 1 : i64
  %results:2, %timepoint = stream.async.execute with(%source as %in: !stream.resource<external>{%c8})
      -> (!stream.resource<external>{%c32}, !stream.resource<external>{%c32}) {
    %base = stream.async.dispatch @splat::@splat(%one) : (i64) -> !stream.resource<external>{%c32}
    %0:2 = stream.async.concurrent with(%base as %captured: !stream.resource<external>{%c32}, %in as %update: !stream.resource<external>{%c8})
        -> (%base{%c32}, !stream.resource<external>{%c32}) {
      %1 = stream.async.update %update, %captured[%c0 to %c8] : !stream.resource<external>{%c8} -> %captured as !stream.resource<external>{%c32}
      %other = stream.async.dispatch @splat::@splat(%one) : (i64) -> !stream.resource<external>{%c32}
      stream.yield %1, %other : !stream.resource<external>{%c32}, !stream.resource<external>{%c32}
    }
    stream.yield %0#0, %0#1 : !stream.resource<external>{%c32}, !stream.resource<external>{%c32}
  } => !stream.timepoint
  %2:2 = stream.timepoint.await %timepoint => %results#0, %results#1 : !stream.resource<external>{%c32}, !stream.resource<external>{%c32}
  util.return %2#0, %2#1 : !stream.resource<external>, !stream.resource<external>
}
