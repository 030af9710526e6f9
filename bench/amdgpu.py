#!/usr/bin/env python3
"""Speed of the AMDGPU machine: wave64 instructions a second on three kernels, with bounds checks as always, on one thread;
how much faster two threads are, how much slower all checks are, and how long a first launch takes.
bench/amdgpu.py [--emu build/release/bin/assay-emu]: needs clang-22."""

import argparse
import array
import json
import pathlib
import random
import re
import subprocess
import tempfile
import time

KERNELS = r"""
#define I __builtin_amdgcn_workitem_id_x()
#define G __builtin_amdgcn_workgroup_id_x()
#define BARRIER __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup"); __builtin_amdgcn_s_barrier(); \
                __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup")

kernel void fma_loop(global float *a, float x, float y, int n) {
  uint l = G * 64 + I;
  float p = a[l], q = p + 1, r = p + 2, s = p + 3;
  for (int i = 0; i < n; i++) {
    p = __builtin_fmaf(p, x, y); q = __builtin_fmaf(q, x, y);
    r = __builtin_fmaf(r, x, y); s = __builtin_fmaf(s, x, y);
  }
  a[l] = p + q + r + s;
}

// 16 x 16 work-items make a tile of 64 x 64: 4 x 4 results each.
kernel void gemm(global float *c, global const float *a, global const float *b, int n) {
  local float ta[16][64], tb[16][64];
  uint x = I % 16, y = I / 16, tiles = n / 64;
  uint row = G / tiles * 64, column = G % tiles * 64;
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
          sum[i][j] = __builtin_fmaf(ta[kk][y + 16 * i], tb[kk][x + 16 * j], sum[i][j]);
    BARRIER;
  }
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      c[(row + y + 16 * i) * n + column + x + 16 * j] = sum[i][j];
}

kernel void softmax(global float *out, global const float *in, int n) {
  local float part[256];
  uint l = I;
  float top = -__builtin_inff(), sum = 0;
  for (int i = l; i < n; i += 256) top = __builtin_fmaxf(top, in[G * n + i]);
  part[l] = top;
  BARRIER;
  for (int s = 128; s > 0; s >>= 1) { if (l < s) part[l] = __builtin_fmaxf(part[l], part[l + s]); BARRIER; }
  top = part[0];
  BARRIER;
  for (int i = l; i < n; i += 256) {
    float e = __builtin_amdgcn_exp2f((in[G * n + i] - top) * 1.44269504f);
    out[G * n + i] = e;
    sum += e;
  }
  part[l] = sum;
  BARRIER;
  for (int s = 128; s > 0; s >>= 1) { if (l < s) part[l] += part[l + s]; BARRIER; }
  float scale = __builtin_amdgcn_rcpf(part[0]);
  for (int i = l; i < n; i += 256) out[G * n + i] *= scale;
}
"""


def npy(values):
    """A NumPy file of these floats."""
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({len(values)},), }}"
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + values.tobytes()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--emu", default="build/release/bin/assay-emu")
    parser.add_argument("--runs", type=int, default=3, help="the best of so many counts")
    arguments = parser.parse_args()
    emu = pathlib.Path(arguments.emu).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "k.cl").write_text(KERNELS)
        subprocess.run(["clang-22", "-x", "cl", "-cl-std=CL2.0", "-Xclang", "-finclude-default-header", "-target",
                        "amdgcn-amd-amdhsa", "-mcpu=gfx942", "-nogpulib", "-O3", "-w", "k.cl", "-o", "k.hsaco"],
                       cwd=folder, check=True)
        n, rows = 256, 64
        generator = random.Random(1)
        sizes = {"v": 256, "a": n * n, "b": n * n, "c": n * n, "x": rows * 4096, "y": rows * 4096}
        for key, size in sizes.items():
            (folder / f"{key}.npy").write_bytes(npy(array.array("f", (generator.random() for _ in range(size)))))
        cases = {
            "fma_loop": ([4], [64], [{"npy": "v.npy"}, {"f32": 0.5}, {"f32": 1.0}, {"i32": 1000000}]),
            "gemm": ([(n // 64) ** 2], [256], [{"npy": "c.npy"}, {"npy": "a.npy"}, {"npy": "b.npy"}, {"i32": n}]),
            "softmax": ([rows], [256], [{"npy": "y.npy"}, {"npy": "x.npy"}, {"i32": 4096}]),
        }
        for kernel, (grid, block, values) in cases.items():
            (folder / f"{kernel}.json").write_text(json.dumps(
                {"code_object": "k.hsaco", "kernel": kernel, "grid": grid, "block": block, "arguments": values}))

        def speed(kernel, *flags):
            best = 0
            for _ in range(arguments.runs):
                text = subprocess.run([emu, "run", folder / f"{kernel}.json", "--time", *flags], capture_output=True,
                                      text=True)
                found = re.search(r": ([0-9.]+) million a second", text.stdout)
                if not found:
                    raise SystemExit(f"{kernel} {' '.join(flags)}: {text.stdout}{text.stderr}")
                best = max(best, float(found[1]))
            return best

        print(f"{'kernel':10} {'million/s':>10} {'2 threads':>10} {'all checks':>11}")
        for kernel in cases:
            plain = speed(kernel)
            print(f"{kernel:10} {plain:10.1f} {speed(kernel, '--threads=2') / plain:9.2f}x"
                  f" {plain / speed(kernel, '--check=all'):10.2f}x")
        begin = time.monotonic()
        subprocess.run([emu, "run", folder / "fma_loop.json", "--budget=1"], capture_output=True)
        print(f"process with its first launch: {(time.monotonic() - begin) * 1000:.0f} ms")


if __name__ == "__main__":
    main()
