"""Gunicorn's settings: `gunicorn --config config/gunicorn.py --bind ADDRESS config.wsgi`."""

import os
import shutil
import tempfile
from typing import Any

workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
worker_class = "gthread"
threads = int(os.environ.get("TABANCA_WEB_THREADS", "4"))
timeout = int(os.environ.get("TABANCA_WEB_TIMEOUT", "120"))
graceful_timeout = 10
keepalive = 5
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


def on_exit(server: Any) -> None:
    """Leave nothing behind."""
    if _counts:
        shutil.rmtree(_counts, ignore_errors=True)
