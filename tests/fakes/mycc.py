#!/usr/bin/env -S python3 -S -E
"""A compiler of one program, x + x (or x, which that is reduced to), that fails in the way it is told to.

mycc.py compile INPUT OUTPUT [--do=HOW] [--then=HOW] [FLAG...]
mycc.py run MODULE [VALUE...] [--input=TYPE@FILE...] [--output=FILE...]

--do says how compiling goes wrong, --then how running does; the module holds the latter. Both are the pass fuse's, which runs
after cse: --without=PASS leaves one out, and --after=PASS ends after it with the IR, in which fuse makes a subtraction of the sum. --skip PASS
and --end-at PASS are the same in two words. --crash=PASS:TEXT has a pass crash on IR in which the regular expression TEXT is found,
and no other IR is taken. --then=wrong-later leaves that sum as it is, and goes wrong behind the passes if fuse ran; with --linked there is no fuse
without the pass late, and with --marked fuse does nothing wrong without cse."""
# Tests start it more than a thousand times, and most of what that costs is what Python loads: no site packages, and what few need only
# where they do.
import json
import os
import re
import signal
import struct
import sys
import time

STACK_DUMP = """PLEASE submit a bug report to https://example.org/ and include the crash backtrace.
Stack dump:
0.\tProgram arguments: mycc input.mlir
 #0 0x00007fb2852b8786 llvm::sys::PrintStackTrace(llvm::raw_ostream&, int) (/usr/lib/libLLVM.so.22.1+0x4eb8786)
 #1 0x00007fb2852b5fd3 llvm::sys::RunSignalHandlers() (/usr/lib/libLLVM.so.22.1+0x4eb5fd3)
 #2 0x00007fb2852b94f4 (/usr/lib/libLLVM.so.22.1+0x4eb94f4)
 #3 0x00007fb27fe5a050 (/lib/x86_64-linux-gnu/libc.so.6+0x3c050)
 #4 0x00007fb27ff162ad mycc::Tiler::tile(mycc::Loop&, int) /src/mycc/Tiler.cpp:26:10
 #5 0x00007fb2852ae805 mycc::(anonymous namespace)::Pass::run() (/usr/lib/libmycc.so+0x4eae805)
"""


def read(path, mode="r"):
    with open(path, mode) as file:
        return file.read()


def write(path, content):
    with open(path, "w" if isinstance(content, str) else "wb") as file:
        file.write(content)


def die(signal_number):
    signal.signal(signal_number, signal.SIG_DFL) if signal_number != signal.SIGKILL else None
    os.kill(os.getpid(), signal_number)


def complain(text, code=1):
    sys.stderr.write(text)
    sys.exit(code)


def misbehave(how):
    if how == "diagnostic":
        complain("warning: this may take long\n/src/x.mlir:3:4: error: cannot tile loop 17\n  %0 = linalg.generic\n")
    elif how == "colour":
        complain("\x1b[1minput.mlir:3:4: \x1b[0m\x1b[0;1;31merror: \x1b[0mcannot tile loop 17\n")
    elif how == "unsupported":
        complain("input.mlir:3:4: error: rank 1 is not implemented yet\n")
    elif how == "elsewhere":
        print(f"{os.getcwd()}/input.mlir:1:1: error: said on stdout")
        sys.exit(1)
    elif how == "silent":
        sys.exit(3)
    elif how == "bytes":
        os.write(2, b"\xff\xfe\x00 no text \x80\n")
        sys.exit(1)
    elif how == "crash":
        die(signal.SIGSEGV)
    elif how == "dump":
        sys.stderr.write(STACK_DUMP)
        sys.stderr.flush()
        die(signal.SIGSEGV)
    elif how == "abort":
        sys.stderr.write("mycc: /src/Tiler.cpp:12: void tile(): Assertion `size > 0' failed.\n")
        sys.stderr.flush()
        die(signal.SIGABRT)
    elif how == "shell":  # what a shell says of a program that died
        sys.exit(128 + signal.SIGSEGV)
    elif how == "killed":
        die(signal.SIGKILL)
    elif how == "memory":
        hoard = []
        while True:
            hoard.append(bytearray(16 << 20))
    elif how == "hang":
        time.sleep(1000)
    elif how == "brood":  # leaves a process behind that does not end
        import subprocess
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
        write(os.environ["MYCC_CHILD"], str(child.pid))
        time.sleep(1000)
    elif how == "daemon":  # the same, that nobody is the parent of; the compiler goes on
        if os.fork() == 0:
            os.setsid()
            if os.fork() != 0:
                os._exit(0)
            os.setsid()
            for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
                signal.signal(number, signal.SIG_IGN)
            with open(os.environ["MYCC_CHILD"], "a") as note:
                note.write(f"{os.getpid()}\n")
            time.sleep(100)
            os._exit(0)
        time.sleep(0.1)
    elif how == "keep":  # writes to wherever a program keeps things
        import tempfile
        places = [os.getcwd(), os.path.expanduser("~"), tempfile.gettempdir()] + \
            [os.environ[f"XDG_{kind}"] for kind in ("CACHE_HOME", "CONFIG_HOME", "DATA_HOME", "STATE_HOME", "RUNTIME_DIR")]
        for place in places:
            os.makedirs(f"{place}/mycc/locked", exist_ok=True)
            write(f"{place}/mycc/locked/file", "kept")
            os.chmod(f"{place}/mycc/locked", 0)
            os.chmod(f"{place}/mycc", 0o555)
        write(os.environ["MYCC_CHILD"], "\n".join(places))
    elif how == "say":
        complain(os.environ["MYCC_SAYS"] + "\n")
    elif how == "noise":
        for _ in range(100):
            sys.stderr.write("0123456789abcdef" * (1 << 16) + "\n")
        complain("error: too late\n")
    elif how == "flood":
        while True:
            os.write(2, b"all work and no play\n" * 1000)


