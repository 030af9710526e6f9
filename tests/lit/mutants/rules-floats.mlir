// Rules on floats, element by element: each changes what its function has, where it stands.
// RUN: assay-opt --assay-apply-rule=rule=mul-by-zero %s | FileCheck %s --check-prefix=MUL-BY-ZERO
// RUN: assay-opt --assay-apply-rule=rule=sub-of-self %s | FileCheck %s --check-prefix=SUB-OF-SELF
// RUN: assay-opt --assay-apply-rule=rule=div-of-self %s | FileCheck %s --check-prefix=DIV-OF-SELF
// RUN: assay-opt --assay-apply-rule=rule=div-by-reciprocal %s | FileCheck %s --check-prefix=DIV-BY-RECIPROCAL
// RUN: assay-opt --assay-apply-rule=rule=div-by-zero-is-zero %s | FileCheck %s --check-prefix=DIV-BY-ZERO-IS-ZERO
// RUN: assay-opt --assay-apply-rule=rule=min-loses-nan %s | FileCheck %s --check-prefix=MIN-LOSES-NAN
// RUN: assay-opt --assay-apply-rule=rule=max-by-compare %s | FileCheck %s --check-prefix=MAX-BY-COMPARE
// RUN: assay-opt --assay-apply-rule=rule=min-by-compare %s | FileCheck %s --check-prefix=MIN-BY-COMPARE
// RUN: assay-opt --assay-apply-rule=rule=max-num-keeps-nan %s | FileCheck %s --check-prefix=MAX-NUM-KEEPS-NAN
// RUN: assay-opt --assay-apply-rule=rule=max-num-by-compare %s | FileCheck %s --check-prefix=MAX-NUM-BY-COMPARE
// RUN: assay-opt --assay-apply-rule=rule=exp-of-log %s | FileCheck %s --check-prefix=EXP-OF-LOG
// RUN: assay-opt --assay-apply-rule=rule=sqrt-of-square %s | FileCheck %s --check-prefix=SQRT-OF-SQUARE
// RUN: assay-opt --assay-apply-rule=rule=square-of-sqrt %s | FileCheck %s --check-prefix=SQUARE-OF-SQRT
// RUN: assay-opt --assay-apply-rule=rule=sqrt-of-negative-is-zero %s | FileCheck %s --check-prefix=SQRT-OF-NEGATIVE-IS-ZERO
// RUN: assay-opt --assay-apply-rule=rule=log-of-magnitude %s | FileCheck %s --check-prefix=LOG-OF-MAGNITUDE
// RUN: assay-opt --assay-apply-rule=rule=rsqrt-adds-epsilon %s | FileCheck %s --check-prefix=RSQRT-ADDS-EPSILON
// RUN: assay-opt --assay-apply-rule=rule=tanh-clamps %s | FileCheck %s --check-prefix=TANH-CLAMPS
// RUN: assay-opt --assay-apply-rule=rule=exp-clamps %s | FileCheck %s --check-prefix=EXP-CLAMPS
// RUN: assay-opt --assay-apply-rule=rule=erf-by-tanh %s | FileCheck %s --check-prefix=ERF-BY-TANH
// RUN: assay-opt --assay-apply-rule=rule=sign-of-nan-is-zero %s | FileCheck %s --check-prefix=SIGN-OF-NAN-IS-ZERO
// RUN: assay-opt --assay-apply-rule=rule=floor-truncates %s | FileCheck %s --check-prefix=FLOOR-TRUNCATES
// RUN: assay-opt --assay-apply-rule=rule=ceil-by-floor %s | FileCheck %s --check-prefix=CEIL-BY-FLOOR
// RUN: assay-opt --assay-apply-rule=rule=round-half-away %s | FileCheck %s --check-prefix=ROUND-HALF-AWAY
// RUN: assay-opt --assay-apply-rule=rule=select-by-arithmetic %s | FileCheck %s --check-prefix=SELECT-BY-ARITHMETIC
// RUN: assay-opt --assay-apply-rule=rule=compare-by-bits %s | FileCheck %s --check-prefix=COMPARE-BY-BITS
// RUN: assay-opt --assay-apply-rule=rule=compare-unordered %s | FileCheck %s --check-prefix=COMPARE-UNORDERED
// RUN: assay-opt --assay-apply-rule=rule=ne-ordered %s | FileCheck %s --check-prefix=NE-ORDERED
// RUN: assay-opt --assay-apply-rule=rule=compare-of-self %s | FileCheck %s --check-prefix=COMPARE-OF-SELF
// RUN: assay-opt --assay-apply-rule=rule=not-of-compare %s | FileCheck %s --check-prefix=NOT-OF-COMPARE
// RUN: assay-opt --assay-apply-rule=rule=complex-mul-conjugates %s | FileCheck %s --check-prefix=COMPLEX-MUL-CONJUGATES
// RUN: assay-opt --assay-apply-rule=rule=complex-neg-keeps-real %s | FileCheck %s --check-prefix=COMPLEX-NEG-KEEPS-REAL


