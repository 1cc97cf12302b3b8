"""The parts of `./dev` that can be told apart from a machine: choices, locks, ports, what is said to be missing."""

import json
import os
import re
import socket
import stat
import subprocess
import sys
import time
import tomllib
from contextlib import nullcontext
from pathlib import Path

import pytest

from config.devtools import cluster, commands, environment, packages, postgres_settings, server_state, serving, shell
from config.devtools.__main__ import main, parse_reset_options, parse_up_options, run_command
from config.devtools.shell import ROOT, Failure

LOCKS = ("requirements.lock", "requirements-dev.lock", "config/devtools/uv.lock.txt")


@pytest.fixture
def local(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A `.local` of the test's own."""
    monkeypatch.setattr(serving, "LOCAL", tmp_path)
    monkeypatch.setattr(server_state, "SERVER", tmp_path / "server.json")
    return tmp_path


def ended_pid() -> int:
    process = subprocess.Popen(["true"])
    process.wait()
    return process.pid


# Locks ------------------------------------------------------------------------------------------------
def locked(path: str) -> dict[str, str]:
    """Package names of a lock, each with its block of text."""
    blocks = re.split(r"^(?=[a-z])", (ROOT / path).read_text(), flags=re.M)
    return {re.split(r"[=\[ ;]", block, maxsplit=1)[0]: block for block in blocks if "==" in block}


@pytest.mark.parametrize("path", LOCKS)
def test_every_locked_package_has_its_hashes(path: str) -> None:
    assert locked(path)
    assert [name for name, block in locked(path).items() if "--hash=sha256:" not in block] == []


@pytest.mark.parametrize("path", [*LOCKS, "package-lock.json"])
def test_locks_name_no_place_to_fetch_from(path: str) -> None:
    text = (ROOT / path).read_text()
    assert "--index-url" not in text
    assert "--find-links" not in text
    assert '"resolved"' not in text


def test_locks_hold_what_the_project_declares() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())
    for wanted, path in (
        (declared["project"]["dependencies"], LOCKS[0]),
        (declared["project"]["dependencies"] + declared["dependency-groups"]["dev"], LOCKS[1]),
    ):
        names = {re.split(r"[\[><=~! ]", requirement, maxsplit=1)[0].lower() for requirement in wanted}
        assert names - set(locked(path)) == set(), f"{path}: ./dev lock writes it anew"


def test_the_locks_agree() -> None:
    both = {path: set(re.findall(r"^([a-z0-9._-]+==[^ ]+)", (ROOT / path).read_text(), re.M)) for path in LOCKS[:2]}
    assert both[LOCKS[0]] - both[LOCKS[1]] == set()


def test_the_npm_lock_holds_what_the_console_declares() -> None:
    declared = json.loads((ROOT / "package.json").read_text())
    root = json.loads((ROOT / "package-lock.json").read_text())["packages"][""]
    assert root["dependencies"] == declared["dependencies"]
    assert root["devDependencies"] == declared["devDependencies"]


# What is installed --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("asked", "stamp", "answer"),
    [
        ("run", "", "run"),
        ("run", "run abc", None),
        ("run", "dev abc", None),
        ("dev", "dev abc", None),
        ("dev", "run abc", "dev"),
        ("run", "run old", "run"),
        ("run", "dev old", "dev"),  # a new lock does not take the tests' packages away
    ],
)
def test_level_to_install(asked: str, stamp: str, answer: str | None) -> None:
    assert environment.choose_level(asked, stamp, "abc") == answer


