module {
  vm.module public @module {
    vm.func @main(%arg0: i32, %arg1: i64) -> (i64, i32) {
      vm.br ^bb1(%arg1, %arg0 : i64, i32) {block_registers = ["i0", "i2+3"], operand_registers = ["i2+3", "i0"], remap_registers = [["i0->i2", "i2+3->i0+1"]]}
    ^bb1(%0: i64, %1: i32):  // pred: ^bb0
      vm.return {block_registers = ["i0+1", "i2"], operand_registers = ["i0+1", "i2"]} %0, %1 : i64, i32
    }
  }
}

