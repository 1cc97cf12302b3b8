"""Implement `./dev up` and `./dev down`: run the server and the worker, and leave nothing running at the end."""

import errno
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from config.devtools import cluster, environment, nginx, packages, server_state
from config.devtools.database import build_django_environment as django_environment
from config.devtools.database import find_prepared_mark, get_database_url, list_database_requirements, open_database
from config.devtools.shell import (
    LOCAL,
    LOGS,
    PYTHON,
    ROOT,
    Failure,
    hold_lock,
    make_private_folder,
    print_step,
    read_tail,
    rotate_log,
    spawn_process,
    start_server,
    stop_process,
)
from config.devtools.supervision import Service

# Whose service the sign-in says that it is, and whom it and the form of complaints say to call.
DEMO_INSTITUTION = {
    "TABANCA_INSTITUTION": "Registre social de démonstration",
    "TABANCA_INSTITUTION_PT": "Registo social de demonstração",
    "TABANCA_INSTITUTION_EN": "Demonstration social registry",
    "TABANCA_HELP_CONTACT": "Fatumata Djaló, +245 955 000 000 (08:00 – 16:00)",
    "TABANCA_VIOLENCE_CONTACT": "+245 955 000 111 (24 h / 24)",
}
READY_SECONDS = 180
STOP_SECONDS = 60
DATABASE_AWAY_SECONDS = 5


def install_requirements(level: str) -> None:
    """Install all that is needed: system packages, Python packages and the console's packages."""
    wanted = [packages.GDAL, packages.FRONT, *list_database_requirements()]
    if not environment.is_console_ready(level):
        wanted.append(packages.NODE)
    with hold_lock("setup"):
        packages.ensure_requirements(wanted)
        environment.ensure_python(level)
        environment.ensure_console(level)


def start_service(port: int | None, households: int | None, detach: bool) -> None:
    """Set up and serve until a signal stops it; with `detach`, return once the service is ready in the background."""
    known = server_state.read_server_state()
    if known:
        if port and not known["base_url"].endswith(f":{port}"):
            raise Failure(f"Tabanca runs already, at {known['base_url']}: ./dev down stops it.")
        print_step(f"Tabanca runs already: {known['base_url']} (./dev down stops it)")
        return
    install_requirements("run")
    if detach:
        _start_in_background(port, households)
    else:
        run_service(port, households)


def run_service(port: int | None, households: int | None, detached: bool = False) -> None:
    """Migrate, load the demonstration, start nginx, server and worker, and wait for a signal.

    Raises Failure when a process ends during the start; later it is restarted.
    """
    with hold_lock("serve", "Another ./dev up of this checkout is starting."), open_listening_socket(port) as door:
        base_url = f"http://127.0.0.1:{door.getsockname()[1]}"
        print_step("Starting the database" if not get_database_url() else "Using the database of DATABASE_URL")
        with open_database() as url:
            # Links in mails begin with the address that runs, unless the environment names another one.
            named = {"TABANCA_PUBLIC_URL": base_url} | DEMO_INSTITUTION
            env = named | django_environment(url)
            accounts = ensure_database_prepared(env, households)
            print_step("Starting the server and the worker")
            services = [
                Service("web", lambda: _start_web(env)),
                Service("worker", lambda: start_server([PYTHON, "manage.py", "worker"], "worker", env=env)),
                Service("nginx", lambda: nginx.start_nginx(door, find_web_socket())),
            ]
            running: list[Service] = []
            try:
                for service in services:
                    service.begin(time.monotonic())
                    running.append(service)
                _wait_until_ready(door.getsockname()[1], running)
                _print_ready_message(base_url, accounts, detached)
                server_state.write_server_state(base_url, url, accounts)  # last: scripts wait for this file
                _supervise_services(running)
            finally:
                _stop_processes([service.process for service in running])


def list_prepared_from() -> list[Path]:
    """Return the files from which a database is prepared: when one of them changes, it is prepared again."""
    migrations = sorted(ROOT.glob("*/migrations/[0-9]*"))
    return [*migrations, *environment.LOCKS.values(), ROOT / "analysis" / "demo" / "rules.py"]


def ensure_database_prepared(env: Mapping[str, str], households: int | None) -> list[dict[str, str]]:
    """Prepare the database unless this very code has done so; return the accounts of the demonstration."""
    mark = find_prepared_mark()
    fresh = environment.compute_digest(*list_prepared_from())
    if mark and mark.exists() and households is None:
        known = json.loads(mark.read_text())
        if known["digest"] == fresh:
            return known["accounts"]
    accounts = prepare_database(env, households)
    if mark:
        mark.write_text(json.dumps({"digest": fresh, "accounts": accounts}))
    return accounts


def prepare_database(env: Mapping[str, str], households: int | None) -> list[dict[str, str]]:
    """Migrate and load the demonstration; return its accounts."""
    print_step("Migrating the database")
    command: list[str | Path] = [PYTHON, "-m", "config.devtools.prepare"]
    if households is not None:
        command += ["--menages", str(households)]
    process = spawn_process(command, env=env, stdout=subprocess.PIPE)
    try:
        out, _ = process.communicate()
    except BaseException:
        stop_process(process)
        raise
    if process.returncode:
        raise Failure("The database could not be made ready (see above).")
    return json.loads(out)


