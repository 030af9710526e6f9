define <1 x double> @sign(<1 x double> %x) {
  %own = fcmp ueq <1 x double> %x, zeroinitializer
  %s = call <1 x double> @llvm.copysign.v1f64(<1 x double> splat (double 1.0), <1 x double> %x)
  %r = select <1 x i1> %own, <1 x double> %x, <1 x double> %s
  ret <1 x double> %r
}
