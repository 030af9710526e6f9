#!/usr/bin/env python3
"""XLA's compiler for CPUs as jaxlib brings it along: the commands of xla.json.

    xla.py compile INPUT OUTPUT [XLA_FLAG...]
    xla.py run MODULE [--input=FILE.npy...] [--output=FILE.npy...]

INPUT is StableHLO as text; OUTPUT, which is MODULE, an executable as XLA writes it down."""
import os
import pathlib
import re
import sys
import types


def complain(text):
    sys.exit(f"error: {text}")


def client_of(xla_client):
    """XLA with one device, on which calls return when they are done."""
    return xla_client.make_cpu_client(asynchronous=False)


def compile_module(source, output, *flags):
    text = pathlib.Path(source).read_text()
    # Before jaxlib is loaded, which takes longer than all else.
    if re.search(r"tensor<[^>]*\?", text):
        complain("XLA has static extents alone")
    # XLA reads them once, when it is loaded.
    os.environ["XLA_FLAGS"] = " ".join(flags)
    from jaxlib import xla_client
    client = client_of(xla_client)
    try:
        made = client.compile_and_load(text, client.devices(), xla_client.CompileOptions())
        pathlib.Path(output).write_bytes(made.serialize())
    except (xla_client.XlaRuntimeError, ValueError) as error:
        complain(error)


def on_device(xla_client, device, array):
    # jax, which is not needed here, describes arrays by a class of its own.
    described = types.SimpleNamespace(shape=array.shape, dtype=array.dtype, weak_type=False)
    whole = xla_client.GSPMDSharding([device], xla_client.HloSharding.replicate())
    return xla_client.batched_device_put(described, whole, [array], [device], enable_x64=True)


def run_module(module, *words):
    from jaxlib import xla_client
    import ml_dtypes
    import numpy
    files = {kind: [word.split("=", 1)[1] for word in words if word.startswith(f"--{kind}=")] for kind in ("input", "output")}
    client = client_of(xla_client)
    device, = client.devices()
    arrays = [numpy.load(file) for file in files["input"]]
    arrays = [array.view(ml_dtypes.bfloat16) if array.dtype == "V2" else array for array in arrays]
    try:
        made = client.deserialize_executable(pathlib.Path(module).read_bytes(), [device])
        results = made.execute([on_device(xla_client, device, array) for array in arrays])
        results = [result._single_device_array_to_np_array_did_copy()[0] for result in results]
    except xla_client.XlaRuntimeError as error:
        complain(error)
    for file, result in zip(files["output"], results, strict=True):
        numpy.save(file, result)


if __name__ == "__main__":
    {"compile": compile_module, "run": run_module}[sys.argv[1]](*sys.argv[2:])
