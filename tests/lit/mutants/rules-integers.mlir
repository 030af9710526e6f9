// Rules on integers, element by element.
// RUN: assay-opt --assay-apply-rule=rule=signed-div-as-unsigned %s | FileCheck %s --check-prefix=SIGNED-DIV-AS-UNSIGNED
// RUN: assay-opt --assay-apply-rule=rule=unsigned-div-as-signed %s | FileCheck %s --check-prefix=UNSIGNED-DIV-AS-SIGNED
// RUN: assay-opt --assay-apply-rule=rule=signed-rem-as-unsigned %s | FileCheck %s --check-prefix=SIGNED-REM-AS-UNSIGNED
// RUN: assay-opt --assay-apply-rule=rule=unsigned-rem-as-signed %s | FileCheck %s --check-prefix=UNSIGNED-REM-AS-SIGNED
// RUN: assay-opt --assay-apply-rule=rule=signed-max-as-unsigned %s | FileCheck %s --check-prefix=SIGNED-MAX-AS-UNSIGNED
// RUN: assay-opt --assay-apply-rule=rule=unsigned-max-as-signed %s | FileCheck %s --check-prefix=UNSIGNED-MAX-AS-SIGNED
// RUN: assay-opt --assay-apply-rule=rule=arithmetic-shift-as-logical %s | FileCheck %s --check-prefix=ARITHMETIC-SHIFT-AS-LOGICAL
// RUN: assay-opt --assay-apply-rule=rule=logical-shift-as-arithmetic %s | FileCheck %s --check-prefix=LOGICAL-SHIFT-AS-ARITHMETIC
// RUN: assay-opt --assay-apply-rule=rule=floor-div-truncates %s | FileCheck %s --check-prefix=FLOOR-DIV-TRUNCATES
// RUN: assay-opt --assay-apply-rule=rule=div-floors %s | FileCheck %s --check-prefix=DIV-FLOORS
// RUN: assay-opt --assay-apply-rule=rule=signed-compare-as-unsigned %s | FileCheck %s --check-prefix=SIGNED-COMPARE-AS-UNSIGNED
// RUN: assay-opt --assay-apply-rule=rule=unsigned-compare-as-signed %s | FileCheck %s --check-prefix=UNSIGNED-COMPARE-AS-SIGNED
// RUN: assay-opt --assay-apply-rule=rule=compare-by-difference %s | FileCheck %s --check-prefix=COMPARE-BY-DIFFERENCE
// RUN: assay-opt --assay-apply-rule=rule=rem-of-divisors-sign %s | FileCheck %s --check-prefix=REM-OF-DIVISORS-SIGN
// RUN: assay-opt --assay-apply-rule=rule=mul-in-half-the-width %s | FileCheck %s --check-prefix=MUL-IN-HALF-THE-WIDTH
// RUN: assay-opt --assay-apply-rule=rule=add-saturates %s | FileCheck %s --check-prefix=ADD-SATURATES
// RUN: assay-opt --assay-apply-rule=rule=not-as-negation %s | FileCheck %s --check-prefix=NOT-AS-NEGATION
// RUN: assay-opt --assay-apply-rule=rule=shl-then-shr-cancels %s | FileCheck %s --check-prefix=SHL-THEN-SHR-CANCELS


// SIGNED-DIV-AS-UNSIGNED-LABEL: @signed_div_as_unsigned(
// SIGNED-DIV-AS-UNSIGNED: arith.divui %arg0, %arg1
func.func @signed_div_as_unsigned(%x: i32, %y: i32) -> i32 {
  %r = arith.divsi %x, %y : i32
  return %r : i32
}

// UNSIGNED-DIV-AS-SIGNED-LABEL: @unsigned_div_as_signed(
// UNSIGNED-DIV-AS-SIGNED: arith.divsi %arg0, %arg1
func.func @unsigned_div_as_signed(%x: i32, %y: i32) -> i32 {
  %r = arith.divui %x, %y : i32
  return %r : i32
}

// SIGNED-REM-AS-UNSIGNED-LABEL: @signed_rem_as_unsigned(
// SIGNED-REM-AS-UNSIGNED: arith.remui %arg0, %arg1
func.func @signed_rem_as_unsigned(%x: i32, %y: i32) -> i32 {
  %r = arith.remsi %x, %y : i32
  return %r : i32
}

// UNSIGNED-REM-AS-SIGNED-LABEL: @unsigned_rem_as_signed(
// UNSIGNED-REM-AS-SIGNED: arith.remsi %arg0, %arg1
func.func @unsigned_rem_as_signed(%x: i32, %y: i32) -> i32 {
  %r = arith.remui %x, %y : i32
  return %r : i32
}

// SIGNED-MAX-AS-UNSIGNED-LABEL: @signed_max_as_unsigned(
// SIGNED-MAX-AS-UNSIGNED: arith.minui %arg0, %arg1
func.func @signed_max_as_unsigned(%x: i32, %y: i32) -> i32 {
  %r = arith.minsi %x, %y : i32
  return %r : i32
}

// UNSIGNED-MAX-AS-SIGNED-LABEL: @unsigned_max_as_signed(
// UNSIGNED-MAX-AS-SIGNED: arith.maxsi %arg0, %arg1
func.func @unsigned_max_as_signed(%x: i32, %y: i32) -> i32 {
  %r = arith.maxui %x, %y : i32
  return %r : i32
}

