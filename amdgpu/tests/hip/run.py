#!/usr/bin/env python3
"""Compiles a HIP program for both chips, optimized and not, and runs it on libamdhip64.so: in each of its modes, and in one.

usage: run.py PROGRAM.hip CLANG++ LIBRARY_FOLDER WORK_FOLDER
Exit code 77: the packages that a HIP program is compiled with are missing."""

import os
import pathlib
import subprocess
import sys

BITCODE = pathlib.Path("/usr/lib/x86_64-linux-gnu/amdgcn/bitcode")
HEADER = pathlib.Path("/usr/include/hip/hip_runtime.h")

# Debian's device libraries are older than gfx942: all that they lack is this number.
ISA_942 = """target triple = "amdgcn-amd-amdhsa"
@__oclc_ISA_version = linkonce_odr hidden local_unnamed_addr addrspace(4) constant i32 9402, align 4
"""

# By how the program is compiled.
MODES = {"-O2": [{}, {"ASSAY_HIP_ASYNC": "1"}, {"ASSAY_HIP_SCHEDULE": "7", "ASSAY_HIP_THREADS": "1"}], "-O0": [{}]}


def device_libraries(work, clang):
    folder = work / "bitcode"
    folder.mkdir(parents=True, exist_ok=True)
    for file in BITCODE.glob("*.bc"):
        if not (folder / file.name).exists():
            (folder / file.name).symlink_to(file)
    source = folder / "isa942.ll"
    source.write_text(ISA_942)
    subprocess.run([clang, "-x", "ir", "-c", "-emit-llvm", source, "-o", folder / "oclc_isa_version_942.bc",
                    "--target=amdgcn-amd-amdhsa", "-nogpulib", "-Wno-everything"], check=True)
    return folder


def is_current(binary, program, clang):
    """Whether nothing that a program is compiled of is newer. The library is found when it runs."""
    made_of = [program, program.parent / "Check.h", pathlib.Path(__file__), pathlib.Path(clang).resolve(), BITCODE, HEADER]
    return binary.exists() and binary.stat().st_mtime > max(file.stat().st_mtime for file in made_of)


def compiled(program, clang, library, level, libraries, work):
    binary = work / f"program{level}"
    if is_current(binary, program, clang):
        return binary
    subprocess.run([clang, "-x", "hip", "--offload-arch=gfx90a", "--offload-arch=gfx942", "--rocm-path=/usr",
                    f"--rocm-device-lib-path={libraries}", "-mcode-object-version=5", "-D__AMDGCN_WAVEFRONT_SIZE=64",
                    "-std=c++20", level, "-w", program, "-o", binary,
                    # By the first name the library is the HIP of the headers.
                    f"-L{library}", f"-l:libamdhip64.so.{6 if program.stem.endswith('6') else 5}", "-lpthread"], check=True)
    return binary


def main():
    program, clang, library = pathlib.Path(sys.argv[1]), *sys.argv[2:4]
    work = pathlib.Path(sys.argv[4])
    if not BITCODE.exists() or not HEADER.exists():
        print("skipped: libamdhip64-dev and rocm-device-libs are needed to compile HIP programs")
        return 77
    work = work / program.stem
    libraries = device_libraries(work, clang)
    wrong = 0
    for level, modes in MODES.items():
        binary = compiled(program, clang, library, level, libraries, work)
        kept = work / f"code{level}"
        kept.mkdir(exist_ok=True)
        for file in kept.iterdir():
            file.unlink()
        for chip in ["gfx942", "gfx90a"]:
            for mode in modes:
                environment = {**os.environ, **mode, "ASSAY_HIP_CHIP": chip, "ASSAY_HIP_VERBOSE": "1",
                               "ASSAY_HIP_CODE": os.environ.get("ASSAY_HIP_CODE", str(kept)), "LD_LIBRARY_PATH": library}
                done = subprocess.run([binary], env=environment, timeout=300, text=True, capture_output=True)
                if done.returncode != 0:
                    print(f"{level} {chip} {mode}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
                    wrong += 1
        if "ASSAY_HIP_CODE" not in os.environ and len(list(kept.glob("*.hsaco"))) != 2:
            print(f"{level}: the library has not kept one code object for each chip")
            wrong += 1
    return 1 if wrong else 0


sys.exit(main())
