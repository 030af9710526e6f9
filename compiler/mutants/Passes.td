// The pass that makes mutants.

include "mlir/Pass/PassBase.td"

def MutatePass : Pass<"assay-mutate"> {
  let summary = "Make one random change";
  let description = [{
    Changes one op, and verifies. With `mutator`, that mutator at the place `site`, from 1; without, one that `seed`
    draws as docs/mutation.md says. Says what it changed in a remark. Where there is nothing to change it does nothing; it
    fails where there is no such mutator or place, and where what comes out does not verify. On any op.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect"];
  let options = [
    Option<"mutator", "operator", "std::string", /*default=*/"", "Name of a mutator, see Mutators.def">,
    Option<"site", "site", "int64_t", /*default=*/"1", "Which of the mutator's places, from 1">,
    Option<"seed", "seed", "uint64_t", /*default=*/"0", "Draws mutator and place">,
    Option<"phase", "phase", "std::string", /*default=*/"", "Draws among the mutators of that phase; empty: of all">
  ];
}

def ApplyRulePass : Pass<"assay-apply-rule"> {
  let summary = "Apply a wrong rewrite wherever it matches";
  let description = [{
    Makes linalg.generic of what computes, and applies the rule of that name once to every op that it matches. Comes
    first in a pipeline, and fails where there is no such rule. On any op.
  }];
  let dependentDialects = [
    "::assay::ir::AssayDialect",
    "::mlir::arith::ArithDialect",
    "::mlir::complex::ComplexDialect",
    "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"rule", "rule", "std::string", /*default=*/"", "Name of the rule, see Rules.def">
  ];
}