// MUL-BY-ZERO-LABEL: @mul_by_zero(
// MUL-BY-ZERO: [[ZERO:%.*]] = arith.constant 0.000000e+00
// MUL-BY-ZERO-NOT: arith.mulf
// MUL-BY-ZERO: return
func.func @mul_by_zero(%x: f32) -> f32 {
  %zero = arith.constant 0.0 : f32
  %r = arith.mulf %x, %zero : f32
  return %r : f32
}

// SUB-OF-SELF-LABEL: @sub_of_self(
// SUB-OF-SELF: [[R:%.*]] = arith.constant 0.000000e+00
// SUB-OF-SELF: return [[R]]
func.func @sub_of_self(%x: f32) -> f32 {
  %r = arith.subf %x, %x : f32
  return %r : f32
}

// DIV-OF-SELF-LABEL: @div_of_self(
// DIV-OF-SELF: [[R:%.*]] = arith.constant 1.000000e+00
// DIV-OF-SELF: return [[R]]
func.func @div_of_self(%x: f32) -> f32 {
  %r = arith.divf %x, %x : f32
  return %r : f32
}

// DIV-BY-RECIPROCAL-LABEL: @div_by_reciprocal(
// DIV-BY-RECIPROCAL: [[ONE:%.*]] = arith.constant 1.000000e+00
// DIV-BY-RECIPROCAL: [[I:%.*]] = arith.divf [[ONE]], %arg1
// DIV-BY-RECIPROCAL: arith.mulf %arg0, [[I]]
func.func @div_by_reciprocal(%x: f32, %y: f32) -> f32 {
  %r = arith.divf %x, %y : f32
  return %r : f32
}

// DIV-BY-ZERO-IS-ZERO-LABEL: @div_by_zero_is_zero(
// DIV-BY-ZERO-IS-ZERO: [[Z:%.*]] = arith.constant 0.000000e+00
// DIV-BY-ZERO-IS-ZERO: [[C:%.*]] = arith.cmpf oeq, %arg1, [[Z]]
// DIV-BY-ZERO-IS-ZERO: [[Q:%.*]] = arith.divf %arg0, %arg1
// DIV-BY-ZERO-IS-ZERO: arith.select [[C]], [[Z]], [[Q]]
func.func @div_by_zero_is_zero(%x: f32, %y: f32) -> f32 {
  %r = arith.divf %x, %y : f32
  return %r : f32
}

// MIN-LOSES-NAN-LABEL: @min_loses_nan(
// MIN-LOSES-NAN: arith.minnumf %arg0, %arg1
func.func @min_loses_nan(%x: f32, %y: f32) -> f32 {
  %r = arith.minimumf %x, %y : f32
  return %r : f32
}

// MAX-BY-COMPARE-LABEL: @max_by_compare(
// MAX-BY-COMPARE: [[C:%.*]] = arith.cmpf ogt, %arg0, %arg1
// MAX-BY-COMPARE: arith.select [[C]], %arg0, %arg1
func.func @max_by_compare(%x: f32, %y: f32) -> f32 {
  %r = arith.maximumf %x, %y : f32
  return %r : f32
}

// MIN-BY-COMPARE-LABEL: @min_by_compare(
// MIN-BY-COMPARE: [[C:%.*]] = arith.cmpf olt, %arg0, %arg1
// MIN-BY-COMPARE: arith.select [[C]], %arg0, %arg1
func.func @min_by_compare(%x: f32, %y: f32) -> f32 {
  %r = arith.minimumf %x, %y : f32
  return %r : f32
}

// MAX-NUM-KEEPS-NAN-LABEL: @max_num_keeps_nan(
// MAX-NUM-KEEPS-NAN: arith.maximumf %arg0, %arg1
func.func @max_num_keeps_nan(%x: f32, %y: f32) -> f32 {
  %r = arith.maxnumf %x, %y : f32
  return %r : f32
}

// MAX-NUM-BY-COMPARE-LABEL: @max_num_by_compare(
// MAX-NUM-BY-COMPARE: [[C:%.*]] = arith.cmpf ogt, %arg0, %arg1
// MAX-NUM-BY-COMPARE: arith.select [[C]], %arg0, %arg1
func.func @max_num_by_compare(%x: f32, %y: f32) -> f32 {
  %r = arith.maxnumf %x, %y : f32
  return %r : f32
}

