// Rules on casts.
// RUN: assay-opt --assay-apply-rule=rule=truncate-then-extend %s | FileCheck %s --check-prefix=TRUNCATE-THEN-EXTEND
// RUN: assay-opt --assay-apply-rule=rule=float-to-int-and-back %s | FileCheck %s --check-prefix=FLOAT-TO-INT-AND-BACK
// RUN: assay-opt --assay-apply-rule=rule=signed-to-float-as-unsigned %s | FileCheck %s --check-prefix=SIGNED-TO-FLOAT-AS-UNSIGNED
// RUN: assay-opt --assay-apply-rule=rule=unsigned-to-float-as-signed %s | FileCheck %s --check-prefix=UNSIGNED-TO-FLOAT-AS-SIGNED
// RUN: assay-opt --assay-apply-rule=rule=signed-extends-by-zero %s | FileCheck %s --check-prefix=SIGNED-EXTENDS-BY-ZERO
// RUN: assay-opt --assay-apply-rule=rule=unsigned-extends-by-sign %s | FileCheck %s --check-prefix=UNSIGNED-EXTENDS-BY-SIGN
// RUN: assay-opt --assay-apply-rule=rule=bool-is-signed %s | FileCheck %s --check-prefix=BOOL-IS-SIGNED
// RUN: assay-opt --assay-apply-rule=rule=float-to-int-rounds %s | FileCheck %s --check-prefix=FLOAT-TO-INT-ROUNDS
// RUN: assay-opt --assay-apply-rule=rule=float-to-int-floors %s | FileCheck %s --check-prefix=FLOAT-TO-INT-FLOORS
// RUN: assay-opt --assay-apply-rule=rule=bf16-by-truncation %s | FileCheck %s --check-prefix=BF16-BY-TRUNCATION
// RUN: assay-opt --assay-apply-rule=rule=narrowing-saturates %s | FileCheck %s --check-prefix=NARROWING-SATURATES
// RUN: assay-opt --assay-apply-rule=rule=float-to-bool-truncates %s | FileCheck %s --check-prefix=FLOAT-TO-BOOL-TRUNCATES
// RUN: assay-opt --assay-apply-rule=rule=int-to-bool-by-low-bit %s | FileCheck %s --check-prefix=INT-TO-BOOL-BY-LOW-BIT


// TRUNCATE-THEN-EXTEND-LABEL: @truncate_then_extend(
// TRUNCATE-THEN-EXTEND: return %arg0
func.func @truncate_then_extend(%x: i32) -> i32 {
  %0 = arith.trunci %x : i32 to i8
  %r = arith.extsi %0 : i8 to i32
  return %r : i32
}

// FLOAT-TO-INT-AND-BACK-LABEL: @float_to_int_and_back(
// FLOAT-TO-INT-AND-BACK: return %arg0
func.func @float_to_int_and_back(%x: f32) -> f32 {
  %0 = arith.fptosi %x : f32 to i32
  %r = arith.sitofp %0 : i32 to f32
  return %r : f32
}

// SIGNED-TO-FLOAT-AS-UNSIGNED-LABEL: @signed_to_float_as_unsigned(
// SIGNED-TO-FLOAT-AS-UNSIGNED: arith.uitofp %arg0
func.func @signed_to_float_as_unsigned(%x: i32) -> f32 {
  %r = arith.sitofp %x : i32 to f32
  return %r : f32
}

// UNSIGNED-TO-FLOAT-AS-SIGNED-LABEL: @unsigned_to_float_as_signed(
// UNSIGNED-TO-FLOAT-AS-SIGNED: arith.sitofp %arg0
func.func @unsigned_to_float_as_signed(%x: i32) -> f32 {
  %r = arith.uitofp %x : i32 to f32
  return %r : f32
}

// SIGNED-EXTENDS-BY-ZERO-LABEL: @signed_extends_by_zero(
// SIGNED-EXTENDS-BY-ZERO: arith.extui %arg0
func.func @signed_extends_by_zero(%x: i8) -> i32 {
  %r = arith.extsi %x : i8 to i32
  return %r : i32
}

// UNSIGNED-EXTENDS-BY-SIGN-LABEL: @unsigned_extends_by_sign(
// UNSIGNED-EXTENDS-BY-SIGN: arith.extsi %arg0
func.func @unsigned_extends_by_sign(%x: i8) -> i32 {
  %r = arith.extui %x : i8 to i32
  return %r : i32
}

// BOOL-IS-SIGNED-LABEL: @bool_is_signed(
// BOOL-IS-SIGNED: arith.extsi %arg0
func.func @bool_is_signed(%x: i1) -> i32 {
  %r = arith.extui %x : i1 to i32
  return %r : i32
}

// FLOAT-TO-INT-ROUNDS-LABEL: @float_to_int_rounds(
// FLOAT-TO-INT-ROUNDS: [[R:%.*]] = math.roundeven %arg0
// FLOAT-TO-INT-ROUNDS: arith.fptosi [[R]]
func.func @float_to_int_rounds(%x: f32) -> i32 {
  %r = arith.fptosi %x : f32 to i32
  return %r : i32
}

// FLOAT-TO-INT-FLOORS-LABEL: @float_to_int_floors(
// FLOAT-TO-INT-FLOORS: [[R:%.*]] = math.floor %arg0
// FLOAT-TO-INT-FLOORS: arith.fptosi [[R]]
func.func @float_to_int_floors(%x: f32) -> i32 {
  %r = arith.fptosi %x : f32 to i32
  return %r : i32
}

// BF16-BY-TRUNCATION-LABEL: @bf16_by_truncation(
// BF16-BY-TRUNCATION: [[B:%.*]] = arith.bitcast %arg0
// BF16-BY-TRUNCATION: arith.shrui [[B]]
// BF16-BY-TRUNCATION: arith.trunci
// BF16-BY-TRUNCATION: arith.bitcast {{.*}} to bf16
func.func @bf16_by_truncation(%x: f32) -> bf16 {
  %r = arith.truncf %x : f32 to bf16
  return %r : bf16
}

// NARROWING-SATURATES-LABEL: @narrowing_saturates(
// NARROWING-SATURATES: arith.constant -6.550400e+04
// NARROWING-SATURATES: arith.maximumf %arg0
// NARROWING-SATURATES: [[M:%.*]] = arith.minimumf
// NARROWING-SATURATES: arith.truncf [[M]]
func.func @narrowing_saturates(%x: f32) -> f16 {
  %r = arith.truncf %x : f32 to f16
  return %r : f16
}

// FLOAT-TO-BOOL-TRUNCATES-LABEL: @float_to_bool_truncates(
// FLOAT-TO-BOOL-TRUNCATES: [[T:%.*]] = math.trunc %arg0
// FLOAT-TO-BOOL-TRUNCATES: arith.cmpf une, [[T]]
func.func @float_to_bool_truncates(%x: f32) -> i1 {
  %zero = arith.constant 0.0 : f32
  %r = arith.cmpf une, %x, %zero : f32
  return %r : i1
}

// INT-TO-BOOL-BY-LOW-BIT-LABEL: @int_to_bool_by_low_bit(
// INT-TO-BOOL-BY-LOW-BIT: [[T:%.*]] = arith.trunci %arg0 : i32 to i1
// INT-TO-BOOL-BY-LOW-BIT: return [[T]]
func.func @int_to_bool_by_low_bit(%x: i32) -> i1 {
  %zero = arith.constant 0 : i32
  %r = arith.cmpi ne, %x, %zero : i32
  return %r : i1
}
