module {
  vm.module public @module {
    vm.func @main(%arg0: i32, %arg1: i64) -> (i64, i32) {
      vm.br ^bb1(%arg1, %arg0 : i64, i32)
    ^bb1(%0: i64, %1: i32):  // pred: ^bb0
      vm.return %0, %1 : i64, i32
    }
  }
}

