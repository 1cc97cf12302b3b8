"""Stand for a child: hand its standard streams over, wait, and end as it ended. It loads next to nothing.

`client.py <socket of the server> [<argument> ...]`
"""

import _socket
import os
import sys

STREAMS = b"".join(stream.to_bytes(4, sys.byteorder) for stream in (0, 1, 2))


def main() -> None:
    server = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    server.connect(sys.argv[1])
    variables = "\0".join(f"{name}={value}" for name, value in os.environ.items())
    message = "\0\0".join([variables, *sys.argv[2:]])
    server.sendmsg([message.encode()], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, STREAMS)])
    status = int(server.recv(16) or b"1")
    if status < 0:
        os.kill(os.getpid(), -status)
    os._exit(status)


main()
