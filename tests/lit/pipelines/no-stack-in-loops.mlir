// RUN: assay-opt --assay-cpu-pipeline=level=O3 %s | FileCheck %s

// Vectors of two dims are read line by line: what they were staged in would lie on the stack anew in each of many steps.
// CHECK-NOT: llvm.alloca
func.func @main(%q: tensor<40000x2x2xf32>, %k: tensor<40000x4x2xf32>, %v: tensor<40000x4x2xf32>, %o: tensor<40000x2x2xf32>)
    -> tensor<40000x2x2xf32> {
  %0 = assay.attention scale(0.5) ins(%q, %k, %v : tensor<40000x2x2xf32>, tensor<40000x4x2xf32>, tensor<40000x4x2xf32>)
         outs(%o : tensor<40000x2x2xf32>)
  return %0 : tensor<40000x2x2xf32>
}
