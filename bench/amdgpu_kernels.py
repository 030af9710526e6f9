"""The kernels that the AMDGPU machine's speed is measured with, for gfx942 and for anything that runs OpenCL C."""

import array
import json
import random
import subprocess

# What a kernel says in the words of either: without a library there are only builtins.
FOR_GFX942 = r"""
#define I __builtin_amdgcn_workitem_id_x()
#define G __builtin_amdgcn_workgroup_id_x()
#define BARRIER __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup"); __builtin_amdgcn_s_barrier(); \
                __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup")
#define FMA __builtin_fmaf
#define MAX __builtin_fmaxf
#define EXP2 __builtin_amdgcn_exp2f
#define RCP __builtin_amdgcn_rcpf
"""
FOR_OPENCL = r"""
#define I get_local_id(0)
#define G get_group_id(0)
#define BARRIER barrier(CLK_LOCAL_MEM_FENCE)
#define FMA fma
#define MAX fmax
#define EXP2 exp2
#define RCP(x) (1 / (x))
"""
KERNELS = r"""
kernel void fma_loop(global float *a, float x, float y, int n) {
  uint l = G * 64 + I;
  float p = a[l], q = p + 1, r = p + 2, s = p + 3;
  for (int i = 0; i < n; i++) {
    p = FMA(p, x, y); q = FMA(q, x, y);
    r = FMA(r, x, y); s = FMA(s, x, y);
  }
  a[l] = p + q + r + s;
}

// 16 x 16 work-items make a tile of 64 x 64: 4 x 4 results each.
kernel void gemm(global float *c, global const float *a, global const float *b, int n) {
  local float ta[16][64], tb[16][64];
  uint x = I % 16, y = I / 16, tiles = n / 64;
  // Without a remainder: of it LLVM makes a freeze, which oclgrind's check for uninitialised values does not know.
  uint band = G / tiles, row = band * 64, column = (G - band * tiles) * 64;
  float sum[4][4] = {};
  for (int k = 0; k < n; k += 16) {
    for (int i = 0; i < 4; i++) {
      ta[x][y + 16 * i] = a[(row + y + 16 * i) * n + k + x];
      tb[y][x + 16 * i] = b[(k + y) * n + column + x + 16 * i];
    }
    BARRIER;
    for (int kk = 0; kk < 16; kk++)
      for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
          sum[i][j] = FMA(ta[kk][y + 16 * i], tb[kk][x + 16 * j], sum[i][j]);
    BARRIER;
  }
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      c[(row + y + 16 * i) * n + column + x + 16 * j] = sum[i][j];
}

kernel void softmax(global float *out, global const float *in, int n) {
  local float part[256];
  uint l = I;
  float top = -INFINITY, sum = 0;
  for (int i = l; i < n; i += 256) top = MAX(top, in[G * n + i]);
  part[l] = top;
  BARRIER;
  for (int s = 128; s > 0; s >>= 1) { if (l < s) part[l] = MAX(part[l], part[l + s]); BARRIER; }
  top = part[0];
  BARRIER;
  for (int i = l; i < n; i += 256) {
    float e = EXP2((in[G * n + i] - top) * 1.44269504f);
    out[G * n + i] = e;
    sum += e;
  }
  part[l] = sum;
  BARRIER;
  for (int s = 128; s > 0; s >>= 1) { if (l < s) part[l] += part[l + s]; BARRIER; }
  float scale = RCP(part[0]);
  for (int i = l; i < n; i += 256) out[G * n + i] *= scale;
}
"""


class Case:
    """A launch: workgroups, work-items of each, floats in each buffer, and the arguments: buffers' names or numbers."""

    def __init__(self, groups, items, buffers, arguments):
        self.groups, self.items, self.buffers, self.arguments = groups, items, buffers, arguments


def cases(iterations, n, rows):
    columns = 4096
    return {
        "fma_loop": Case(16, 64, {"v": 1024}, ["v", 0.5, 1.0, iterations]),
        "gemm": Case((n // 64) ** 2, 256, {"c": n * n, "a": n * n, "b": n * n}, ["c", "a", "b", n]),
        "softmax": Case(rows, 256, {"y": rows * columns, "x": rows * columns}, ["y", "x", columns]),
    }


def npy(values):
    """A NumPy file of these floats."""
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({len(values)},), }}"
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + values.tobytes()


def argument(value):
    if isinstance(value, str):
        return {"npy": f"{value}.npy"}
    return {"f32" if isinstance(value, float) else "i32": value}


def write_for_gfx942(folder, launches):
    """Compiles the kernels into `folder`, with a manifest KERNEL.json for each launch and the buffers it names."""
    (folder / "k.cl").write_text(FOR_GFX942 + KERNELS)
    subprocess.run(["clang-22", "-x", "cl", "-cl-std=CL2.0", "-Xclang", "-finclude-default-header", "-target",
                    "amdgcn-amd-amdhsa", "-mcpu=gfx942", "-nogpulib", "-O3", "-w", "k.cl", "-o", "k.hsaco"],
                   cwd=folder, check=True)
    generator = random.Random(1)
    for kernel, case in launches.items():
        for name, size in case.buffers.items():
            (folder / f"{name}.npy").write_bytes(npy(array.array("f", (generator.random() for _ in range(size)))))
        (folder / f"{kernel}.json").write_text(json.dumps(
            {"code_object": "k.hsaco", "kernel": kernel, "grid": [case.groups], "block": [case.items],
             "arguments": [argument(value) for value in case.arguments]}))
