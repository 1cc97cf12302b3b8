"""Create, start and stop the private PostGIS cluster of this checkout.

PostgreSQL refuses to run as root: then it runs as `postgres` (or `nobody`), and its data lies where that user has
access: in the checkout if possible, else under /var/lib/tabanca. Two checkouts share nothing.
"""

import fcntl
import hashlib
import math
import os
import pwd
import secrets
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from config.devtools.packages import find_server_folder
from config.devtools.postgres_settings import render_settings
from config.devtools.shell import LOCAL, ROOT, Command, Failure, print_step, read_output, read_tail

DATABASE = ROLE = "tabanca"
# The role that alone sees cases of gender-based violence (migration 0012 of analysis).
CASE_ROLE = "tabanca_vbg"
ADMINISTRATOR = "postgres"  # connects through the socket only
WAL_COMPRESSION = "wal_compression=lz4"  # of full pages, where PostgreSQL was built with it
EXTENSIONS = ("postgis", "pg_trgm", "unaccent", "btree_gist")
SYSTEM_PLACE = Path("/var/lib/tabanca")
STOP_SECONDS = 120
MAX_SOCKET_PATH = 100  # the kernel's limit is 107 bytes
ACCESS = """\
# Who reaches the socket's folder (its owner only) is trusted; through the loopback a password is needed.
local all all trust
host all all 127.0.0.1/32 scram-sha-256
"""


class Cluster(NamedTuple):
    """Hold where the cluster lies, and the user that its server runs as (None: the caller)."""

    place: Path
    owner: pwd.struct_passwd | None

    @property
    def data(self) -> Path:
        return self.place / "data"

    @property
    def log(self) -> Path:
        return self.place / "postgres.log"

    @property
    def sockets(self) -> Path:
        """Return the folder of the socket, under a short path when the cluster's path is too long for a socket."""
        own = self.place / "socket"
        if len(os.fsencode(own)) <= MAX_SOCKET_PATH - len("/.s.PGSQL.65535"):
            return own
        return Path(tempfile.gettempdir()) / f"tabanca-{os.geteuid()}-{hash_path(ROOT)}"


def hash_path(path: Path) -> str:
    return hashlib.sha256(os.fsencode(path)).hexdigest()[:12]


def find_cluster() -> Cluster:
    """Return the cluster of this checkout, whether it exists yet or not. Raises Failure when no folder is usable."""
    owner = find_server_user() if os.geteuid() == 0 else None
    inside = LOCAL / "postgres"
    home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    outside = (SYSTEM_PLACE if owner else home / "tabanca") / hash_path(ROOT)
    for place in (inside, outside):
        if make_usable_folder(place, owner):
            return Cluster(place, owner)
        if place.is_dir() and not any(place.iterdir()):
            place.rmdir()
    raise Failure(f"No place for the database: neither {inside} nor {outside} can be used.")


def find_server_user() -> pwd.struct_passwd:
    """Return the user that PostgreSQL runs as when the caller is root."""
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise Failure("PostgreSQL refuses to run as root, and this system has neither a user `postgres` nor `nobody`.")


def make_usable_folder(place: Path, owner: pwd.struct_passwd | None) -> bool:
    """Create the folder, private to the server's user, and return whether that user can write into it."""
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        if owner and place.parent in (LOCAL, SYSTEM_PLACE):
            place.parent.chmod(0o711)  # may be traversed, not listed
        place.mkdir(exist_ok=True)
        if owner:
            os.chown(place, owner.pw_uid, owner.pw_gid)
        place.chmod(0o700)
        private = place.stat().st_mode & 0o777 == 0o700  # some mounted file systems ignore permissions
    except OSError:
        return False
    probe = subprocess.run(["test", "-w", place], check=False, cwd="/", **build_owner_options(owner))
    return private and probe.returncode == 0


