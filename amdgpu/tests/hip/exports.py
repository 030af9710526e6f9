#!/usr/bin/env python3
"""Says which functions that HIP's installed headers declare libamdhip64.so does not export.

usage: exports.py LIBRARY_FOLDER CLANG++"""

import pathlib
import re
import subprocess
import sys

SOURCE = """#include <hip/hip_runtime_api.h>
#include <hip/hip_ext.h>
#include <hip/channel_descriptor.h>
"""
ATTRIBUTE = re.compile(r"__attribute__ ?\(\(.*?\)\) ?")
PRAGMA = re.compile(r"^#.*$", re.M)
FUNCTION = re.compile(r"""^(?:extern "C" )?(?:const )?\w+ ?\*? ?(hip[A-Z]\w*) ?\(""")


def declared(clang):
    text = subprocess.run([clang, "-E", "-P", "-x", "c++", "-D__HIP_PLATFORM_AMD__", "-"], input=SOURCE, text=True,
                          capture_output=True, check=True).stdout
    # Whatever is inline or a template begins with that word, and its body's calls with "return".
    statements = re.split(r"[;{}]", ATTRIBUTE.sub("", re.sub(r"\s+", " ", PRAGMA.sub("", text))))
    found = (FUNCTION.match(statement.strip()) for statement in statements)
    return {match[1] for match in found if match and not match[0].startswith("return")}


def main():
    folder, clang = sys.argv[1:3]
    table = subprocess.run(["nm", "-D", "--defined-only", pathlib.Path(folder) / "libamdhip64.so"], text=True,
                           capture_output=True, check=True).stdout
    exported = {line.split()[-1].split("@")[0] for line in table.splitlines()}
    names = declared(clang)
    missing = sorted(names - exported)
    print(f"{len(names)} functions are declared, {len(missing)} of them are not there", *missing, sep="\n")
    return 1 if missing or len(names) < 300 else 0


sys.exit(main())
