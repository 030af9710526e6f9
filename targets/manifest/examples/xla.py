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
    """Has the server do a command, and ends the process with its exit code."""
    # The module that socket is made of: loading the rest of that takes longer than all else here.
    import _socket
    import resource
    import struct
    connection = _socket.socket(_socket.AF_UNIX, _socket.SOCK_SEQPACKET)
    try:
        connection.connect(server)
        request = [os.getcwd(), *map(str, resource.getrlimit(resource.RLIMIT_DATA)), *words]
        connection.sendmsg(["\0".join(request).encode()], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, struct.pack("2i", 1, 2))])
        answer = connection.recv(16)
    except OSError as error:
        complain(f"no `xla.py serve` answers at {server}, which ASSAY_XLA_SERVER names: {error}")
    if not answer:
        complain("`xla.py serve` has ended")
    os._exit(int(answer))


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


class Request:
    """What one process asked for, done by a child of the server for as long as somebody waits for it."""

    def __init__(self, connection, others):
        import socket
        self.connection = connection
        message, descriptors, _, _ = socket.recv_fds(connection, LARGEST_REQUEST, 2)
        self.child = os.fork() if len(descriptors) == 2 else None
        if self.child == 0:
            for other in [*others, connection]:
                other.close()
            self.do(descriptors, *message.decode().split("\0"))
        for descriptor in descriptors:
            os.close(descriptor)
        self.ended = os.pidfd_open(self.child) if self.child else None

    @staticmethod
    def do(descriptors, folder, soft, hard, command, *words):
        import resource
        import signal
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.setsid()
        os.chdir(folder)
        for number, descriptor in enumerate(descriptors, 1):
            os.dup2(descriptor, number)
        resource.setrlimit(resource.RLIMIT_DATA, (int(soft), int(hard)))
        leave(COMMANDS[command], words)

    def end(self):
        """Once its process has ended, or nobody waits for it any more."""
        import signal
        ended = os.waitid(os.P_PIDFD, self.ended, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if not ended:
            try:
                os.killpg(self.child, signal.SIGKILL)
            except ProcessLookupError:  # it has not begun its session
                os.kill(self.child, signal.SIGKILL)
        code = os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])
        if ended:
            try:
                self.connection.send(str(code if code >= 0 else 128 - code).encode())
            except OSError:
                pass  # nobody waits for it
        self.connection.close()
        os.close(self.ended)


def serve(path):
    import gc
    import selectors
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
    waiting = selectors.DefaultSelector()
    waiting.register(listener, selectors.EVENT_READ)
    try:
        while True:
            ready = {key.data for key, _ in waiting.select()}
            for request in ready - {None}:
                waiting.unregister(request.connection)
                waiting.unregister(request.ended)
                request.end()
            if None in ready:
                connection, _ = listener.accept()
                others = {key.data.connection for key in waiting.get_map().values() if key.data}
                request = Request(connection, [listener, *others])
                if request.child:
                    waiting.register(request.connection, selectors.EVENT_READ, request)
                    waiting.register(request.ended, selectors.EVENT_READ, request)
                else:
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
    if server:
        ask(server, [command, *words])
    COMMANDS[command](*words)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
