"""How lit runs the cases that assay writes: they name tools as LLVM's own tests do."""
import os
import pathlib
import re
import subprocess

import lit.formats

config.name = "assay-cases"
config.test_format = lit.formats.ShTest(True)
config.suffixes = [".mlir"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = lit_config.params.get("output", "/tmp/assay-cases")

libraries = subprocess.check_output(["llvm-config-22", "--libdir"], text=True).strip()
build = lit_config.params.get("build", pathlib.Path(__file__).resolve().parents[2] / "build/release")
for tool in ("mlir-opt", "mlir-runner", "FileCheck"):
    config.substitutions.append((rf"(?<![\w-]){re.escape(tool)}(?![\w-])", f"{tool}-22"))
config.substitutions.append((r"(?<![\w-])assay-opt(?![\w-])", f"{build}/bin/assay-opt"))
for library in ("mlir_runner_utils", "mlir_c_runner_utils"):
    config.substitutions.append((f"%{library}", f"{libraries}/lib{library}.so"))
config.substitutions.append(("%assay_lit_runtime", f"{build}/lib/libassay_lit_runtime.so"))
