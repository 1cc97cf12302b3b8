"""Configure Gunicorn: `gunicorn --config config/gunicorn.py --bind ADDRESS config.wsgi`."""

import os
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
from typing import Any

from config.api.openapi_files import has_documents
from config.environment import env, read_web_threads

workers = env.int("WEB_CONCURRENCY", 2)
worker_class = "config.web_worker.WebWorker"
threads = read_web_threads()
timeout = env.int("TABANCA_WEB_TIMEOUT", 120)
graceful_timeout = 10
keepalive = 5
umask = 0o007  # of a Unix socket: accessible to its owner and to the group of nginx
# A client that reads nothing of its response for this long is disconnected. nginx reads on behalf of slow clients, and
# has its own limit.
SEND_SECONDS = env.int("TABANCA_SEND_SECONDS", 60)
# Load the application once, before the workers fork: half the time and memory. So nothing may query the database at
# import.
preload_app = True
control_socket_disable = True  # it would be in the home folder, shared by all checkouts
# The heartbeat of a worker is a file: keep it off disks that can stall.
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: S108 (made by gunicorn, private)

# The folder in which the workers share their metrics (config/metrics.py); set before the application is loaded.
_counts = ""
if os.environ.get("TABANCA_METRICS_TOKEN") and "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
    _counts = tempfile.mkdtemp(prefix="tabanca-metrics-", dir=worker_tmp_dir)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = _counts


def on_starting(server: Any) -> None:
    """Limit each worker behind nginx to as many connections as it has threads: a busy one leaves them to others.

    nginx opens one connection per request, so keep-alive is switched off. It stays on where clients connect directly.
    """
    if all(isinstance(address, str) for address in server.address):  # Unix sockets
        server.cfg.set("worker_connections", server.cfg.threads)
        server.cfg.set("keepalive", 0)


# The process that writes the API's documents beside the first requests of a new version.
_writer: "subprocess.Popen[bytes] | None" = None


def when_ready(server: Any) -> None:
    """Start to write the API's documents where this version has not yet; workers find them on the disk."""
    global _writer
    command = [sys.executable, "-m", "config.api.write_openapi"]
    try:
        # Here, before the workers fork, is the digest made of the code that was loaded; a later one might be of other code.
        if not has_documents():
            _writer = subprocess.Popen(command, stdin=subprocess.DEVNULL)  # noqa: S603 (no input of anybody)
    except OSError as error:  # it saves time only: the service goes on without
        server.log.warning("The API's documents are not made beforehand: %s", error)


def post_worker_init(worker: Any) -> None:
    """Set the send timeout of responses; connections inherit it from the listening socket."""
    for listener in worker.sockets:
        listener.sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", SEND_SECONDS, 0))


def on_exit(server: Any) -> None:
    """Delete the metrics folder, and leave no process behind."""
    if _writer and _writer.poll() is None:
        _writer.terminate()
    if _counts:
        shutil.rmtree(_counts, ignore_errors=True)
