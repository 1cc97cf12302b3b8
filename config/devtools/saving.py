"""Implement `./dev backup` and `./dev restore`: run the commands of manage.py, and swap in a restored database."""

import time
from collections.abc import Sequence

from config.devtools import cluster, packages, serving, state
from config.devtools.database import (
    build_django_environment,
    clear_prepared_mark,
    get_database_url,
    list_database_requirements,
    open_database,
)
from config.devtools.shell import LOCAL, PYTHON, Failure, print_step, run_command

RESTORED = "tabanca_restored"


def _run_manage_command(arguments: Sequence[str]) -> int:
    serving.install_requirements("run")
    packages.ensure_requirements([packages.CLIENT, *list_database_requirements()])
    with open_database() as url:
        return run_command([PYTHON, "manage.py", *arguments], env=build_django_environment(url))


def write_backup(arguments: Sequence[str]) -> int:
    """Write a backup and return the exit code."""
    return _run_manage_command(["backup", *arguments])


def restore_backup(arguments: Sequence[str]) -> int:
    """Restore a backup beside the private database, or with `--replace` in its place; return the exit code."""
    if "--replace" not in arguments:
        return _run_manage_command(["restore", *arguments])
    if get_database_url():
        raise Failure(
            "--replace is for the private database alone, and DATABASE_URL names another. Restore beside it (--database,"
            " --files), then start the service with the restored one."
        )
    if state.read_server_state():
        raise Failure("The service runs: stop it with ./dev down first.")
    rest = [argument for argument in arguments if argument != "--replace"]
    fresh = LOCAL / "fichiers.restored"
    own = cluster.find_cluster()
    with cluster.run_cluster(own):
        # Verbosity 0 hides the advice on how to use the restored database: it is renamed at once.
        code = _run_manage_command(
            ["restore", *rest, "--database", RESTORED, "--files", str(fresh), "--verbosity", "0"]
        )
        if code == 0:
            _swap_restored(own)
    return code


def _swap_restored(own: cluster.Cluster) -> None:
    """Rename the restored database and files to the names in use; keep the previous ones under another name."""
    port = cluster.find_running_port(own)
    if port is None:
        raise Failure("The database's server does not run.")
    kept = f"tabanca_before_{time.strftime('%Y%m%d_%H%M%S')}"
    cluster.run_as_administrator(
        own,
        port,
        "postgres",
        f"ALTER DATABASE {cluster.DATABASE} RENAME TO {kept}",
        f"ALTER DATABASE {RESTORED} RENAME TO {cluster.DATABASE}",
    )
    clear_prepared_mark()
    files, fresh = LOCAL / "fichiers", LOCAL / "fichiers.restored"
    kept_files = LOCAL / f"fichiers.{kept}"
    if files.exists():
        files.rename(kept_files)
    if fresh.exists():
        fresh.rename(files)
    beside = f" and the folder {kept_files}" if kept_files.exists() else ""
    print_step(f"Done: what was restored is in use. What was there before is kept: the database {kept}{beside}.")
    print_step("./dev up starts the service.")
