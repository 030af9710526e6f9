// compile-failure:compile:failed to run configuration of source executable to target executable for backend #hal.executable.target<"llvm-cpu", "embedded-elf-x86_64", {cpu = "x#-#-v#", cp
// assay-target: iree@3.13.0:llvm-cpu:O2,flavour=torch
// assay-version: 0.1.0
// module.mlir:11:10: failed to run configuration of source executable to target executable for backend #hal.executable.target<"llvm-cpu", "embedded-elf-x86_64", { ...
// 
// module.mlir:11:10: see current operation: 
// "hal.executable.variant"() <{sym_name = "embedded_elf_x86_64", target = #hal.executable.target<"llvm-cpu", "embedded-elf-x86_64", {cpu = "x86-64-v3", cpu_featur ...
//   "hal.executable.export"() <{layout = #hal.pipeline.layout<constants = 14, bindings = [#hal.pipeline.binding<storage_buffer, "ReadOnly|Indirect">, #hal.pipelin ...
//   ^bb0(%arg10: !hal.device, %arg11: index, %arg12: index, %arg13: index, %arg14: index, %arg15: index, %arg16: index, %arg17: index):
// ...
//   extract_slice: x from [d2,0], [d1,d0] elements in steps of [1,1]
//   broadcast: x repeated along the new dims [0,3]

// RUN: iree-compile %s -o /dev/null --iree-hal-target-backends=llvm-cpu --iree-input-demote-f64-to-f32=false --iree-opt-level=O2 --iree-llvmcpu-target-cpu=x86-64-v3

module {
  func.func @main(%arg0: !torch.int, %arg1: !torch.int, %arg2: !torch.vtensor<[?,?],i1>) -> !torch.vtensor<[?,?,?,?],i1> attributes {torch.assume_strict_symbolic_shapes} {
    %0 = "torch.constant.int"() {value = 0 : i64} : () -> !torch.int
    %1 = "torch.aten.add.int"(%arg0, %arg1) : (!torch.int, !torch.int) -> !torch.int
    %2 = "torch.constant.int"() {value = 1 : i64} : () -> !torch.int
    %3 = "torch.aten.slice.Tensor"(%arg2, %0, %arg1, %1, %2) : (!torch.vtensor<[?,?],i1>, !torch.int, !torch.int, !torch.int, !torch.int) -> !torch.vtensor<[?,?],i1>
    %4 = "torch.constant.int"() {value = 2 : i64} : () -> !torch.int
    %5 = "torch.aten.unsqueeze"(%3, %4) : (!torch.vtensor<[?,?],i1>, !torch.int) -> !torch.vtensor<[?,?,1],i1>
    %6 = "torch.aten.size.int"(%arg2, %0) : (!torch.vtensor<[?,?],i1>, !torch.int) -> !torch.int
    %7 = "torch.prim.ListConstruct"(%arg1, %arg0, %6, %arg0) : (!torch.int, !torch.int, !torch.int, !torch.int) -> !torch.list<int>
    %8 = "torch.aten.broadcast_to"(%5, %7) : (!torch.vtensor<[?,?,1],i1>, !torch.list<int>) -> !torch.vtensor<[?,?,?,?],i1>
    return %8 : !torch.vtensor<[?,?,?,?],i1>
  }
}

// assay-content: f3c8c9435de007b1d3ccd348aa64340a 923366baf6ce7568c93b956fdc1e2abe
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 3,
// assay-case: "arguments": ["i1[d0,d0]"],
// assay-case: "nodes": [
// assay-case:   {"op":"extract_slice","operands":[0],"spelling":"named","attributes":{"offsets":["d2","0"],"sizes":["d1","d0"],"strides":[1,1],"dropped":[]}},
// assay-case:   {"op":"broadcast","operands":[1],"spelling":"named","attributes":{"shape":["d2","d1","d0","d1"],"added":[0,3]}}
// assay-case: ],
// assay-case: "returns": [2],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": ["dynamic","dynamic","dynamic"],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [1,0,1],
// assay-case: "inputs": [
// assay-case:   {"distribution":"integers","seed":3126697864,"low":0.0,"high":1.0}
// assay-case: ]}
// assay-case: ]
// assay-case: }
