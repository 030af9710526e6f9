// RUN: assay-opt --assay-strip-compilation-info %s | FileCheck %s
// RUN: assay-opt --assay-strip-compilation-info --assay-verify-stripped %s

// What an op needs as its value stays, a list of such as well.
// CHECK-LABEL: @values
// CHECK: transform.param.constant #assay.lowering_config<tiles = [1]>
// CHECK: transform.param.constant [#assay.lowering_config<tiles = [2]>]
module attributes {transform.with_named_sequence} {
  transform.named_sequence @values() {
    %0 = transform.param.constant #assay.lowering_config<tiles = [1]> -> !transform.any_param
    %1 = transform.param.constant [#assay.lowering_config<tiles = [2]>] -> !transform.any_param
    transform.yield
  }
}
