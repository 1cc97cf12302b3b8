"""Load a child's module once, then run a copy of this process for each client until the tests end.

`python -m tests.readers.server <socket> <module>`: standard input is open for as long as the tests run.
"""

import gc
import importlib
import os
import runpy
import selectors
import signal
import socket
import sys
import traceback
from contextlib import suppress
from typing import NoReturn

MESSAGE_BYTES = 128 * 1024
STREAMS = (0, 1, 2)


def run_child(module: str, message: str, streams: list[int]) -> NoReturn:
    """Be the child: with its variables, arguments and streams."""
    variables, *arguments = message.split("\0\0")
    for own, theirs in zip(STREAMS, streams, strict=True):
        os.dup2(theirs, own)
        os.close(theirs)
    os.environ.clear()
    os.environ.update(pair.split("=", 1) for pair in variables.split("\0"))
    sys.argv[1:] = arguments
    del sys.modules[module]
    status = 1
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    finally:
        if sys.exc_info()[0]:
            traceback.print_exc()
        # The end of an interpreter touches all that the copy shares with this process.
        with suppress(BrokenPipeError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


class Server:
    """Begin children, and tell each client how its child ended; a child whose client has gone is killed."""

    def __init__(self, address: str, module: str) -> None:
        self.module = module
        self.selector = selectors.DefaultSelector()
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        # Named when it listens: nobody connects too early.
        self.listener.bind(f"{address}.new")
        self.listener.listen(64)
        os.rename(f"{address}.new", address)
        self.selector.register(self.listener, selectors.EVENT_READ, self.begin_child)
        self.selector.register(sys.stdin, selectors.EVENT_READ, sys.exit)

    def serve(self) -> None:
        while True:
            for key, _events in self.selector.select():
                if self.selector.get_map().get(key.fd) is key:  # unless an event before it has ended it
                    key.data()

    def begin_child(self) -> None:
        client, _address = self.listener.accept()
        message, streams, _flags, _sender = socket.recv_fds(client, MESSAGE_BYTES, len(STREAMS))
        child = os.fork()
        if child == 0:
            run_child(self.module, message.decode(), streams)
        for stream in streams:
            os.close(stream)
        ended = os.pidfd_open(child)
        self.selector.register(ended, selectors.EVENT_READ, lambda: self.end_child(child, ended, client))
        self.selector.register(client, selectors.EVENT_READ, lambda: self.kill_child(child, client))

    def kill_child(self, child: int, client: socket.socket) -> None:
        os.kill(child, signal.SIGKILL)
        self.selector.unregister(client)

    def end_child(self, child: int, ended: int, client: socket.socket) -> None:
        _child, status = os.waitpid(child, 0)
        self.selector.unregister(ended)
        os.close(ended)
        if client in self.selector.get_map():
            self.selector.unregister(client)
        with suppress(BrokenPipeError):
            client.send(str(os.waitstatus_to_exitcode(status)).encode())
        client.close()


if __name__ == "__main__":
    importlib.import_module(sys.argv[2])
    gc.collect()
    gc.freeze()
    Server(sys.argv[1], sys.argv[2]).serve()