@contextmanager
def open_listening_socket(port: int | None) -> Iterator[socket.socket]:
    """Open the server's listening socket on the loopback: on the given port, else the previous one, else any free one.

    It is opened here and inherited by nginx, so that no other program can take the port in between. Raises Failure when
    the given port cannot be used.
    """
    remembered = LOCAL / "port"
    usual = int(remembered.read_text()) if remembered.exists() else 0
    door = socket.socket()
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        for wanted in [port] if port else [usual, 0]:
            try:
                door.bind(("127.0.0.1", wanted))
                door.listen(1024)
                break
            except OSError as error:
                if wanted == 0 or port:
                    reason = "is taken" if error.errno == errno.EADDRINUSE else os.strerror(error.errno or 0)
                    raise Failure(f"Port {wanted}: {reason}.") from error
        LOCAL.mkdir(exist_ok=True)
        remembered.write_text(str(door.getsockname()[1]))
        yield door
    finally:
        door.close()


def stop_service() -> None:
    """Stop what runs in this checkout."""
    known = server_state.read_server_state()
    if known:
        pid = int(known["pid"])
        os.kill(pid, signal.SIGTERM)
        until = time.monotonic() + STOP_SECONDS
        while server_state.is_own_process(pid):
            if time.monotonic() > until:
                raise Failure(f"Process {pid} does not end. Its log: {LOGS}")
            time.sleep(0.1)
    server_state.clear_server_state()
    if not get_database_url() and packages.find_server_folder():
        cluster.stop_unused_cluster(cluster.find_cluster())
    print_step("Stopped." if known else "Nothing was running.")


def find_web_socket() -> Path:
    """Return the path of the web server's socket, in a short folder when the checkout's path is too long for one."""
    own = LOCAL / "run" / "web.sock"
    if len(os.fsencode(own)) <= cluster.MAX_SOCKET_PATH:
        return own
    return Path(tempfile.gettempdir()) / f"tabanca-web-{os.geteuid()}-{cluster.hash_path(ROOT)}" / "web.sock"


def _start_web(env: Mapping[str, str]) -> "subprocess.Popen[bytes]":
    (LOCAL / "static").mkdir(parents=True, exist_ok=True)
    make_private_folder(find_web_socket().parent)
    options = ["--config", "config/gunicorn.py", "--bind", f"unix:{find_web_socket()}"]
    # Trust the client address that nginx forwards: nobody else connects through the socket.
    env = {"TABANCA_TRUSTED_PROXIES": "127.0.0.1", **env}
    return start_server([PYTHON, "-m", "gunicorn", *options, "config.wsgi"], "web", env=env)


def _wait_until_ready(port: int, services: Iterable[Service]) -> None:
    until = time.monotonic() + READY_SECONDS
    while not is_ready(port):
        for service in services:
            service.require()
        if time.monotonic() > until:
            raise Failure(f"The server is not ready after {READY_SECONDS} seconds.\n{read_tail(LOGS / 'web.log')}")
        time.sleep(0.1)


def is_ready(port: int) -> bool:
    """Return whether /readyz responds 200. Proxies of the environment are not used: this is the loopback."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _supervise_services(services: Iterable[Service]) -> None:
    """Restart processes that end, and the private database, until a signal arrives."""
    away_since = 0.0
    while True:
        for service in services:
            service.restart_ended(time.monotonic())
        away_since = restart_database_when_down(away_since)
        time.sleep(0.5)


def restart_database_when_down(away_since: float) -> float:
    """Restart the private database when it has been down for DATABASE_AWAY_SECONDS.

    `away_since` and the returned value are the time since when it is down; 0 means it runs. A user may be restarting
    it: that takes seconds, and server and worker wait for it.
    """
    if get_database_url():
        return 0.0
    own = cluster.find_cluster()
    if cluster.find_running_port(own):
        return 0.0
    now = time.monotonic()
    if not away_since:
        print_step("The database has ended. Requests are answered 503 until it is back.")
        return now
    if now - away_since < DATABASE_AWAY_SECONDS:
        return away_since
    print_step("Starting the database again")
    cluster.start_cluster(own)
    return 0.0


def _stop_processes(processes: "Sequence[subprocess.Popen[bytes]]") -> None:
    """Stop all processes at once; a second Ctrl-C does not interrupt this."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    print_step("Stopping")
    server_state.clear_server_state()
    for process in processes:
        if process.poll() is None:
            process.terminate()
    for process in processes:
        stop_process(process)


def _print_ready_message(base_url: str, accounts: list[dict[str, str]], detached: bool) -> None:
    print(f"\nTabanca is ready: {base_url}\n")
    for line in server_state.describe_accounts(accounts):
        print(line)
    stopping = "./dev down" if detached else "Ctrl-C, or ./dev down from elsewhere"
    print(f"\nLogs: {LOGS}\nStop: {stopping}.\n", flush=True)


def _start_in_background(port: int | None, households: int | None) -> None:
    """Start `./dev serve` in the background, show its log until it is ready, and leave it running."""
    log = rotate_log("up")
    command = [sys.executable, "-m", "config.devtools", "serve"]
    command += ["--port", str(port)] if port else []
    command += ["--menages", str(households)] if households is not None else []
    with log.open("wb") as out:
        process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True
        )
    try:
        _follow_log(log, process)
    except BaseException:
        stop_process(process, STOP_SECONDS)
        raise


def _follow_log(log: Path, process: "subprocess.Popen[bytes]") -> None:
    """Copy the log to the terminal until the server is ready. Raises Failure when the process ends before that."""
    with log.open(errors="replace") as lines:
        while True:
            # Both are checked before the log is read, so that its end is shown.
            ended, ready = process.poll() is not None, server_state.read_server_state() is not None
            print(lines.read(), end="", flush=True)
            if ended:
                raise Failure("Tabanca did not start (see above).")
            if ready:
                return
            time.sleep(0.1)