def comesNow():
    """One time in three, by how many modules were compiled here before: the same in each run of a test."""
    import random
    with open(os.path.join(os.path.dirname(sys.argv[0]), "compiled"), "a") as compiled:
        compiled.write(".")
        return random.Random(compiled.tell()).random() < 1 / 3


def compile_module(arguments):
    arguments = re.sub(r"--end-at\0", "--after=", re.sub(r"--skip\0", "--without=", "\0".join(arguments))).split("\0")
    source, module = arguments[:2]
    told = dict(re.findall(r"--(do|then)=(\S+)", " ".join(arguments[2:])))
    text = read(source)
    last = next((flag.split("=")[1] for flag in arguments[2:] if flag.startswith("--after=")), "")
    without = {flag.split("=")[1] for flag in arguments[2:] if flag.startswith("--without=")}
    if "late" in without and "--linked" in arguments:
        without.add("fuse")
    crashes = [name for name, pattern in re.findall(r"--crash=(\w+):(\S+)", " ".join(arguments[2:])) if re.search(pattern, text)]
    for name in crashes:
        if name not in without and (name == "cse" or last != "cse"):
            die(signal.SIGSEGV)
    if not crashes and "--crash=" in " ".join(arguments):
        complain("input.mlir:1:1: error: can only crash\n")
    if "fuse" in without or ("cse" in without and "--marked" in arguments):
        told = {}
    elif last != "cse":
        misbehave(told.get("do"))
        if told.get("then") == "wrong-at-times":
            told["then"] = "wrong" if comesNow() else "right"
    if last:
        write(module, text if last == "cse" or not told or told.get("then") == "wrong-later" else text.replace("addf", "subf"))
        return
    if told.get("then") == "wrong-later":
        told["then"] = "wrong"
    returns_argument = re.search(r"func\.func @main\(%(\w+): [^,]*\{\s*return %\1 ", text)
    if not returns_argument and len(re.findall(r"arith\.addf|linalg\.add\b", text)) != 1:
        complain("input.mlir:1:1: error: can only add\n")
    if told.get("do") != "nothing":
        write(module, json.dumps({"then": told.get("then"), "flags": arguments[2:], "times": 1 if returns_argument else 2}))


def read_floats(path):
    data = read(path, "rb")
    if path.endswith(".npy"):
        assert data[:8] == b"\x93NUMPY\x01\x00" and len(data[:data.index(b"\n") + 1]) % 64 == 0, data[:80]
        header = data[10:data.index(b"\n")].decode()
        assert re.match(r"\{'descr': '<f4', 'fortran_order': False, 'shape': \((\d+,)?\), \} *$", header), header
        data = data[data.index(b"\n") + 1:]
    return list(struct.unpack(f"<{len(data) // 4}f", data))


def write_floats(path, values, descr="<f4", rank=1):
    data = struct.pack(f"<{len(values)}f", *values)
    if path.endswith(".npy"):
        header = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {(len(values),) if rank else ()}, }}\n".encode()
        data = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + data
    write(path, data)


def run_module(arguments):
    module = json.loads(read(arguments[0]))
    misbehave(module["then"])
    inputs = [word.split("@", 1)[1] for word in arguments if word.startswith("--input=")]
    outputs = [word.split("=", 1)[1] for word in arguments if word.startswith("--output=")]
    types = [word.split("=", 1)[1].split("@")[0] for word in arguments if word.startswith("--input=")]
    values = read_floats(inputs[0])
    rank = types[0].count("x")
    assert types == [f"{len(values)}xf32" if rank else "f32"], types
    doubled = [module["times"] * value for value in values]
    then = module["then"]
    if then == "long":
        write_floats(outputs[0], doubled + [0])
    elif then == "short":
        write(outputs[0], b"abc")
    elif then == "wrong":
        write_floats(outputs[0], [value + 1 for value in doubled], rank=rank)
    elif then == "type":
        write_floats(outputs[0], doubled, "<i4")
    elif then == "nonsense":
        write(outputs[0], os.urandom(4096))
    elif then == "folder":
        os.mkdir(outputs[0])
    elif then != "missing":
        write_floats(outputs[0], doubled, rank=rank)


if __name__ == "__main__":
    {"compile": compile_module, "run": run_module}[sys.argv[1]](sys.argv[2:])
