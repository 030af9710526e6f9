// Passes from the assay dialect to ops that upstream lowers.

include "mlir/Pass/PassBase.td"

def PrepareTensorsPass : Pass<"assay-prepare-tensors"> {
  let summary = "Rewrite what upstream's passes get wrong, beside ops of the assay dialect";
  let description = [{
    The part of lower-assay that is about upstream's ops: linalg.softmax and tensor.concat, which no
    upstream pass lowers, and what upstream gets wrong (docs/found.md). Ops of the assay dialect stay,
    and what is left may be canonicalised. On any op.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def DecomposePass : Pass<"assay-decompose"> {
  let summary = "Turn what linalg can say of the assay dialect into linalg: attention, gather, one_hot";
  let description = [{
    Turns assay.attention, gather, gather_nd and one_hot into linalg on tensors, which fuses with its
    neighbours. What sorts, scans or scatters stays for lower-assay. Attention with more keys than
    `keys`, or an unknown number, takes so many at a time, rescaling what it has of a row where a
    tile has a greater score; a decomposition config's tile for the keys of `pv` goes before that.
    Its products get the configs that are theirs. With `waves`, attention of f32, f16 or bf16 becomes
    assay.wave_attention instead, if it is in no loop, has no decomposition config, and its query and
    values are known to have no more than 256 columns. On any op.
  }];
  let options = [
    Option<"keys", "keys", "int64_t", /*default=*/"0", "Keys that attention takes at a time, 0 for all">,
    Option<"usesWaves", "waves", "bool", /*default=*/"false", "Leave what it can to waves of a GPU">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def SelectTopkPass : Pass<"assay-select-topk"> {
  let summary = "Find the few best elements of long lines without sorting these";
  let description = [{
    A topk that takes few elements of each line, 32 at most and a fourth of them, becomes loops: the
    best of each tile of a line are put in their places one by one, and then the best of these. Of
    equal elements the one with the lowest index comes first, as where the line is sorted. How many
    are taken must be known; how long lines are need not. With `waves`, a topk of at most 64 elements
    along the last dim, in no loop, becomes assay.wave_topk instead. On any op.
  }];
  let options = [
    Option<"usesWaves", "waves", "bool", /*default=*/"false", "Leave what it can to waves of a GPU">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def LowerAssayPass : Pass<"lower-assay"> {
  let summary = "Lower the assay dialect, linalg.softmax and tensor.concat to upstream ops on tensors";
  let description = [{
    Turns the ops of the assay dialect, and the two upstream ops that no upstream pass lowers
    (linalg.softmax, tensor.concat), into ops that mlir-opt knows how to bring down to LLVM. Also
    what upstream's passes get wrong, into a form that they get right (docs/found.md): arithmetic on
    whole tensors, constants without elements, strided slices that drop dims, pads of nothing. A
    line of a sort or topk that takes no more than `private` bytes, of some, is sorted in private
    memory of a GPU's work-item, which writes what is read of it. On any op.
  }];
  let options = [
    Option<"privateBytes", "private", "int64_t", /*default=*/"0",
           "Bytes of private memory that a line may be sorted in">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::gpu::GPUDialect",
    "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
}