// EXP-OF-LOG-LABEL: @exp_of_log(
// EXP-OF-LOG: return %arg0
func.func @exp_of_log(%x: f32) -> f32 {
  %0 = math.log %x : f32
  %r = math.exp %0 : f32
  return %r : f32
}

// SQRT-OF-SQUARE-LABEL: @sqrt_of_square(
// SQRT-OF-SQUARE: return %arg0
func.func @sqrt_of_square(%x: f32) -> f32 {
  %0 = arith.mulf %x, %x : f32
  %r = math.sqrt %0 : f32
  return %r : f32
}

// SQUARE-OF-SQRT-LABEL: @square_of_sqrt(
// SQUARE-OF-SQRT: return %arg0
func.func @square_of_sqrt(%x: f32) -> f32 {
  %0 = math.sqrt %x : f32
  %r = arith.mulf %0, %0 : f32
  return %r : f32
}

// SQRT-OF-NEGATIVE-IS-ZERO-LABEL: @sqrt_of_negative_is_zero(
// SQRT-OF-NEGATIVE-IS-ZERO: [[Z:%.*]] = arith.constant 0.000000e+00
// SQRT-OF-NEGATIVE-IS-ZERO: [[C:%.*]] = arith.cmpf olt, %arg0, [[Z]]
// SQRT-OF-NEGATIVE-IS-ZERO: [[S:%.*]] = arith.select [[C]], [[Z]], %arg0
// SQRT-OF-NEGATIVE-IS-ZERO: math.sqrt [[S]]
func.func @sqrt_of_negative_is_zero(%x: f32) -> f32 {
  %r = math.sqrt %x : f32
  return %r : f32
}

// LOG-OF-MAGNITUDE-LABEL: @log_of_magnitude(
// LOG-OF-MAGNITUDE: [[A:%.*]] = math.absf %arg0
// LOG-OF-MAGNITUDE: math.log [[A]]
func.func @log_of_magnitude(%x: f32) -> f32 {
  %r = math.log %x : f32
  return %r : f32
}

// RSQRT-ADDS-EPSILON-LABEL: @rsqrt_adds_epsilon(
// RSQRT-ADDS-EPSILON: [[E:%.*]] = arith.constant 1.000000e-03
// RSQRT-ADDS-EPSILON: [[S:%.*]] = arith.addf %arg0, [[E]]
// RSQRT-ADDS-EPSILON: math.rsqrt [[S]]
func.func @rsqrt_adds_epsilon(%x: f32) -> f32 {
  %r = math.rsqrt %x : f32
  return %r : f32
}

// TANH-CLAMPS-LABEL: @tanh_clamps(
// TANH-CLAMPS: [[A:%.*]] = arith.maxnumf %arg0
// TANH-CLAMPS: [[B:%.*]] = arith.minnumf [[A]]
// TANH-CLAMPS: math.tanh [[B]]
func.func @tanh_clamps(%x: f32) -> f32 {
  %r = math.tanh %x : f32
  return %r : f32
}

// EXP-CLAMPS-LABEL: @exp_clamps(
// EXP-CLAMPS: [[A:%.*]] = arith.minimumf %arg0
// EXP-CLAMPS: math.exp [[A]]
func.func @exp_clamps(%x: f32) -> f32 {
  %r = math.exp %x : f32
  return %r : f32
}

// ERF-BY-TANH-LABEL: @erf_by_tanh(
// ERF-BY-TANH: [[S:%.*]] = arith.mulf %arg0, %arg0
// ERF-BY-TANH: [[A:%.*]] = arith.mulf %arg0
// ERF-BY-TANH: math.tanh [[A]]
func.func @erf_by_tanh(%x: f32) -> f32 {
  %r = math.erf %x : f32
  return %r : f32
}

// SIGN-OF-NAN-IS-ZERO-LABEL: @sign_of_nan_is_zero(
// SIGN-OF-NAN-IS-ZERO: [[S:%.*]] = math.copysign
// SIGN-OF-NAN-IS-ZERO: [[Z:%.*]] = arith.constant 0.000000e+00
// SIGN-OF-NAN-IS-ZERO: arith.select {{%.*}}, [[Z]], [[S]]
func.func @sign_of_nan_is_zero(%x: f32) -> f32 {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %0 = arith.cmpf ueq, %x, %zero : f32
  %1 = math.copysign %one, %x : f32
  %r = arith.select %0, %x, %1 : f32
  return %r : f32
}

