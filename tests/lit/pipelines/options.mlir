// RUN: not assay-opt --assay-tile=width=-5 %s 2>&1 | FileCheck %s --check-prefix=WIDTH
// RUN: not assay-opt --assay-form-kernels=work-items=0 %s 2>&1 | FileCheck %s --check-prefix=ITEMS
// RUN: not assay-opt --assay-form-kernels=work-items=1025 %s 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not assay-opt --assay-decompose=keys=-1 %s 2>&1 | FileCheck %s --check-prefix=KEYS

// WIDTH: error: a vector has one element at least: width=-5
// ITEMS: error: a workgroup has 1 to 1024 work items: work-items=0
// MANY: error: a workgroup has 1 to 1024 work items: work-items=1025
// KEYS: error: attention takes no fewer keys than 0: keys=-1
func.func @f() {
  return
}
