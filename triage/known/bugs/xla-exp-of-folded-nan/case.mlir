// nondeterministic-mismatch:unary(exp)
// assay-target: xla:O2
// assay-version: 0.1.0
// run 0: result 0 [] is 0, expected nan; 1 of 1 elements are wrong
// first wrong value: %3
// not the same each time
//   fill: nan everywhere
//   binary: z[i] = add(x[i], y[i])
//   unary: y[i] = exp(x[i])

// RUN: rm -rf %t.dir && mkdir -p %t.dir && cd %t.dir
// RUN: xla.py compile %s %t.dir/module --xla_backend_optimization_level=2
// RUN: ls %t.dir/module*
// RUN: mkdir %t.dir/run0
// RUN: echo k05VTVBZAQB2AHsnZGVzY3InOiAnPGY0JywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKCksIH0gICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAAAAA | base64 -d > %t.dir/run0/in0.npy
// RUN: xla.py run %t.dir/module --input=%t.dir/run0/in0.npy --output=%t.dir/run0/out0.npy
// RUN: sed -n 's,^// py: ,,p' %s > %t.dir/check.py
// RUN: python3 %t.dir/check.py %t.dir
// Without lit:
//   sed -n 's,^// RU[N]: ,,p' FILE |
//   sed "s,%%,\x01,g; s,%t,$(mktemp -d)/case,g; s,%s,$(realpath FILE),g; s,\x01,%,g" |
//   sh -ex

module {
  func.func @main(%arg0: tensor<f32>) -> tensor<f32> {
    %0 = "stablehlo.constant"() {value = dense<0x7FC00000> : tensor<f32>} : () -> tensor<f32>
    %1 = "stablehlo.add"(%arg0, %0) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %2 = "stablehlo.exponential"(%1) : (tensor<f32>) -> tensor<f32>
    return %2 : tensor<f32>
  }
}

// py: import ast, collections, itertools, math, struct, sys
// py: 
// py: inf, nan = math.inf, math.nan
// py: 
// py: 
// py: def elements(path, code):
// py:     """The numbers in a raw file or one of NumPy's, in row-major order."""
// py:     with open(path, "rb") as file:
// py:         data = file.read()
// py:     shape, by_columns = (), False
// py:     if data[:6] == b"\x93NUMPY":
// py:         width = 2 if data[6] == 1 else 4
// py:         begin = 8 + width + int.from_bytes(data[8:8 + width], "little")
// py:         header = ast.literal_eval(data[8 + width:begin].decode())
// py:         data, shape, by_columns = data[begin:], header["shape"], header["fortran_order"]
// py:     if code == "bf16":
// py:         data, code = b"".join(b"\0\0" + data[i:i + 2] for i in range(0, len(data), 2)), "f"
// py:     numbers = list(struct.iter_unpack("<" + code, data))
// py:     if by_columns:
// py:         places = itertools.product(*map(range, shape))
// py:         numbers = [numbers[sum(i * math.prod(shape[:dim]) for dim, i in enumerate(place))] for place in places]
// py:     return [part for element in numbers for part in element]
// py: 
// py: 
// py: def is_right(number, low, high):
// py:     if low != low:
// py:         return number != number
// py:     return low <= number <= high or high - low == inf
// py: 
// py: 
// py: def check(path, code, *expected):
// py:     numbers = elements(path, code)
// py:     if len(numbers) != len(expected):
// py:         sys.exit(f"{path}: {len(numbers)} numbers, expected {len(expected)}")
// py:     for i, (number, right) in enumerate(zip(numbers, expected)):
// py:         low, high = right if isinstance(right, tuple) else (right, right)
// py:         if not is_right(number, low, high):
// py:             sys.exit(f"{path}: number {i} is {number}, expected {low}" + (f" to {high}" if high > low else ""))
// py: 
// py: 
// py: def check_choice(files, groups, *candidates):
// py:     """Each place holds in all of the files a candidate of its group, and none stands at two places; some must stand somewhere."""
// py:     columns = []
// py:     for path, code in files:
// py:         numbers, parts = [float(number) for number in elements(path, code)], 2 if code == "ff" else 1
// py:         columns += [numbers[part::parts] for part in range(parts)]
// py:         if len(columns[-1]) != len(groups):
// py:             sys.exit(f"{path}: {len(columns[-1])} elements, expected {len(groups)}")
// py:     places = list(zip(groups, *columns))
// py:     left = collections.Counter(candidate for candidate, is_needed in candidates)
// py:     for i, place in enumerate(places):
// py:         left[place] -= 1
// py:         if left[place] < 0:
// py:             sys.exit(f"{' and '.join(path for path, code in files)}: element {i} is {place[1:]}, expected one of "
// py:                      f"{[right[1:] for right, is_needed in candidates if right[0] == place[0]]}, and each at one place")
// py:     for candidate, is_needed in candidates:
// py:         if is_needed and candidate not in places:
// py:             sys.exit(f"{' and '.join(path for path, code in files)}: {candidate[1:]} is missing")
// py: 
// py: 
// py: check(sys.argv[1] + "/run0/out0.npy", "f",
// py:       nan)

// assay-content: dcc8b0b3980abc3b03e2b029e8588236 ca2643bc839704897c0bbc66c60a96a0
// assay-case: {
// assay-case: "schema": 1,
// assay-case: "program": {
// assay-case: "symbols": 0,
// assay-case: "arguments": ["f32[]"],
// assay-case: "nodes": [
// assay-case:   {"op":"fill","operands":[],"spelling":"named","attributes":{"shape":[],"element":"f32","value":"nan"}},
// assay-case:   {"op":"binary","operands":[0,1],"spelling":"named","attributes":{"function":"add","unsigned":false}},
// assay-case:   {"op":"unary","operands":[2],"spelling":"named","attributes":{"function":"exp"}}
// assay-case: ],
// assay-case: "returns": [3],
// assay-case: "groups": []
// assay-case: },
// assay-case: "specialization": [],
// assay-case: "contracts": [],
// assay-case: "runs": [
// assay-case: {"bindings": [],
// assay-case: "inputs": [
// assay-case:   {"element":"f32","shape":[],"data":[0.0]}
// assay-case: ]}
// assay-case: ]
// assay-case: }
