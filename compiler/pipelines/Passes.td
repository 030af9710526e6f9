// Pipelines within pipelines, and what targets draw.

include "mlir/Pass/PassBase.td"

def IfPresentPass : Pass<"assay-if-present"> {
  let summary = "Run a pipeline on a module that has ops of a dialect";
  let description = [{
    Runs the pipeline if there is an op of the dialect. On a module.
  }];
  let options = [
    Option<"dialect", "dialect", "std::string", /*default=*/"", "The dialect's name">,
    Option<"pipeline", "pipeline", "std::string", /*default=*/"", "What to run, in the form builtin.module(pass,pass)">
  ];
}

def DrawConfigsPass : Pass<"assay-draw-configs"> {
  let summary = "Put drawn tuning configs on functions and on ops that can be tiled";
  let description = [{
    Gives each function a translation info, each op that can be tiled a lowering config or a
    compilation info, and attention a decomposition config, all of them legal. What an op gets depends
    on the seed, its name and its number of loops alone. On any op.
  }];
  let dependentDialects = [
    "::assay::ir::AssayDialect"
  ];
  let options = [
    Option<"seed", "seed", "uint64_t", /*default=*/"0", "What is drawn from">
  ];
}
