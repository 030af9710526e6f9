// Passes pipelines within pipelines.

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
