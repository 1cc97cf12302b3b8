"""`./dev backup` and `./dev restore`: the commands of manage.py on the private database, and the exchange of the two."""

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
    """Write a backup; answers the exit code."""
    return _manage(["backup", *arguments])


def restore(arguments: Sequence[str]) -> int:
    """Restore a backup beside, or with `--replace` in place of the private database; answers the exit code."""
    if "--replace" not in arguments:
        return _manage(["restore", *arguments])
    if elsewhere():
        raise Failure("--replace exchanges only the private database. Restore beside, then change DATABASE_URL.")
    if state.read():
        raise Failure("Something serves here: ./dev down first.")
    rest = [argument for argument in arguments if argument != "--replace"]
    fresh = LOCAL / "fichiers.restored"
    own = cluster.find_cluster()
    with cluster.running(own):
        code = _manage(["restore", *rest, "--database", RESTORED, "--files", str(fresh)])
        if code == 0:
            _exchange(own)
    return code


def _exchange(own: cluster.Cluster) -> None:
    """Give the restored database and files the names in use; what was in use is kept beside."""
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
    if files.exists():
        files.rename(LOCAL / f"fichiers.{kept}")
    if fresh.exists():
        fresh.rename(files)
    step(f"Done. The database before is {kept}. ./dev up starts it.")