def test_digest_changes_with_any_part(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    lock.write_text("one")
    before = environment.compute_digest(lock, "3.11")
    assert environment.compute_digest(lock, "3.12") != before
    lock.write_text("two")
    assert environment.compute_digest(lock, "3.11") != before


def test_missing_packages_are_named_when_nothing_may_be_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    lacking = packages.Requirement("PostgreSQL with PostGIS", lambda: False, packages.SERVER.packages)
    monkeypatch.setattr(packages, "find_root_prefix", lambda: None)
    monkeypatch.setattr(packages, "find_offered_server", lambda: 16)
    monkeypatch.setattr(packages.shutil, "which", lambda name: f"/usr/bin/{name}")
    with pytest.raises(Failure, match="apt-get install .*postgresql-16-postgis-3"):
        packages.ensure_requirements([lacking])


def test_nothing_is_installed_when_nothing_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    monkeypatch.setattr(packages, "find_root_prefix", lambda: pytest.fail("asked for root"))
    packages.ensure_requirements([packages.Requirement("Python", lambda: not looked.append("Python"), ("python3",))])
    assert looked


# The cluster --------------------------------------------------------------------------------------------
def test_each_checkout_has_a_place_of_its_own() -> None:
    assert cluster.hash_path(Path("/srv/a")) != cluster.hash_path(Path("/srv/b"))


def test_a_taken_port_is_not_chosen() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert cluster.find_free_port(port) not in (0, port)
    assert cluster.find_free_port(port) == port


def test_a_long_path_gets_a_short_socket_folder() -> None:
    short = cluster.Cluster(Path("/srv/tabanca"), None)
    assert short.sockets == Path("/srv/tabanca/socket")
    long = cluster.Cluster(Path("/srv") / ("a" * 120), None)
    assert len(str(long.sockets / ".s.PGSQL.65535")) < 107


def test_a_place_is_made_private(tmp_path: Path) -> None:
    assert cluster.make_usable_folder(tmp_path / "deep" / "postgres", None)
    assert stat.S_IMODE((tmp_path / "deep" / "postgres").stat().st_mode) == 0o700


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, which PostgreSQL does not run as")
def test_a_place_that_the_server_cannot_enter_is_refused(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    assert not cluster.make_usable_folder(closed / "postgres", cluster.find_server_user())


def test_settings_keep_the_data_durable(tmp_path: Path) -> None:
    text = postgres_settings.render_settings(5999, tmp_path, tmp_path)
    assert "port = '5999'\n" in text
    assert "listen_addresses = '127.0.0.1'\n" in text
    assert "jit = 'off'\n" in text
    for dangerous in ("fsync", "synchronous_commit", "full_page_writes"):
        assert dangerous not in text


def test_settings_quote_their_values() -> None:
    assert postgres_settings.quote_value("it's") == "it''s"


# Serving ------------------------------------------------------------------------------------------------
def test_the_address_of_last_time_is_taken_again(local: Path) -> None:
    with serving.open_listening_socket(None) as door:
        first = door.getsockname()[1]
        with serving.open_listening_socket(None) as other:
            second = other.getsockname()[1]
    assert second != first
    with serving.open_listening_socket(None) as door:
        assert door.getsockname()[1] == second


def test_a_wanted_port_that_is_taken_is_said(local: Path) -> None:
    with serving.open_listening_socket(None) as door:
        port = door.getsockname()[1]
        with pytest.raises(Failure, match=f"Port {port}: is taken"), serving.open_listening_socket(port):
            pass


def test_the_state_is_private_and_belongs_to_a_living_dev(local: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server_state.write_server_state("http://127.0.0.1:1", "postgres://somewhere", [])
    assert stat.S_IMODE(server_state.SERVER.stat().st_mode) == 0o600
    assert json.loads(server_state.SERVER.read_text()) == {
        "base_url": "http://127.0.0.1:1",
        "database_url": "postgres://somewhere",
        "accounts": [],
        "pid": os.getpid(),
    }
    monkeypatch.setattr(os, "getpid", ended_pid)
    server_state.write_server_state("http://127.0.0.1:1", "postgres://somewhere", [])
    assert server_state.read_server_state() is None


def test_a_process_of_another_program_is_not_ours() -> None:
    assert not server_state.is_own_process(1)


def test_a_child_ends_when_its_parent_is_killed(tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    program = (
        "from config.devtools.shell import start_server\n"
        "import pathlib, sys, time\n"
        "import config.devtools.shell as shell\n"
        f"shell.LOGS = pathlib.Path({str(tmp_path)!r})\n"
        "child = start_server(['sleep', '60'], 'sleep')\n"
        f"pathlib.Path({str(pid_file)!r}).write_text(str(child.pid))\n"
        "time.sleep(60)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", program], cwd=ROOT)
    until = time.monotonic() + 20
    while not (pid_file.exists() and pid_file.read_text()) and time.monotonic() < until:
        time.sleep(0.02)
    parent.kill()
    parent.wait()
    child = Path(f"/proc/{pid_file.read_text()}/cmdline")
    while child.exists() and child.read_bytes() and time.monotonic() < until:
        time.sleep(0.02)
    assert not child.exists() or not child.read_bytes()  # gone, or dead and waiting to be reaped


def test_a_failed_step_shows_the_end_of_its_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shell, "LOGS", tmp_path)
    with pytest.raises(Failure, match="exit code 3(?s:.*)no such package"):
        shell.run_or_fail(["sh", "-c", "echo no such package; exit 3"], log="try")


@pytest.mark.parametrize(
    ("detached", "stop"), [(True, "Stop: ./dev down."), (False, "Stop: Ctrl-C, or ./dev down from elsewhere.")]
)
def test_how_to_stop_is_told(detached: bool, stop: str, capsys: pytest.CaptureFixture[str]) -> None:
    serving._print_ready_message("http://127.0.0.1:1", [], detached)
    assert stop in capsys.readouterr().out.splitlines()


# Reset ----------------------------------------------------------------------------------------------------
@pytest.fixture
def emptied(local: Path, monkeypatch: pytest.MonkeyPatch) -> list[cluster.Cluster]:
    """The clusters that a reset empties: nothing is installed, stopped or dropped."""
    done: list[cluster.Cluster] = []
    own = cluster.Cluster(local, None)
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setattr(serving, "install_requirements", lambda level: None)
    monkeypatch.setattr(serving, "prepare_database", lambda env, households: [])
    monkeypatch.setattr(cluster, "find_cluster", lambda: own)
    monkeypatch.setattr(cluster, "run_cluster", lambda one: nullcontext("postgres://nowhere"))
    monkeypatch.setattr(cluster, "count_households", lambda one: 1234)
    monkeypatch.setattr(cluster, "recreate_database", done.append)
    return done


@pytest.mark.parametrize(
    ("terminal", "options", "said", "drops"),
    [
        (True, [], "yes", True),
        (True, [], "y", False),
        (True, [], "", False),
        (True, [], None, False),  # Ctrl-D
        (True, ["--yes"], None, True),
        (False, [], None, False),
        (False, ["--yes"], None, True),
    ],
)
def test_reset_asks_at_a_terminal(
    terminal: bool,
    options: list[str],
    said: str | None,
    drops: bool,
    emptied: list[cluster.Cluster],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    questions: list[str] = []

    def answer(question: str) -> str:
        questions.append(question)
        if said is None:
            raise EOFError
        return said

    monkeypatch.setattr("builtins.input", answer)
    monkeypatch.setattr("sys.stdin.isatty", lambda: terminal, raising=False)
    if drops:
        run_command("reset", options)
    else:
        with pytest.raises(Failure, match="Nothing was deleted"):
            run_command("reset", options)
    assert len(emptied) == drops
    assert len(questions) == (terminal and not options)
    assert all("1,234 households" in question for question in questions)


def test_reset_that_cannot_ask_ends_with_2(
    emptied: list[cluster.Cluster], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
    monkeypatch.setattr("signal.signal", lambda number, handler: None)
    monkeypatch.setattr("os.umask", lambda mask: None)
    assert (main(["reset"]), emptied) == (2, [])
    assert capsys.readouterr().err == (
        "./dev reset: This would delete 1,234 households and all else in the database: add --yes. Nothing was deleted.\n"
    )


@pytest.mark.parametrize("command", ["up", "test", "lint", "manage", "reset"])
def test_a_checkout_of_somebody_else_is_named(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "install_requirements", lambda level: pytest.fail("something was installed"))
    monkeypatch.setattr(serving, "start_service", lambda *options: pytest.fail("something was started"))
    monkeypatch.setattr("os.access", lambda path, mode: False)
    with pytest.raises(Failure, match=rf"^{ROOT} cannot be written by .+: use a clone of your own, or .+\.$"):
        run_command(command, [])


def test_reset_does_not_ask_for_nothing(emptied: list[cluster.Cluster], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "count_households", lambda one: None)
    monkeypatch.setattr("builtins.input", lambda question: pytest.fail(question))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    run_command("reset", [])
    assert len(emptied) == 1


# The command line -----------------------------------------------------------------------------------------
def test_slow_tests_run_only_when_asked() -> None:
    assert commands.build_pytest_arguments(["tests/geo"]) == ["-m", "not slow", "tests/geo"]
    assert commands.build_pytest_arguments(["--all", "tests"]) == ["tests"]
    assert commands.build_pytest_arguments(["-m", "slow", "-n0"]) == ["-m", "slow", "-n0"]
    together = ["-n", str(min(os.cpu_count() or 1, 4)), "--dist", "load", "--maxschedchunk", "25"]
    assert commands.build_pytest_arguments([]) == ["-m", "not slow", *together]


def test_options_of_up() -> None:
    options = parse_up_options(["--detach", "--port", "8123", "--menages", "0"])
    assert (options.detach, options.port, options.menages) == (True, 8123, 0)


def test_options_of_reset() -> None:
    options = parse_reset_options(["--menages", "0", "--yes"])
    assert (options.menages, options.yes) == (0, True)


@pytest.mark.parametrize("wrong", [["--port", "0"], ["--port", "70000"], ["--menages", "-1"], ["--menages", "many"]])
def test_wrong_options_are_refused(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parse_up_options(wrong)
    assert ended.value.code == 2
    assert wrong[0] in capsys.readouterr().err


def test_an_unknown_command_gets_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command("rise", []) == 2
    assert "./dev up" in capsys.readouterr().err
    assert run_command("help", []) == 0
    assert "./dev test" in capsys.readouterr().out


def test_the_files_from_which_a_database_is_prepared_exist() -> None:
    assert [path for path in serving.list_prepared_from() if not path.is_file()] == []
