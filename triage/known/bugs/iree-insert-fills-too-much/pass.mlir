util.func public @insert(%x: !stream.resource<*>, %i: index, %j: index, %v: i32) -> !stream.resource<*> {
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %0 = stream.tensor.fill %v, %x[%i, %j for %c1, %c1] : i32 -> tensor<2x2xi32> in %x as !stream.resource<*>{%c16}
  util.return %0 : !stream.resource<*>
}
