"""The private PostGIS cluster of this checkout: its place, its making, its starting and stopping.

PostgreSQL refuses to run as root: then it runs as `postgres` (or `nobody`), and its data lies where that user can
come: in the checkout when it can enter it, else under /var/lib/tabanca. Two checkouts share nothing.
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

from config.devtools.packages import server_folder
from config.devtools.shell import LOCAL, ROOT, Command, Failure, answer, step, tail
from config.devtools.tuning import settings_text

DATABASE = ROLE = "tabanca"
ADMINISTRATOR = "postgres"  # comes in through the socket only
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
    """Where the cluster lies, and as whom its server runs (None: as the caller)."""

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
        """The socket's folder; in a short place when the cluster's path is too long for a socket."""
        own = self.place / "socket"
        if len(os.fsencode(own)) <= MAX_SOCKET_PATH - len("/.s.PGSQL.65535"):
            return own
        return Path(tempfile.gettempdir()) / f"tabanca-{os.geteuid()}-{short_hash(ROOT)}"


def short_hash(path: Path) -> str:
    return hashlib.sha256(os.fsencode(path)).hexdigest()[:12]


def find_cluster() -> Cluster:
    """The cluster of this checkout, made or not. Raises Failure when no place will do."""
    owner = unprivileged() if os.geteuid() == 0 else None
    inside = LOCAL / "postgres"
    home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    outside = (SYSTEM_PLACE if owner else home / "tabanca") / short_hash(ROOT)
    for place in (inside, outside):
        if usable(place, owner):
            return Cluster(place, owner)
        if place.is_dir() and not any(place.iterdir()):
            place.rmdir()
    raise Failure(f"No place for the database: neither {inside} nor {outside} can be used.")


def unprivileged() -> pwd.struct_passwd:
    """The user that PostgreSQL runs as when the caller is root."""
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise Failure("PostgreSQL refuses to run as root, and this system has neither a user `postgres` nor `nobody`.")


def usable(place: Path, owner: pwd.struct_passwd | None) -> bool:
    """Make the folder, private to the server's user, and try whether that user can write into it."""
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        if owner and place.parent in (LOCAL, SYSTEM_PLACE):
            place.parent.chmod(0o711)  # to be passed through, not read
        place.mkdir(exist_ok=True)
        if owner:
            os.chown(place, owner.pw_uid, owner.pw_gid)
        place.chmod(0o700)
        private = place.stat().st_mode & 0o777 == 0o700  # some mounted folders know no permissions
    except OSError:
        return False
    probe = subprocess.run(["test", "-w", place], check=False, cwd="/", **as_owner(owner))
    return private and probe.returncode == 0


