# Tests that hold the IR before and after a pass, and what compiled programs print.
#   %run        runs a module of the LLVM dialect from its standard input; its @main takes nothing
#   %compile    assay-opt with the CPU pipeline at O0, and %compile1 to %compile3 at O1 to O3
import os

import lit.formats

config.name = "assay"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
config.environment["PATH"] = os.pathsep.join(
    [config.assay_binaries, config.llvm_binaries, os.environ["PATH"]])

libraries = [
    os.path.join(config.llvm_libraries, "libmlir_runner_utils.so"),
    os.path.join(config.llvm_libraries, "libmlir_c_runner_utils.so"),
    os.path.join(config.assay_libraries, "libassay_lit_runtime.so"),
]
config.substitutions.append(
    ("%assay_plugin", os.path.join(config.assay_libraries, "assay-plugin.so")))
run = "mlir-runner -e main --entry-point-result=void --shared-libs=" + ",".join(libraries)
config.substitutions.append(("%run", run))
for suffix, level in (("1", "O1"), ("2", "O2"), ("3", "O3"), ("", "O0")):
    config.substitutions.append(("%compile" + suffix + " ",
                                 "assay-opt --assay-cpu-pipeline=level=" + level + " "))
