// crash:compile:SIGSEGV
// assay-target: xla:O2
// assay-version: 0.1.0
// crash in stage compile: SIGSEGV
//   cast: y[i] = x[i] as i32
//   binary: z[i] = and(x[i], y[i])

// RUN: rm -rf %t.dir && mkdir -p %t.dir && cd %t.dir
// RUN: xla.py compile %s %t.dir/module --xla_backend_optimization_level=2
// RUN: ls %t.dir/module*
// Without lit:
//   sed -n 's,^// RU[N]: ,,p' FILE |
//   sed "s,%%,\x01,g; s,%t,$(mktemp -d)/case,g; s,%s,$(realpath FILE),g; s,\x01,%,g" |
//   sh -ex

module {
  func.func @main(%arg0: tensor<2xi64>, %arg1: tensor<2xi32>) -> tensor<2xi32> {
    %0 = "stablehlo.convert"(%arg0) : (tensor<2xi64>) -> tensor<2xi32>
    %1 = "stablehlo.and"(%0, %arg1) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    return %1 : tensor<2xi32>
  }
}

// assay-content: ecf99d3003671ea5ca7d05de15d792f8 6e638ca18bf87a1a54a57bf63ea13871
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["i64[2]","i32[2]"],
// assay-case: "nodes": [
// assay-case:   {"op":"cast","operands":[0],"spelling":"generic","attributes":{"to":"i32","unsigned":false}},
// assay-case:   {"op":"binary","operands":[2,1],"spelling":"named","attributes":{"function":"and","unsigned":false}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"i64","shape":[2],"data":[0,0]},
// assay-case:   {"element":"i32","shape":[2],"data":[0,0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