def as_owner(owner: pwd.struct_passwd | None) -> dict[str, Any]:
    """Options of subprocess that run a command as the server's user, without the caller's settings of PostgreSQL."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    if owner is None:
        return {"env": env}
    env |= {"HOME": "/", "USER": owner.pw_name, "LOGNAME": owner.pw_name}
    return {"env": env, "user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}


@contextmanager
def running(cluster: Cluster) -> Iterator[str]:
    """Have the cluster run for a while; answers the address of its database.

    Each user holds a shared lock (the kernel drops it even from a killed one); the last to leave stops the server.
    """
    LOCAL.mkdir(exist_ok=True)
    with (LOCAL / "cluster.users").open("a") as users, (LOCAL / "cluster.change").open("a") as change:
        fcntl.flock(users, fcntl.LOCK_SH)
        try:
            fcntl.flock(change, fcntl.LOCK_EX)
            url = start(cluster)
            fcntl.flock(change, fcntl.LOCK_UN)
            yield url
        finally:
            fcntl.flock(change, fcntl.LOCK_EX)
            if _last_user(users):
                stop(cluster)


def stop_unused(cluster: Cluster) -> None:
    """Stop a server that a killed `./dev` left behind, unless somebody uses it."""
    if not LOCAL.exists():
        return
    with (LOCAL / "cluster.users").open("a") as users:
        if _last_user(users):
            stop(cluster)


def _last_user(users: Any) -> bool:
    try:
        fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def start(cluster: Cluster) -> str:
    """Make the cluster if need be, start its server if it does not run, answer the address of its database."""
    binaries = _binaries(cluster)
    if not cluster.data.exists():
        _make(cluster, binaries)
    port = running_port(cluster)
    for _ in range(5):  # another program may take the port between our look and the start
        if port:
            return _prepare_database(cluster, port)
        port = _start_server(cluster, binaries)
    raise Failure(f"PostgreSQL does not start. The end of {cluster.log}:\n{tail(cluster.log)}")


def stop(cluster: Cluster) -> None:
    """Stop the server, if it runs: quickly, and without loss. Raises Failure when it runs still after STOP_SECONDS.

    Whoever goes on as if it had stopped would take its files away, or start on a server that is going.
    """
    until = time.monotonic() + STOP_SECONDS
    while running_port(cluster):
        left = math.ceil(until - time.monotonic())
        if left <= 0:
            raise Failure(f"PostgreSQL does not stop. The end of {cluster.log}:\n{tail(cluster.log)}")
        if _pg_ctl(cluster, _binaries(cluster), "stop", "-m", "fast", "-t", str(left)).returncode:
            time.sleep(0.1)  # asked at a bad moment: the server writes its lock file while it starts


def running_port(cluster: Cluster) -> int | None:
    """The port of the running server, from its own lock file; None when none runs on this very data.

    The file alone proves nothing: it may be left from before a crash, or have come with a copied checkout.
    """
    lines = _lines(cluster.data / "postmaster.pid")
    if len(lines) < 4:
        return None
    try:
        command = Path(f"/proc/{lines[0]}/cmdline").read_bytes()
    except OSError:
        return None
    return int(lines[3]) if os.fsencode(cluster.data) in command.split(b"\0") else None


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text().splitlines()
    except FileNotFoundError:
        return []


def _binaries(cluster: Cluster) -> Path:
    """The programs of the version that made the data, or of the newest one."""
    version = _lines(cluster.data / "PG_VERSION")
    major = int(version[0]) if version else None
    folder = server_folder(major)
    if folder is None:
        raise Failure(f"PostgreSQL {major or ''} with PostGIS is not installed.")
    return folder


def _make(cluster: Cluster, binaries: Path) -> None:
    """Make the cluster beside its place and move it there whole: half a cluster is never taken for one."""
    step(f"Making a private PostgreSQL cluster in {cluster.place}")
    unfinished = cluster.place / "data.new"
    if unfinished.exists():
        shutil.rmtree(unfinished)
    options = ["--encoding=UTF8", "--locale=C.UTF-8", f"--username={ADMINISTRATOR}", "--auth=trust"]
    answer([binaries / "initdb", "-D", unfinished, *options], cwd="/", **as_owner(cluster.owner))
    with (unfinished / "postgresql.conf").open("a") as main:
        main.write("\ninclude 'tabanca.conf'  # written by ./dev at every start\n")
    (unfinished / "pg_hba.conf").write_text(ACCESS)
    unfinished.rename(cluster.data)
    (cluster.place / "checkout").write_text(f"{ROOT}\n")  # whose this is, for who finds it later


def _start_server(cluster: Cluster, binaries: Path) -> int | None:
    port = _choose_port(cluster)
    settings = cluster.data / "tabanca.conf"
    settings.write_text(settings_text(port, _socket_folder(cluster), cluster.data))
    if _takes(cluster, binaries, WAL_COMPRESSION):
        with settings.open("a") as file:
            file.write(f"{WAL_COMPRESSION}\n")
    if cluster.owner:
        os.chown(settings, cluster.owner.pw_uid, cluster.owner.pw_gid)
    _pg_ctl(cluster, binaries, "start", "-t", "600", "-l", str(cluster.log))
    return running_port(cluster)


def _takes(cluster: Cluster, binaries: Path, setting: str) -> bool:
    """Whether this build of PostgreSQL knows a setting (`name=value`)."""
    asked = [str(binaries / "postgres"), "-D", str(cluster.data), "-c", setting, "-C", setting.partition("=")[0]]
    return subprocess.run(asked, cwd="/", capture_output=True, check=False, **as_owner(cluster.owner)).returncode == 0


def _choose_port(cluster: Cluster) -> int:
    """The port of last time when it is free (a QGIS project keeps working), else any free one."""
    remembered = cluster.place / "port"
    wanted = int((_lines(remembered) or ["0"])[0])
    port = free_port(wanted)
    remembered.write_text(str(port))
    return port


def free_port(wanted: int = 0) -> int:
    """`wanted` when nobody listens there on the loopback, else a free port."""
    for port in (wanted, 0):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    raise Failure("No port is free on the loopback interface.")


def _socket_folder(cluster: Cluster) -> Path:
    """Make the socket's folder, which only the server's user may enter."""
    folder = cluster.sockets
    folder.mkdir(mode=0o700, exist_ok=True)
    if cluster.owner:
        os.chown(folder, cluster.owner.pw_uid, cluster.owner.pw_gid)
    expected = cluster.owner.pw_uid if cluster.owner else os.geteuid()
    found = folder.lstat()
    if found.st_uid != expected or found.st_mode & 0o77 or folder.is_symlink():
        raise Failure(f"{folder} belongs to somebody else; the database's socket cannot be there.")
    return folder


def _pg_ctl(cluster: Cluster, binaries: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    command: Command = [binaries / "pg_ctl", *arguments, "-D", cluster.data]
    options = as_owner(cluster.owner) | {"cwd": "/", "check": False}
    null = subprocess.DEVNULL  # no pipes: the server would inherit them, and hold them open
    return subprocess.run(command, stdin=null, stdout=null, stderr=null, **options)


def _password(cluster: Cluster) -> tuple[str, bool]:
    """The role's password, random, in a file that only the caller reads; and whether it was made just now."""
    path = cluster.place / "password"
    if path.exists():
        return path.read_text(), False
    password = secrets.token_urlsafe(24)
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
        out.write(password)
    return password, True


