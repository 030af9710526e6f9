vm.module @module {
  vm.func @main(%x: i32, %y: i64) -> (i64, i32) {
    vm.br ^next(%y, %x : i64, i32)
  ^next(%a: i64, %b: i32):
    vm.return %a, %b : i64, i32
  }
}
