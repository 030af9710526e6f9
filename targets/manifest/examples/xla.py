#!/usr/bin/env python3
"""XLA's compiler for CPUs as jaxlib brings it along: the commands of xla.json.

    xla.py compile INPUT OUTPUT [XLA_FLAG...]
    xla.py run MODULE [--input=FILE.npy...] [--output=FILE.npy...]
    xla.py serve SOCKET

INPUT is StableHLO as text; OUTPUT, which is MODULE, an executable as XLA writes it down.

Most of what a command takes is loading jaxlib. `serve` loads it once, and does what other processes of this program ask for over the
socket that ASSAY_XLA_SERVER names, each in a process of its own, so that one program leaves nothing for the next."""
import os
import sys


def complain(text):
    sys.exit(f"error: {text}")


def client_of(xla_client):
    """XLA with one device, on which calls return when they are done."""
    return xla_client.make_cpu_client(asynchronous=False)


def compile_module(source, output, *flags):
    # XLA reads them once, when it is first used.
    os.environ["XLA_FLAGS"] = " ".join(flags)
    from jaxlib import xla_client
    client = client_of(xla_client)
    with open(source, encoding="utf-8") as file:
        text = file.read()
    try:
        made = client.compile_and_load(text, client.devices(), xla_client.CompileOptions())
        with open(output, "wb") as file:
            file.write(made.serialize())
    except (xla_client.XlaRuntimeError, ValueError) as error:
        complain(error)


def on_device(xla_client, device, array):
    import types
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
        with open(module, "rb") as file:
            made = client.deserialize_executable(file.read(), [device])
        results = made.execute([on_device(xla_client, device, array) for array in arrays])
        results = [result._single_device_array_to_np_array_did_copy()[0] for result in results]
    except xla_client.XlaRuntimeError as error:
        complain(error)
    for file, result in zip(files["output"], results, strict=True):
        numpy.save(file, result)


COMMANDS = {"compile": compile_module, "run": run_module}

# A request is one message of texts with NUL between: the command's folder, its limits of memory and its words; the descriptors of its
# output and errors come with it. The answer is its exit code; of a command that died 128 and the signal, as shells say it.
LARGEST_REQUEST = 1 << 17


def ask(server, words):
    """Has the server do a command. The exit code."""
    import resource
    import socket
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as connection:
        try:
            connection.connect(server)
            request = [os.getcwd(), *map(str, resource.getrlimit(resource.RLIMIT_DATA)), *words]
            socket.send_fds(connection, ["\0".join(request).encode()], [1, 2])
            answer = connection.recv(16)
        except OSError as error:
            complain(f"no `xla.py serve` answers at {server}, which ASSAY_XLA_SERVER names: {error}")
    return int(answer) if answer else complain("`xla.py serve` has ended")


def leave(command, words):
    """Does a command and ends the process with its exit code, without the interpreter's own end: that visits all objects, which
    copies the memory that this process shares with the server, and takes longer than most commands."""
    import traceback
    code = 0
    try:
        command(*words)
    except SystemExit as end:
        code = 1
        print(end, file=sys.stderr)
    except BaseException:
        code = 1
        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def do_as_asked(connection):
    """What a process of the server does for one request: the command in a further process, for as long as somebody waits for it."""
    import resource
    import select
    import signal
    import socket
    message, descriptors, _, _ = socket.recv_fds(connection, LARGEST_REQUEST, 2)
    if len(descriptors) < 2:
        return
    folder, soft, hard, command, *words = message.decode().split("\0")
    child = os.fork()
    if child == 0:
        connection.close()
        os.setsid()
        os.chdir(folder)
        for number, descriptor in enumerate(descriptors, 1):
            os.dup2(descriptor, number)
        resource.setrlimit(resource.RLIMIT_DATA, (int(soft), int(hard)))
        leave(COMMANDS[command], words)
    ended = os.pidfd_open(child)
    ready, _, _ = select.select([ended, connection], [], [])
    if ended not in ready:
        os.killpg(child, signal.SIGKILL)
    status = os.waitpid(child, 0)[1]
    code = os.waitstatus_to_exitcode(status)
    if ended in ready:
        connection.send(str(code if code >= 0 else 128 - code).encode())


def serve(path):
    import gc
    import signal
    import socket
    # Without threads, which would not be there in the processes that do the work.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    from jaxlib import xla_client  # noqa: F401
    import ml_dtypes  # noqa: F401
    import numpy  # noqa: F401
    # What is there now stays: no collection writes to what the processes share.
    gc.freeze()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    listener.bind(path)
    listener.listen(64)
    try:
        while True:
            connection, _ = listener.accept()
            # The process for a request is nobody's child that has to wait for it.
            if os.fork() == 0:
                if os.fork() == 0:
                    signal.signal(signal.SIGTERM, signal.SIG_DFL)
                    listener.close()
                    leave(do_as_asked, [connection])
                os._exit(0)
            os.wait()
            connection.close()
    except KeyboardInterrupt:
        pass
    finally:
        listener.close()


def refuse(source):
    """What XLA does not do is said before jaxlib is loaded, which takes longer than all else."""
    with open(source, encoding="utf-8") as file:
        if any("?" in rest.split(">")[0] for rest in file.read().split("tensor<")[1:]):
            complain("XLA has static extents alone")


def main(command, *words):
    if command == "serve":
        return serve(*words)
    if command == "compile":
        refuse(words[0])
    server = os.environ.get("ASSAY_XLA_SERVER")
    return ask(server, [command, *words]) if server else COMMANDS[command](*words)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
