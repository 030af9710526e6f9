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
    %c0 = arith.constant 0 : index
    %c36 = arith.constant 36 : index
    %c72 = arith.constant 72 : index
    %0:2 = stream.async.dispatch @ex::@d() : () -> (!stream.resource<*>{%c36}, !stream.resource<*>{%c72})
    %1 = stream.async.clone %0#1 : !stream.resource<*>{%c72} -> !stream.resource<constant>{%c72}
    util.global.store %1, @g : !stream.resource<constant>
    util.return %0#0 : !stream.resource<*>
  }
}

