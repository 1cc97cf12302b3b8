"""Implement `./dev backup` and `./dev restore`: run the commands of manage.py, and swap in a restored database."""

import time
from collections.abc import Sequence

from config.devtools import cluster, packages, serving, state
from config.devtools.database import database, elsewhere, environment, forget_prepared, needs
from config.devtools.shell import LOCAL, PYTHON, Failure, run, step

RESTORED = "tabanca_restored"


def _manage(arguments: Sequence[str]) -> int:
    serving.install("run")
    packages.ensure([packages.CLIENT, *needs()])
    with database() as url:
        return run([PYTHON, "manage.py", *arguments], env=environment(url))


def backup(arguments: Sequence[str]) -> int:
    """Write a backup and return the exit code."""
    return _manage(["backup", *arguments])


def restore(arguments: Sequence[str]) -> int:
    """Restore a backup beside the private database, or with `--replace` in its place; return the exit code."""
    if "--replace" not in arguments:
        return _manage(["restore", *arguments])
    if elsewhere():
        raise Failure(
            "--replace is for the private database alone, and DATABASE_URL names another. Restore beside it (--database,"
            " --files), then start the service with the restored one."
        )
    if state.read():
        raise Failure("The service runs: stop it with ./dev down first.")
    rest = [argument for argument in arguments if argument != "--replace"]
    fresh = LOCAL / "fichiers.restored"
    own = cluster.find_cluster()
    with cluster.running(own):
        # Verbosity 0 hides the advice on how to use the restored database: it is renamed at once.
        code = _manage(["restore", *rest, "--database", RESTORED, "--files", str(fresh), "--verbosity", "0"])
        if code == 0:
            _exchange(own)
    return code


def _exchange(own: cluster.Cluster) -> None:
    """Rename the restored database and files to the names in use; keep the previous ones under another name."""
    port = cluster.running_port(own)
    if port is None:
        raise Failure("The database's server does not run.")
    kept = f"tabanca_before_{time.strftime('%Y%m%d_%H%M%S')}"
    cluster.administer(
        own, port, "postgres",
        f"ALTER DATABASE {cluster.DATABASE} RENAME TO {kept}",
        f"ALTER DATABASE {RESTORED} RENAME TO {cluster.DATABASE}",
    )  # fmt: skip
    forget_prepared()
    files, fresh = LOCAL / "fichiers", LOCAL / "fichiers.restored"
    kept_files = LOCAL / f"fichiers.{kept}"
    if files.exists():
        files.rename(kept_files)
    if fresh.exists():
        fresh.rename(files)
    beside = f" and the folder {kept_files}" if kept_files.exists() else ""
    step(f"Done: what was restored is in use. What was there before is kept: the database {kept}{beside}.")
    step("./dev up starts the service.")
