// Passes kernels for AMD GPUs.

include "mlir/Pass/PassBase.td"

def OrderLoopsPass : Pass<"assay-order-loops"> {
  let summary = "Put parallel loops of linalg.generic on buffers outside; strided copies become ops";
  let description = [{
    Puts the parallel loops of linalg.generic on buffers outside of the others, makes ops of copies
    that are not of dense memory, and copies slices that are returned. On any op.
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect"
  ];
}

def UseMfmaPass : Pass<"assay-use-mfma"> {
  let summary = "Multiply matrices with MFMA, a wave for each tile of the result";
  let description = [{
    Contractions and convolutions of f32, and with `half` of f16 and bf16, that sum in f32 become a wave
    of MFMA for up to four by four tiles of 16 by 16 of the result, of which fewer are taken where the
    result is small or its extents are not known; tiles may hang over. On any op.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect",
    "::mlir::amdgpu::AMDGPUDialect",
    "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
  let options = [
    Option<"isHalfExact", "half", "bool", /*default=*/"true",
           "Also of f16 and bf16, whose denormals gfx90a takes for 0">
  ];
}

def RowsInWavesPass : Pass<"assay-rows-in-waves"> {
  let summary = "Do what follows one another with the same rows with a wave for each row, in its registers";
  let description = [{
    Linalg ops that stand behind one another and have the same rows, such as reductions of them and the
    elementwise ops between, become a wave for each row. A work-item keeps its elements of the row in
    registers from one op to the next, and a reduction combines those of all by shuffles; to memory goes
    what others read. The length of a row must be known and not too large for the registers, and what
    is combined must have 32 bits. Arguments of a function are taken for buffers of their own. Comes after
    assay-order-loops. On any op.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def TopkInWavesPass : Pass<"assay-topk-in-waves"> {
  let summary = "Find the best elements of each line with a wave, in its registers";
  let description = [{
    assay.wave_topk on memory becomes a wave for each line. It reads neighbours together; each
    work-item keeps one of the best elements so far, and compares one of the next with the worst of
    them. What is better is put in its place, and the others move on by shuffles. A result that nobody
    reads has no memory. Stands where no loops are outside of the op. On any op.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect",
    "::mlir::gpu::GPUDialect",
    "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::ROCDL::ROCDLDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def AttentionInWavesPass : Pass<"assay-attention-in-waves"> {
  let summary = "Do attention with a wave for some rows of the query, by MFMA, in its registers";
  let description = [{
    assay.wave_attention on memory becomes a wave for up to four tiles of 16 rows of the query, of which
    fewer are taken where there are few rows or many columns. It keeps these rows, the greatest score of
    each, the sum of the weights against it and the weighted values in registers, while it takes the
    keys, up to four tiles of 16 at a time, and rescales the sums where a score is greater. Scores are
    computed with keys as rows, which leaves them where the product with the values reads weights. With
    `half`, f16 and bf16 are multiplied as they are for the scores; all else is in f32. Keys behind the
    wave's last row are not read in causal attention. Stands where no loops are outside of the op. On
    any op.
  }];
  let dependentDialects = [
    "::mlir::amdgpu::AMDGPUDialect",
    "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect",
    "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
  let options = [
    Option<"isHalfExact", "half", "bool", /*default=*/"true",
           "Multiply f16 and bf16 as they are, whose denormals gfx90a takes for 0">
  ];
}

def ReduceInGroupsPass : Pass<"assay-reduce-in-groups"> {
  let summary = "Reduce with a workgroup for each result, through its memory";
  let description = [{
    Reductions by one associative op become a workgroup for each result, which combines through its
    memory. Comes after assay-order-loops. On any op.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect",
    "::mlir::gpu::GPUDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def UseVectorsPass : Pass<"assay-use-vectors"> {
  let summary = "Load and store four elements at a time in elementwise ops on dense buffers";
  let description = [{
    Elementwise ops on dense buffers handle four elements at a time. On any op.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def ParallelisePass : Pass<"assay-parallelise"> {
  let summary = "Make parallel loops of outer loops whose iterations do not depend on each other";
  let description = [{
    Makes parallel loops of outermost scf.for loops, and of those right inside of them, whose
    iterations write apart from each other. On any op.
  }];
  let dependentDialects = [
    "::mlir::scf::SCFDialect"
  ];
}

def FormKernelsPass : Pass<"assay-form-kernels", "::mlir::ModuleOp"> {
  let summary = "Turn parallel loops, and what is between them, into kernels and their launches";
  let description = [{
    Splits the one function of a module, of one block on memrefs, into what the host does and
    kernels in a gpu.module. Each iteration of a parallel loop becomes a work-item, in workgroups of
    N, or a workgroup, if a pass above has made the loop for that; what is between parallel loops
    and touches memory becomes a kernel of one work-item. A module without a function stays as it
    is. On a module.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"
  ];
  let options = [
    Option<"workItems", "work-items", "int64_t", /*default=*/"64", "Work-items of a workgroup">
  ];
}

def ExpandCopysignPass : Pass<"assay-expand-copysign"> {
  let summary = "Copy signs of f16 and bf16 in f32";
  let description = [{
    math.copysign of elements of 16 bits is done in f32, with a sign made of bits. Where the sign is
    what a bf16 was converted to, LLVM drops the conversion, and AMD's instruction selection has no
    copysign of an f16 by a bf16 (docs/found.md). On any op.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::math::MathDialect"
  ];
}
