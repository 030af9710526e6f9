module {
  stream.executable private @ex {
    stream.executable.export public @d 
    builtin.module {
      func.func @d(%arg0: !stream.binding, %arg1: !stream.binding) {
        return
      }
    }
  }
  util.global private mutable @g : !stream.resource<constant>
  util.func public @f() -> !stream.resource<*> {
    %c36 = arith.constant 36 : index
    %c72 = arith.constant 72 : index
    %0:2 = stream.async.dispatch @ex::@d() : () -> (!stream.resource<*>{%c36}, !stream.resource<*>{%c72})
    %1:2 = stream.async.dispatch @ex::@d() : () -> (!stream.resource<constant>{%c36}, !stream.resource<*>{%c72})
    util.global.store %1#0, @g : !stream.resource<constant>
    util.return %0#0 : !stream.resource<*>
  }
}

