"""Gunicorn's settings: `gunicorn --config config/gunicorn.py --bind ADDRESS config.wsgi`."""

import os
import shutil
import socket
import struct
import tempfile
from typing import Any

workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
worker_class = "config.web_worker.WebWorker"
threads = int(os.environ.get("TABANCA_WEB_THREADS", "4"))
timeout = int(os.environ.get("TABANCA_WEB_TIMEOUT", "120"))
graceful_timeout = 10
keepalive = 5
umask = 0o007  # of a Unix socket: for its owner and the group that nginx belongs to
# A client that takes nothing of its answer for so long is cut off. nginx reads for slow ones, and has its own limit.
SEND_SECONDS = int(os.environ.get("TABANCA_SEND_SECONDS", "60"))
# Loaded once, before the workers fork: half the time and memory. Nothing may query at import.
preload_app = True
control_socket_disable = True  # it would lie in the home folder, one for all checkouts
# The heartbeat of the workers is a file: not on a disk that can stall.
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: S108 (made by gunicorn, private)

# Where the workers put their counts together (config/metrics.py); set before the application is loaded.
_counts = ""
if os.environ.get("TABANCA_METRICS_TOKEN") and "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
    _counts = tempfile.mkdtemp(prefix="tabanca-metrics-", dir=worker_tmp_dir)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = _counts


def on_starting(server: Any) -> None:
    """Behind nginx a process takes as many connections as it has threads: one that is busy leaves them to the others.

    nginx opens one for each request. Those of clients would be held open between requests.
    """
    if all(isinstance(address, str) for address in server.address):  # Unix sockets
        server.cfg.set("worker_connections", server.cfg.threads)
        server.cfg.set("keepalive", 0)


def post_worker_init(worker: Any) -> None:
    """Limit how long an answer waits for its reader; connections have it from the socket that they come in by."""
    for listener in worker.sockets:
        listener.sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", SEND_SECONDS, 0))


def on_exit(server: Any) -> None:
    """Leave nothing behind."""
    if _counts:
        shutil.rmtree(_counts, ignore_errors=True)
