"""Start nginx in front of the web server of `./dev up`."""

import os
import pwd
import socket
import subprocess
from pathlib import Path

from config.devtools import packages
from config.devtools.shell import LOCAL, Command, make_private_folder, start_server
from config.front import render_whole_config


def start_nginx(door: socket.socket, upstream: Path, local: Path = LOCAL) -> "subprocess.Popen[bytes]":
    """Start nginx on an open listening socket, as a proxy of the server that listens on `upstream`."""
    folder = make_private_folder(local / "nginx")
    configuration = folder / "nginx.conf"
    # As root, nginx would run its workers as a user who may not enter our folders.
    user = pwd.getpwuid(os.geteuid()).pw_name if os.geteuid() == 0 else ""
    host, port = door.getsockname()
    configuration.write_text(
        render_whole_config(folder=str(folder), listen=f"{host}:{port}", socket=str(upstream), user=user, processes="1")
    )
    # The number of an inherited socket, in the form by which nginx passes its own on when it upgrades.
    env = os.environ | {"NGINX": f"{door.fileno()};"}
    command: Command = [packages.find_nginx() or "nginx", "-c", configuration, "-p", folder, "-e", "stderr"]
    return start_server(command, "nginx", env=env, pass_fds=[door.fileno()])
