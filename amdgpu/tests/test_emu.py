#!/usr/bin/env python3
"""assay-emu: what it prints and the exit codes it gives, on kernels that clang compiles here."""

import array
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

EMU = os.environ["ASSAY"]
KERNELS = """
kernel void twice(global int *out, global int *in, int n) {
  int i = __builtin_amdgcn_workgroup_id_x() * 64 + __builtin_amdgcn_workitem_id_x();
  if (i < n) out[i] = 2 * in[i];
}
kernel void race(global int *out, global int *in, int n) {
  if (__builtin_amdgcn_workitem_id_x() == 0) out[0] += 1;
}
"""


def npy(values):
    header = f"{{'descr': '<i4', 'fortran_order': False, 'shape': ({len(values)},), }}"
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + array.array("i", values).tobytes()


class Emu(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.scratch.name)
        (self.folder / "k.cl").write_text(KERNELS)
        subprocess.run(["clang-22", "-x", "cl", "-target", "amdgcn-amd-amdhsa", "-mcpu=gfx942", "-nogpulib", "-O2", "-g",
                        "k.cl", "-o", "k.hsaco"], cwd=self.folder, check=True)
        (self.folder / "in.npy").write_bytes(npy(range(100)))
        (self.folder / "zero.npy").write_bytes(npy([0] * 100))
        (self.folder / "wanted.npy").write_bytes(npy(range(0, 200, 2)))

    def tearDown(self):
        self.scratch.cleanup()

    def emu(self, *arguments):
        done = subprocess.run([EMU, *map(str, arguments)], capture_output=True, text=True, cwd=self.folder)
        return done.returncode, done.stdout, done.stderr

    def manifest(self, kernel="twice", n=100, expected="wanted.npy"):
        (self.folder / "m.json").write_text(json.dumps({
            "code_object": "k.hsaco", "kernel": kernel, "grid": [2], "block": [64],
            "arguments": [{"npy": "zero.npy", "out": "out.npy", "expected": expected}, {"npy": "in.npy"}, {"i32": n}]}))
        return "m.json"

    def test_census_counts_and_misses_nothing(self):
        code, out, _ = self.emu("census", "k.hsaco")
        self.assertEqual(code, 0, out)
        self.assertIn("global_load_dword", out)
        self.assertIn("0 of them missing", out)

    def test_census_of_a_chip_names_what_has_no_entry(self):
        _, out, _ = self.emu("census", "--missing=gfx942")
        self.assertRegex(out, r"gfx942 has \d+ instructions, \d+ of them without an entry")
        for format in ("SOP1", "SOP2", "SOPK", "SOPC", "SOPP", "SMEM", "DS", "FLAT", "MUBUF", "MTBUF"):
            self.assertNotIn(f" {format} ", out)

    def test_disasm_names_kernels(self):
        code, out, _ = self.emu("disasm", "k.hsaco")
        self.assertEqual(code, 0)
        self.assertIn("twice:\n", out)
        self.assertIn("s_endpgm", out)

    def test_run_writes_and_compares(self):
        code, out, _ = self.emu("run", self.manifest(), "--check=all", "--threads=2", "--schedule=3")
        self.assertEqual((code, out), (0, ""))
        self.assertEqual((self.folder / "out.npy").read_bytes(), (self.folder / "wanted.npy").read_bytes())

    def test_run_says_what_differs(self):
        code, out, _ = self.emu("run", self.manifest(expected="in.npy"))
        self.assertEqual(code, 1)
        self.assertIn("in.npy", out)

    def test_a_finding_has_its_place_and_source_line(self):
        code, out, _ = self.emu("run", self.manifest(n=101))
        self.assertEqual(code, 1)
        self.assertIn("out of bounds: twice at", out)
        self.assertIn("0 bytes past the end of in.npy of 400 bytes", out)
        self.assertRegex(out, r"-> .*global_load_dword")
        self.assertIn("k.cl:4", out)

    def test_races_are_looked_for_if_asked(self):
        self.assertEqual(self.emu("run", self.manifest("race", expected="zero.npy"), "--check=races")[0], 1)
        code, _, error = self.emu("run", self.manifest(), "--check=speed")
        self.assertNotIn(code, (0, 1))
        self.assertIn("no check", error)

    def test_trace_shows_registers(self):
        code, out, _ = self.emu("trace", self.manifest())
        self.assertEqual(code, 0)
        self.assertRegex(out, r"global_load_dword .*v\d+=0x")

    def test_what_is_no_code_object_is_refused_with_a_sentence(self):
        code, _, error = self.emu("census", "in.npy")
        self.assertNotIn(code, (0, 1))
        self.assertIn("in.npy", error)
        truncated = (self.folder / "k.hsaco").read_bytes()[:700]
        (self.folder / "cut.hsaco").write_bytes(truncated)
        self.assertGreater(self.emu("disasm", "cut.hsaco")[0], 1)


if __name__ == "__main__":
    unittest.main()