def build_owner_options(owner: pwd.struct_passwd | None) -> dict[str, Any]:
    """Return subprocess options that run a command as the server's user, without the caller's PG* variables."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    if owner is None:
        return {"env": env}
    env |= {"HOME": "/", "USER": owner.pw_name, "LOGNAME": owner.pw_name}
    return {"env": env, "user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}


@contextmanager
def run_cluster(cluster: Cluster) -> Iterator[str]:
    """Run the cluster within the block and yield the address of its database.

    Each process holds a shared lock, which the kernel releases even when it is killed; the last one to leave stops the
    server.
    """
    LOCAL.mkdir(exist_ok=True)
    with (LOCAL / "cluster.users").open("a") as users, (LOCAL / "cluster.change").open("a") as change:
        fcntl.flock(users, fcntl.LOCK_SH)
        try:
            fcntl.flock(change, fcntl.LOCK_EX)
            url = start_cluster(cluster)
            fcntl.flock(change, fcntl.LOCK_UN)
            yield url
        finally:
            fcntl.flock(change, fcntl.LOCK_EX)
            if _lock_as_last_user(users):
                stop_cluster(cluster)


def stop_unused_cluster(cluster: Cluster) -> None:
    """Stop a server that a killed `./dev` left behind, unless another process uses it."""
    if not LOCAL.exists():
        return
    with (LOCAL / "cluster.users").open("a") as users:
        if _lock_as_last_user(users):
            stop_cluster(cluster)


def _lock_as_last_user(users: Any) -> bool:
    try:
        fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def start_cluster(cluster: Cluster) -> str:
    """Create the cluster if needed, start its server unless it runs, and return the address of its database."""
    binaries = _find_binaries(cluster)
    if not cluster.data.exists():
        _create_cluster(cluster, binaries)
    port = find_running_port(cluster)
    for _ in range(5):  # another program may take the port between our check and the start
        if port:
            return _prepare_database(cluster, port)
        port = _start_server(cluster, binaries)
    raise Failure(f"PostgreSQL does not start. The end of {cluster.log}:\n{read_tail(cluster.log)}")


def stop_cluster(cluster: Cluster) -> None:
    """Stop the server in fast mode, if it runs. Raises Failure when it still runs after STOP_SECONDS.

    A caller that went on as if it had stopped would delete its files, or start on a server that is stopping.
    """
    until = time.monotonic() + STOP_SECONDS
    while find_running_port(cluster):
        left = math.ceil(until - time.monotonic())
        if left <= 0:
            raise Failure(f"PostgreSQL does not stop. The end of {cluster.log}:\n{read_tail(cluster.log)}")
        if _run_pg_ctl(cluster, _find_binaries(cluster), "stop", "-m", "fast", "-t", str(left)).returncode:
            time.sleep(0.1)  # a starting server is still writing its lock file


def find_running_port(cluster: Cluster) -> int | None:
    """Return the port of the running server from its lock file, or None when none runs on these data.

    The file alone proves nothing: it may be left from before a crash, or come from a copied checkout.
    """
    lines = _read_lines(cluster.data / "postmaster.pid")
    if len(lines) < 4:
        return None
    try:
        command = Path(f"/proc/{lines[0]}/cmdline").read_bytes()
    except OSError:
        return None
    return int(lines[3]) if os.fsencode(cluster.data) in command.split(b"\0") else None


def _read_lines(path: Path) -> list[str]:
    try:
        return path.read_text().splitlines()
    except FileNotFoundError:
        return []


def _find_binaries(cluster: Cluster) -> Path:
    """Return the folder of the programs of the version that created the data, or of the newest one."""
    version = _read_lines(cluster.data / "PG_VERSION")
    major = int(version[0]) if version else None
    folder = find_server_folder(major)
    if folder is None:
        raise Failure(f"PostgreSQL {major or ''} with PostGIS is not installed.")
    return folder


def _create_cluster(cluster: Cluster, binaries: Path) -> None:
    """Create the cluster in another folder and rename it: an unfinished cluster is never taken for a whole one."""
    print_step(f"Making a private PostgreSQL cluster in {cluster.place}")
    unfinished = cluster.place / "data.new"
    if unfinished.exists():
        shutil.rmtree(unfinished)
    options = ["--encoding=UTF8", "--locale=C.UTF-8", f"--username={ADMINISTRATOR}", "--auth=trust"]
    read_output([binaries / "initdb", "-D", unfinished, *options], cwd="/", **build_owner_options(cluster.owner))
    with (unfinished / "postgresql.conf").open("a") as main:
        main.write("\ninclude 'tabanca.conf'  # written by ./dev at every start\n")
    (unfinished / "pg_hba.conf").write_text(ACCESS)
    unfinished.rename(cluster.data)
    (cluster.place / "checkout").write_text(f"{ROOT}\n")  # tells who finds the folder which checkout it belongs to


def _start_server(cluster: Cluster, binaries: Path) -> int | None:
    port = _choose_port(cluster)
    settings = cluster.data / "tabanca.conf"
    settings.write_text(render_settings(port, _make_socket_folder(cluster), cluster.data))
    if _accepts_setting(cluster, binaries, WAL_COMPRESSION):
        with settings.open("a") as file:
            file.write(f"{WAL_COMPRESSION}\n")
    if cluster.owner:
        os.chown(settings, cluster.owner.pw_uid, cluster.owner.pw_gid)
    _run_pg_ctl(cluster, binaries, "start", "-t", "600", "-l", str(cluster.log))
    return find_running_port(cluster)


def _accepts_setting(cluster: Cluster, binaries: Path, setting: str) -> bool:
    """Return whether this build of PostgreSQL accepts a setting (`name=value`)."""
    asked = [str(binaries / "postgres"), "-D", str(cluster.data), "-c", setting, "-C", setting.partition("=")[0]]
    return (
        subprocess.run(
            asked, cwd="/", capture_output=True, check=False, **build_owner_options(cluster.owner)
        ).returncode
        == 0
    )


def _choose_port(cluster: Cluster) -> int:
    """Return the previous port when it is free (so that a QGIS project keeps working), else any free one."""
    remembered = cluster.place / "port"
    wanted = int((_read_lines(remembered) or ["0"])[0])
    port = find_free_port(wanted)
    remembered.write_text(str(port))
    return port


def find_free_port(wanted: int = 0) -> int:
    """Return `wanted` when nothing listens there on the loopback interface, else a free port."""
    for port in (wanted, 0):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    raise Failure("No port is free on the loopback interface.")


def _make_socket_folder(cluster: Cluster) -> Path:
    """Create the folder of the socket, which only the server's user may enter.

    Raises Failure when it belongs to another user.
    """
    folder = cluster.sockets
    folder.mkdir(mode=0o700, exist_ok=True)
    if cluster.owner:
        os.chown(folder, cluster.owner.pw_uid, cluster.owner.pw_gid)
    expected = cluster.owner.pw_uid if cluster.owner else os.geteuid()
    found = folder.lstat()
    if found.st_uid != expected or found.st_mode & 0o77 or folder.is_symlink():
        raise Failure(f"{folder} belongs to somebody else; the database's socket cannot be there.")
    return folder


def _run_pg_ctl(cluster: Cluster, binaries: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    command: Command = [binaries / "pg_ctl", *arguments, "-D", cluster.data]
    options = build_owner_options(cluster.owner) | {"cwd": "/", "check": False}
    null = subprocess.DEVNULL  # no pipes: the server would inherit them and keep them open
    return subprocess.run(command, stdin=null, stdout=null, stderr=null, **options)


def _read_or_create_password(cluster: Cluster) -> tuple[str, bool]:
    """Return the random password of the role, kept in a file that only the caller reads, and whether it is new."""
    path = cluster.place / "password"
    if path.exists():
        return path.read_text(), False
    password = secrets.token_urlsafe(24)
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
        out.write(password)
    return password, True


def run_as_administrator(cluster: Cluster, port: int, database: str, *statements: str) -> str:
    """Run statements as the cluster's administrator, each in its own transaction; return what they print.

    They are sent through standard input: other users can read a command line, which is no place for a password.
    """
    bundled = _find_binaries(cluster) / "psql"
    program = bundled if bundled.exists() else "psql"
    connection = ["-h", str(cluster.sockets), "-p", str(port), "-U", ADMINISTRATOR, "-d", database]
    command = [program, "-XAtq", "-v", "ON_ERROR_STOP=1", *connection]
    script = "".join(f"{statement};\n" for statement in statements)
    return read_output(command, input=script, cwd="/", **build_owner_options(cluster.owner))


def _prepare_database(cluster: Cluster, port: int) -> str:
    """Create the role, extensions and database where they are missing; return the database's address.

    The application's role owns its databases and is no superuser. The extensions that only a superuser may create lie
    in template1, so that every database that the role creates (those of tests too) has them.
    """
    password, fresh = _read_or_create_password(cluster)
    url = f"postgres://{ROLE}:{password}@127.0.0.1:{port}/{DATABASE}"
    exists = run_as_administrator(cluster, port, "postgres", f"SELECT 1 FROM pg_database WHERE datname = '{DATABASE}'")
    if fresh or not exists:
        known = run_as_administrator(cluster, port, "postgres", f"SELECT 1 FROM pg_roles WHERE rolname = '{ROLE}'")
        verb = "ALTER" if known else "CREATE"
        run_as_administrator(cluster, port, "postgres", f"{verb} ROLE {ROLE} LOGIN CREATEDB PASSWORD '{password}'")
    if not run_as_administrator(cluster, port, "postgres", f"SELECT 1 FROM pg_roles WHERE rolname = '{CASE_ROLE}'"):
        steps = (f"CREATE ROLE {CASE_ROLE} NOLOGIN NOINHERIT", f"GRANT {CASE_ROLE} TO {ROLE}")
        run_as_administrator(cluster, port, "postgres", *steps)
    if not exists:
        extensions = [f"CREATE EXTENSION IF NOT EXISTS {name}" for name in EXTENSIONS]
        run_as_administrator(cluster, port, "template1", "SET client_min_messages = warning", *extensions)
        create_database(cluster, port)
    return url


def build_administrator_url(cluster: Cluster) -> str:
    """Return the address of the cluster's administrator, for whoever may enter the folder of the socket."""
    port = _require_running_port(cluster)
    place = urlencode({"host": str(cluster.sockets), "port": port})
    return f"postgresql://{ADMINISTRATOR}@/{DATABASE}?{place}"


