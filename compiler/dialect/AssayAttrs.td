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

#endif
