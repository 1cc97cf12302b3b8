"""A PostgreSQL cluster of a test's own, which it may stop and kill."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from config.devtools import cluster
from config.devtools.shell import ROOT


@contextmanager
def start_own_cluster() -> Iterator[tuple[cluster.Cluster, str]]:
    """A cluster in a folder that its server's user can enter, with an empty migrated database, and its address.

    Not below pytest's own folder: each run of pytest on the machine closes it to all but its owner.
    """
    owner = cluster.find_server_user() if os.geteuid() == 0 else None
    place = Path(tempfile.mkdtemp(prefix="tabanca-cluster-"))
    assert cluster.make_usable_folder(place, owner)
    found = cluster.Cluster(place, owner)
    url = cluster.start_cluster(found)
    env = os.environ | {"DATABASE_URL": url}
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], cwd=ROOT, env=env, check=True)
    try:
        yield found, url
    finally:
        cluster.stop_cluster(found)
        shutil.rmtree(place)


def kill_cluster(found: cluster.Cluster) -> None:
    """Kill -9 the server and all its processes at once, as when the power fails."""
    lock_file = found.data / "postmaster.pid"
    postmaster = lock_file.read_text().splitlines()[0]
    children = subprocess.run(["pgrep", "-P", postmaster], capture_output=True, text=True, check=True).stdout.split()
    for pid in (postmaster, *children):
        try:
            os.kill(int(pid), signal.SIGKILL)
        except ProcessLookupError:
            continue
    # Where nobody reaps it, the dead server's process id looks alive: a restart of the machine would have freed it.
    lock_file.unlink()
    for left in found.sockets.glob(".s.PGSQL.*"):
        left.unlink()
