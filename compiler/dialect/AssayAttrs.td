// What a tuner says of how ops and functions are to be compiled. assay-strip-compilation-info removes it.

#ifndef ASSAY_ATTRS
#define ASSAY_ATTRS

include "AssayDialect.td"
include "mlir/IR/AttrTypeBase.td"

// What every such attribute implements: whoever removes or reads them asks for it, and not for a list of
// attributes or of ops. An attribute that only holds such ones, as a dictionary does, need not.
def CompilationInfo : AttrInterface<"CompilationInfo"> {
  let cppNamespace = "::assay::ir";
  let description = "Says how something is to be compiled, and nothing of what it computes.";
}

class CompilationInfoAttr<string name, string keyword>
    : AttrDef<AssayDialect, name, [DeclareAttrInterfaceMethods<CompilationInfo>]> {
  let mnemonic = keyword;
}

def LoweringConfigAttr : CompilationInfoAttr<"LoweringConfig", "lowering_config"> {
  let summary = "The tile of each loop of an op, 0 where it is not tiled";
  // Of an op without loops there are none.
  let parameters = (ins OptionalArrayRefParameter<"int64_t">:$tiles);
  let assemblyFormat = "`<` `tiles` `=` `[` (`]`) : ($tiles^ `]`)? `>`";
}

def TranslationInfoAttr : CompilationInfoAttr<"TranslationInfo", "translation_info"> {
  let summary = "The work-items of each workgroup that runs a function, along each dim";
  let parameters = (ins ArrayRefParameter<"int64_t">:$workgroup);
  let assemblyFormat = "`<` `workgroup` `=` `[` $workgroup `]` `>`";
}

def OpCompilationInfoAttr : CompilationInfoAttr<"OpCompilationInfo", "compilation_info"> {
  let summary = "How an op is to be lowered, and the function that it will be in translated";
  let parameters = (ins "LoweringConfigAttr":$lowering, "TranslationInfoAttr":$translation);
  let assemblyFormat = "`<` $lowering `,` $translation `>`";
}

// What a tensor has to do with the program.
def ValueAttr : AttrDef<AssayDialect, "Value"> {
  let mnemonic = "value";
  let summary = "Which value of the program a tensor holds";
  let description = [{
    `#assay.value<3>` is the program's value 3, as it is or in another shape of as many elements in
    the same order; `#assay.value<3, [1, 0]>` one whose dim i is the value's dim permutation[i].
    Stands in the location of the op that makes the tensor, in an array with one for each result: upstream's
    passes keep locations, and drop attributes.
  }];
  let parameters = (ins "int64_t":$id, OptionalArrayRefParameter<"int64_t">:$permutation);
  let assemblyFormat = "`<` $id (`,` `[` $permutation^ `]`)? `>`";
}

def HeldAttr : AttrDef<AssayDialect, "Held"> {
  let mnemonic = "held";
  let summary = "What is in memory that a dispatch was given to write to, when it is done";
  let description = [{
    Stands in the location of the allocation. There is no value if it is not known.
  }];
  let parameters = (ins "mlir::StringAttr":$dispatch, OptionalParameter<"ValueAttr">:$value);
  let assemblyFormat = "`<` $dispatch (`,` $value^)? `>`";
}

#endif
