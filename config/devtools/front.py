"""nginx in front of the web server of `./dev up`."""

import os
import pwd
import socket
import subprocess
from pathlib import Path

from config.devtools import packages
from config.devtools.shell import LOCAL, Command, private_folder, start
from config.front import render_whole


def start_front(door: socket.socket, upstream: Path, local: Path = LOCAL) -> "subprocess.Popen[bytes]":
    """Start nginx on a socket that is open already, in front of what listens on `upstream`."""
    folder = private_folder(local / "nginx")
    configuration = folder / "nginx.conf"
    # As root nginx would give its processes to somebody who may not enter our folders.
    user = pwd.getpwuid(os.geteuid()).pw_name if os.geteuid() == 0 else ""
    host, port = door.getsockname()
    configuration.write_text(
        render_whole(folder=str(folder), listen=f"{host}:{port}", socket=str(upstream), user=user, processes="1")
    )
    # The number of an open socket, in the words by which nginx hands its own to its next version.
    env = os.environ | {"NGINX": f"{door.fileno()};"}
    command: Command = [packages.nginx() or "nginx", "-c", configuration, "-p", folder, "-e", "stderr"]
    return start(command, "nginx", env=env, pass_fds=[door.fileno()])
