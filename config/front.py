"""Render the nginx configuration from one template for `./dev`, containers and servers.

`python -m config.front --help` lists the options; the configuration is written to standard output. This module needs
only Python, so that it also runs where the service is not installed.
"""

import argparse
import os
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

TEMPLATE: Final = Path(__file__).with_name("front.conf")
PLACEHOLDER: Final = re.compile(r"@([a-z]+(?:_[a-z]+)*)@")
MEBIBYTE: Final = 1024 * 1024
# Allowance for the other fields of the upload form.
FORM_FIELDS_BYTES: Final = 5 * MEBIBYTE
TLS: Final = """\
    ssl_certificate     {certificate};
    ssl_certificate_key {key};
    ssl_protocols TLSv1.2 TLSv1.3;
"""
REDIRECT: Final = """
server {{
    listen 80;
    server_name {name};
    server_tokens off;
    return 301 https://{name}$request_uri;
}}
"""
HIDDEN_METRICS: Final = "    location = /metrics { return 404; }"
# A complete configuration around the included part, for an nginx that serves nothing else and has its own folder.
WHOLE_TEMPLATE: Final = """\
{user}daemon off;
worker_processes {processes};
pid {folder}/nginx.pid;
error_log {error_log} alert;
events {{ worker_connections 4096; }}
http {{
client_body_temp_path {folder}/body;
proxy_temp_path {folder}/answers;
fastcgi_temp_path {folder}/unused;
uwsgi_temp_path {folder}/unused;
scgi_temp_path {folder}/unused;
default_type application/octet-stream;
sendfile on;
{part}}}
"""


def format_max_body(environment: Mapping[str, str] = os.environ) -> str:
    """Return the size limit of request bodies in nginx syntax: the upload limit and room for the other form fields."""
    return _format_size(int(environment.get("TABANCA_UPLOAD_MAX_BYTES", 50 * MEBIBYTE)))


def format_max_deposit(environment: Mapping[str, str] = os.environ) -> str:
    """Return likewise the size limit where statements of operators are deposited."""
    names = {"TABANCA_UPLOAD_MAX_BYTES": 50, "TABANCA_STATEMENT_MAX_BYTES": 256}
    return _format_size(max(int(environment.get(name, default * MEBIBYTE)) for name, default in names.items()))


def _format_size(longest: int) -> str:
    return f"{-(-(longest + FORM_FIELDS_BYTES) // MEBIBYTE)}m"


def render_server_part(
    *,
    listen: str,
    socket: str,
    name: str = "_",
    certificate: str = "",
    key: str = "",
    log: str = "",
    error_log: str = "",
    has_metrics: bool = False,
) -> str:
    """Return the part of the nginx configuration that belongs into `http { }`.

    With a certificate the server speaks TLS, and port 80 redirects to it.
    """
    values = {
        "listen": f"{listen} ssl http2" if certificate else listen,
        "socket": socket,
        "name": name,
        "tls": TLS.format(certificate=certificate, key=key) if certificate else "",
        "redirect": REDIRECT.format(name=name) if certificate else "",
        "access_log": log or "/var/log/nginx/tabanca.log",
        "error_log": error_log or "/var/log/nginx/error.log",
        "max_body": format_max_body(),
        "max_deposit": format_max_deposit(),
        "metrics": "" if has_metrics else HIDDEN_METRICS,
    }
    return PLACEHOLDER.sub(lambda place: values[place[1]], TEMPLATE.read_text(encoding="utf-8"))


def render_whole_config(*, folder: str, listen: str, socket: str, user: str = "", processes: str = "auto") -> str:
    """Return a complete nginx configuration that writes only into `folder` and logs to the standard streams."""
    part = render_server_part(
        listen=listen, socket=socket, log="/dev/stdout", error_log="/dev/stderr", has_metrics=True
    )
    named = f"user {user};\n" if user else ""
    return WHOLE_TEMPLATE.format(user=named, processes=processes, folder=folder, error_log="/dev/stderr", part=part)


def main(arguments: Sequence[str]) -> None:
    """Print the configuration that the command line describes."""
    parser = argparse.ArgumentParser(prog="python -m config.front", description="Prints nginx's configuration.")
    parser.add_argument("--socket", required=True, help="the Unix socket that gunicorn listens on")
    parser.add_argument("--listen", default="443", help="port, or address and port (default 443)")
    parser.add_argument("--name", default="_", help="the server's name")
    parser.add_argument("--certificate", default="", help="the certificate with its chain; without one there is no TLS")
    parser.add_argument("--key", default="", help="the certificate's key")
    parser.add_argument("--whole", metavar="FOLDER", help="a whole nginx.conf that keeps what it writes in FOLDER")
    asked = parser.parse_args(arguments)
    if bool(asked.certificate) != bool(asked.key):
        parser.error("--certificate and --key go together")
    if asked.whole:
        text = render_whole_config(folder=asked.whole, listen=asked.listen, socket=asked.socket)
    else:
        text = render_server_part(
            listen=asked.listen, socket=asked.socket, name=asked.name, certificate=asked.certificate, key=asked.key
        )
    sys.stdout.write(text)


if __name__ == "__main__":
    main(sys.argv[1:])
