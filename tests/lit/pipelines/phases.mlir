// A pipeline ends where a phase begins, and shows what the module is made of there.
// RUN: assay-opt %s --assay-cpu-pipeline='until=emitted' | FileCheck %s --check-prefix=EMITTED
// RUN: assay-opt %s --assay-cpu-pipeline='level=O1 until=tensors' | FileCheck %s --check-prefix=TENSORS
// RUN: assay-opt %s --assay-cpu-pipeline='level=O2 until=buffers' | FileCheck %s --check-prefix=BUFFERS
// RUN: assay-opt %s --assay-cpu-pipeline='until=loops' | FileCheck %s --check-prefix=LOOPS
// RUN: assay-opt %s --assay-gpu-pipeline='level=O1 until=loops' | FileCheck %s --check-prefix=PARALLEL
// RUN: assay-opt %s --assay-gpu-pipeline='until=kernels' | FileCheck %s --check-prefix=KERNELS
// RUN: not assay-opt %s --assay-cpu-pipeline='until=dreams' 2>&1 | FileCheck %s --check-prefix=WRONG

func.func @f(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = assay.sort dim(1) outs(%x : tensor<?x4xf32>)
  %1 = math.absf %0 : tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

// EMITTED: assay.sort
// TENSORS-NOT: assay.
// TENSORS: tensor<?x4xf32>
// BUFFERS: memref<?x4xf32
// BUFFERS-NOT: llvm.
// LOOPS: scf.for
// LOOPS-NOT: linalg.
// PARALLEL: scf.parallel
// PARALLEL-NOT: gpu.
// KERNELS: gpu.module
// WRONG: dreams