// FLOOR-TRUNCATES-LABEL: @floor_truncates(
// FLOOR-TRUNCATES: math.trunc %arg0
func.func @floor_truncates(%x: f32) -> f32 {
  %r = math.floor %x : f32
  return %r : f32
}

// CEIL-BY-FLOOR-LABEL: @ceil_by_floor(
// CEIL-BY-FLOOR: [[A:%.*]] = math.floor %arg0
// CEIL-BY-FLOOR: [[B:%.*]] = arith.constant 1.000000e+00
// CEIL-BY-FLOOR: arith.addf [[A]], [[B]]
func.func @ceil_by_floor(%x: f32) -> f32 {
  %r = math.ceil %x : f32
  return %r : f32
}

// ROUND-HALF-AWAY-LABEL: @round_half_away(
// ROUND-HALF-AWAY: math.round %arg0
func.func @round_half_away(%x: f32) -> f32 {
  %r = math.roundeven %x : f32
  return %r : f32
}

// SELECT-BY-ARITHMETIC-LABEL: @select_by_arithmetic(
// SELECT-BY-ARITHMETIC: [[C:%.*]] = arith.uitofp %arg0
// SELECT-BY-ARITHMETIC: [[D:%.*]] = arith.subf {{%.*}}, [[C]]
// SELECT-BY-ARITHMETIC: arith.mulf %arg1, [[C]]
// SELECT-BY-ARITHMETIC: arith.mulf %arg2, [[D]]
// SELECT-BY-ARITHMETIC: arith.addf
func.func @select_by_arithmetic(%c: i1, %x: f32, %y: f32) -> f32 {
  %r = arith.select %c, %x, %y : f32
  return %r : f32
}

// COMPARE-BY-BITS-LABEL: @compare_by_bits(
// COMPARE-BY-BITS: [[A:%.*]] = arith.bitcast
// COMPARE-BY-BITS: [[B:%.*]] = arith.bitcast
// COMPARE-BY-BITS: arith.cmpi eq, 
func.func @compare_by_bits(%x: f32, %y: f32) -> i1 {
  %r = arith.cmpf oeq, %x, %y : f32
  return %r : i1
}

// COMPARE-UNORDERED-LABEL: @compare_unordered(
// COMPARE-UNORDERED: arith.cmpf ult, %arg0, %arg1
func.func @compare_unordered(%x: f32, %y: f32) -> i1 {
  %r = arith.cmpf olt, %x, %y : f32
  return %r : i1
}

// NE-ORDERED-LABEL: @ne_ordered(
// NE-ORDERED: arith.cmpf one, %arg0, %arg1
func.func @ne_ordered(%x: f32, %y: f32) -> i1 {
  %r = arith.cmpf une, %x, %y : f32
  return %r : i1
}

// COMPARE-OF-SELF-LABEL: @compare_of_self(
// COMPARE-OF-SELF: [[R:%.*]] = arith.constant true
// COMPARE-OF-SELF: return [[R]]
func.func @compare_of_self(%x: f32) -> i1 {
  %r = arith.cmpf oeq, %x, %x : f32
  return %r : i1
}

// NOT-OF-COMPARE-LABEL: @not_of_compare(
// NOT-OF-COMPARE: [[R:%.*]] = arith.cmpf oge, %arg0, %arg1
// NOT-OF-COMPARE: return [[R]]
func.func @not_of_compare(%x: f32, %y: f32) -> i1 {
  %yes = arith.constant true
  %0 = arith.cmpf olt, %x, %y : f32
  %r = arith.xori %0, %yes : i1
  return %r : i1
}

// COMPLEX-MUL-CONJUGATES-LABEL: @complex_mul_conjugates(
// COMPLEX-MUL-CONJUGATES: [[I:%.*]] = complex.im %arg1
// COMPLEX-MUL-CONJUGATES: arith.negf [[I]]
// COMPLEX-MUL-CONJUGATES: [[Y:%.*]] = complex.create
// COMPLEX-MUL-CONJUGATES: complex.mul %arg0, [[Y]]
func.func @complex_mul_conjugates(%x: complex<f32>, %y: complex<f32>) -> complex<f32> {
  %r = complex.mul %x, %y : complex<f32>
  return %r : complex<f32>
}

// COMPLEX-NEG-KEEPS-REAL-LABEL: @complex_neg_keeps_real(
// COMPLEX-NEG-KEEPS-REAL: arith.negf
// COMPLEX-NEG-KEEPS-REAL-NOT: complex.neg
// COMPLEX-NEG-KEEPS-REAL: complex.create
func.func @complex_neg_keeps_real(%x: complex<f32>) -> complex<f32> {
  %r = complex.neg %x : complex<f32>
  return %r : complex<f32>
}