def administer(cluster: Cluster, port: int, database: str, *statements: str) -> str:
    """Run statements as the cluster's administrator, each by itself; answers what they print.

    They go through standard input: a command line, which other users can read, is no place for a password.
    """
    bundled = _binaries(cluster) / "psql"
    program = bundled if bundled.exists() else "psql"
    connection = ["-h", str(cluster.sockets), "-p", str(port), "-U", ADMINISTRATOR, "-d", database]
    command = [program, "-XAtq", "-v", "ON_ERROR_STOP=1", *connection]
    script = "".join(f"{statement};\n" for statement in statements)
    return answer(command, input=script, cwd="/", **as_owner(cluster.owner))


def _prepare_database(cluster: Cluster, port: int) -> str:
    """Role, extensions and database, where they are missing; answers the database's address.

    The application's role owns its databases and is no superuser. The extensions that only a superuser may create
    lie in template1, so that every database it creates (those of tests too) has them.
    """
    password, fresh = _password(cluster)
    url = f"postgres://{ROLE}:{password}@127.0.0.1:{port}/{DATABASE}"
    exists = administer(cluster, port, "postgres", f"SELECT 1 FROM pg_database WHERE datname = '{DATABASE}'")
    if fresh or not exists:
        known = administer(cluster, port, "postgres", f"SELECT 1 FROM pg_roles WHERE rolname = '{ROLE}'")
        verb = "ALTER" if known else "CREATE"
        administer(cluster, port, "postgres", f"{verb} ROLE {ROLE} LOGIN CREATEDB PASSWORD '{password}'")
    if not exists:
        extensions = [f"CREATE EXTENSION IF NOT EXISTS {name}" for name in EXTENSIONS]
        administer(cluster, port, "template1", "SET client_min_messages = warning", *extensions)
        create_database(cluster, port)
    return url


def create_database(cluster: Cluster, port: int) -> None:
    administer(cluster, port, "postgres", f"CREATE DATABASE {DATABASE} OWNER {ROLE}")


def count_households(cluster: Cluster) -> int | None:
    """How many households the database holds; None before its first migration. The cluster must run."""
    port = _required_port(cluster)
    if not administer(cluster, port, DATABASE, "SELECT to_regclass('registry_menage')"):
        return None
    return int(administer(cluster, port, DATABASE, "SELECT count(*) FROM registry_menage"))


def empty_database(cluster: Cluster) -> None:
    """Drop the database with all that is in it, and create it anew. The cluster must run."""
    port = _required_port(cluster)
    administer(cluster, port, "postgres", f"DROP DATABASE IF EXISTS {DATABASE} WITH (FORCE)")
    create_database(cluster, port)


def _required_port(cluster: Cluster) -> int:
    port = running_port(cluster)
    if port is None:
        raise Failure("The database's server does not run.")
    return port