// ARITHMETIC-SHIFT-AS-LOGICAL-LABEL: @arithmetic_shift_as_logical(
// ARITHMETIC-SHIFT-AS-LOGICAL: arith.shrui %arg0, %arg1
func.func @arithmetic_shift_as_logical(%x: i32, %y: i32) -> i32 {
  %r = arith.shrsi %x, %y : i32
  return %r : i32
}

// LOGICAL-SHIFT-AS-ARITHMETIC-LABEL: @logical_shift_as_arithmetic(
// LOGICAL-SHIFT-AS-ARITHMETIC: arith.shrsi %arg0, %arg1
func.func @logical_shift_as_arithmetic(%x: i32, %y: i32) -> i32 {
  %r = arith.shrui %x, %y : i32
  return %r : i32
}

// FLOOR-DIV-TRUNCATES-LABEL: @floor_div_truncates(
// FLOOR-DIV-TRUNCATES: arith.divsi %arg0, %arg1
func.func @floor_div_truncates(%x: i32, %y: i32) -> i32 {
  %r = arith.floordivsi %x, %y : i32
  return %r : i32
}

// DIV-FLOORS-LABEL: @div_floors(
// DIV-FLOORS: arith.floordivsi %arg0, %arg1
func.func @div_floors(%x: i32, %y: i32) -> i32 {
  %r = arith.divsi %x, %y : i32
  return %r : i32
}

// SIGNED-COMPARE-AS-UNSIGNED-LABEL: @signed_compare_as_unsigned(
// SIGNED-COMPARE-AS-UNSIGNED: arith.cmpi ule, %arg0, %arg1
func.func @signed_compare_as_unsigned(%x: i32, %y: i32) -> i1 {
  %r = arith.cmpi sle, %x, %y : i32
  return %r : i1
}

// UNSIGNED-COMPARE-AS-SIGNED-LABEL: @unsigned_compare_as_signed(
// UNSIGNED-COMPARE-AS-SIGNED: arith.cmpi sgt, %arg0, %arg1
func.func @unsigned_compare_as_signed(%x: i32, %y: i32) -> i1 {
  %r = arith.cmpi ugt, %x, %y : i32
  return %r : i1
}

// COMPARE-BY-DIFFERENCE-LABEL: @compare_by_difference(
// COMPARE-BY-DIFFERENCE: [[D:%.*]] = arith.subi %arg0, %arg1
// COMPARE-BY-DIFFERENCE: [[Z:%.*]] = arith.constant 0
// COMPARE-BY-DIFFERENCE: arith.cmpi slt, [[D]], [[Z]]
func.func @compare_by_difference(%x: i32, %y: i32) -> i1 {
  %r = arith.cmpi slt, %x, %y : i32
  return %r : i1
}

// REM-OF-DIVISORS-SIGN-LABEL: @rem_of_divisors_sign(
// REM-OF-DIVISORS-SIGN: [[Q:%.*]] = arith.floordivsi %arg0, %arg1
// REM-OF-DIVISORS-SIGN: [[W:%.*]] = arith.muli [[Q]], %arg1
// REM-OF-DIVISORS-SIGN: arith.subi %arg0, [[W]]
func.func @rem_of_divisors_sign(%x: i32, %y: i32) -> i32 {
  %r = arith.remsi %x, %y : i32
  return %r : i32
}

// MUL-IN-HALF-THE-WIDTH-LABEL: @mul_in_half_the_width(
// MUL-IN-HALF-THE-WIDTH: [[X:%.*]] = arith.trunci %arg0 : i32 to i16
// MUL-IN-HALF-THE-WIDTH: arith.muli [[X]], {{%.*}} : i16
// MUL-IN-HALF-THE-WIDTH: arith.extsi
func.func @mul_in_half_the_width(%x: i32, %y: i32) -> i32 {
  %r = arith.muli %x, %y : i32
  return %r : i32
}

// ADD-SATURATES-LABEL: @add_saturates(
// ADD-SATURATES: arith.addi {{.*}} : i64
// ADD-SATURATES: arith.maxsi
// ADD-SATURATES: arith.minsi
// ADD-SATURATES: arith.trunci
func.func @add_saturates(%x: i32, %y: i32) -> i32 {
  %r = arith.addi %x, %y : i32
  return %r : i32
}

// NOT-AS-NEGATION-LABEL: @not_as_negation(
// NOT-AS-NEGATION: [[Z:%.*]] = arith.constant 0
// NOT-AS-NEGATION: arith.subi [[Z]], %arg0
func.func @not_as_negation(%x: i32) -> i32 {
  %ones = arith.constant -1 : i32
  %r = arith.xori %x, %ones : i32
  return %r : i32
}

// SHL-THEN-SHR-CANCELS-LABEL: @shl_then_shr_cancels(
// SHL-THEN-SHR-CANCELS: return %arg0
func.func @shl_then_shr_cancels(%x: i32, %y: i32) -> i32 {
  %0 = arith.shli %x, %y : i32
  %r = arith.shrui %0, %y : i32
  return %r : i32
}
