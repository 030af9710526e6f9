// RUN: not assay-opt --assay-inject=fault=none %s 2>&1 | FileCheck %s
// RUN: not assay-opt --assay-cpu-pipeline=inject=none %s 2>&1 | FileCheck %s
// CHECK: there is no fault 'none'; there are topk-tie-at-tile-edge, scatter-drops-duplicates,