def create_database(cluster: Cluster, port: int) -> None:
    run_as_administrator(cluster, port, "postgres", f"CREATE DATABASE {DATABASE} OWNER {ROLE}")


def count_households(cluster: Cluster) -> int | None:
    """Return how many households the database holds, or None before its first migration. The cluster must run."""
    port = _require_running_port(cluster)
    if not run_as_administrator(cluster, port, DATABASE, "SELECT to_regclass('registry_menage')"):
        return None
    return int(run_as_administrator(cluster, port, DATABASE, "SELECT count(*) FROM registry_menage"))


def recreate_database(cluster: Cluster) -> None:
    """Drop the database and create it again. The cluster must run."""
    port = _require_running_port(cluster)
    run_as_administrator(cluster, port, "postgres", f"DROP DATABASE IF EXISTS {DATABASE} WITH (FORCE)")
    create_database(cluster, port)


@contextmanager
def allow_silent_deletes(cluster: Cluster) -> Iterator[None]:
    """Let the application's role switch triggers off for a transaction, within the block; not before PostgreSQL 15.

    For tests only: triggers keep the ledger and the audit trail append-only.
    """
    port = _require_running_port(cluster)
    if int(run_as_administrator(cluster, port, "postgres", "SHOW server_version_num")) < 150000:
        yield
        return
    setting = "SET ON PARAMETER session_replication_role"
    run_as_administrator(cluster, port, "postgres", f"GRANT {setting} TO {ROLE}")
    try:
        yield
    finally:
        run_as_administrator(cluster, port, "postgres", f"REVOKE {setting} FROM {ROLE}")


def _require_running_port(cluster: Cluster) -> int:
    port = find_running_port(cluster)
    if port is None:
        raise Failure("The database's server does not run.")
    return port
