"""A reader reaches the file that it reads, its folder and its libraries, and nothing else; it ends at its limits."""

import errno
import json
import os
import platform
import signal
import socket
import sys
import sysconfig
import time
from contextlib import closing
from pathlib import Path

import pytest

from config.api.statuses import get_status
from config.errors.problems import Problem
from geo.tables import confinement
from geo.tables.confinement import PROTECTIONS, MissingProtection, confine_process, list_available_protections
from geo.tables.landlock import read_landlock_version
from geo.tables.launcher import explain_exit, run_reader_child

MODULE = "tests.geo.tables.confined"
confined = pytest.mark.skipif(
    set(list_available_protections()) != set(PROTECTIONS), reason="this machine lacks Landlock or seccomp"
)


@pytest.fixture
def own(settings, tmp_path):
    settings.FILES_ROOT = tmp_path / "fichiers"
    settings.READER_PROTECTIONS = list(PROTECTIONS)
    file = tmp_path / "data.csv"
    file.write_text("nom\n")
    return file


@pytest.fixture
def attempt(own):
    """`attempt(["read", path], …)` is how each of these ended inside a reader of `own`."""

    def run(*deeds, **fields):
        with run_reader_child(MODULE, own, {}, patient=True, essais=deeds, **fields) as process:
            said, reason = process.communicate(timeout=60)
        assert process.returncode == 0, reason.decode()
        return json.loads(said)

    return run


@confined
def test_files(attempt, own, tmp_path):
    other = tmp_path / "other"
    other.write_text("secret")
    base = Path(__file__).parents[3]
    deeds = [
        ["read", str(own)], ["read", str(other)], ["read", "/etc/passwd"], ["read", f"/proc/{os.getpid()}/environ"],
        ["read", "/proc/self/environ"], ["read", str(base / "manage.py")], ["read", str(base / "config/settings.py")],
        ["list", "/"], ["list", str(tmp_path)], ["list", "/proc"], ["list", "/dev"], ["append", str(own)],
        ["truncate", str(other)], ["write", str(tmp_path / "new")], ["write", "/tmp/tabanca-new"], ["remove", str(own)],
        ["rename", str(other)], ["folder", str(tmp_path / "folder")], ["hard_link", str(tmp_path / "l"), str(own)],
    ]  # fmt: skip
    first, *others = attempt(*deeds)
    assert first == "done: nom\n"
    assert dict(zip(map(str, deeds[1:]), others, strict=True)) == {str(deed): "PermissionError" for deed in deeds[1:]}
    assert (own.read_text(), other.read_text()) == ("nom\n", "secret")


@confined
def test_attributes_of_files(attempt, own):
    """Landlock does not watch these."""
    before = own.stat()
    assert set(attempt(["mode", str(own)], ["owner", str(own)], ["time", str(own)])) == {"PermissionError"}
    assert own.stat() == before


@confined
def test_its_own_folder(attempt, tmp_path):
    folder = tmp_path / "work"
    folder.mkdir()
    inside = str(folder / "rows")
    link = str(folder / "link")
    found = attempt(
        ["write", inside], ["read", inside], ["link", link, "/etc/passwd"], ["read", link], ["temporary"], ["remove", inside],
        folder=folder,
    )  # fmt: skip
    assert found == ["done: 7", "done: written", "done: None", "PermissionError", "done: 1", "done: None"]


@confined
def test_libraries_can_be_loaded_later(attempt):
    library = Path(sysconfig.get_paths()["stdlib"]) / "wave.py"
    loaded, thread = attempt(["read", str(library)], ["thread"])
    assert loaded.startswith("done: ") and thread == "done: in a thread"


@confined
def test_networks(attempt, tmp_path):
    path = str(tmp_path / "socket")
    with closing(socket.create_server(("127.0.0.1", 0))) as server, socket.socket(socket.AF_UNIX) as local:
        local.bind(path)
        local.listen()
        port = server.getsockname()[1]
        found = attempt(["connect", "127.0.0.1", port], ["unix", path], ["pair"])
    assert found == ["PermissionError"] * 3


@confined
def test_programs_and_processes(attempt):
    deeds = [["run", "/bin/true"], ["run", sys.executable], ["fork"], ["signal", os.getpid()], ["signal", os.getppid()]]
    assert attempt(*deeds) == ["PermissionError"] * len(deeds)


@confined
@pytest.mark.skipif(platform.machine() != "x86_64", reason="numbers of x86-64")
def test_calls_past_the_library(attempt):
    """io_uring, x32's `socket`, namespaces, other processes' memory; clone3 is unknown rather than forbidden."""
    numbers = [425, 0x40000000 + 41, 272, 310, 317 + 4, 101, 304, 250]
    assert attempt(*(["call", number] for number in numbers)) == ["PermissionError"] * len(numbers)
    assert attempt(["call", 435]) == ["OSError"]


def test_a_protection_that_must_hold_and_does_not(monkeypatch, tmp_path):
    def fail(*paths):
        raise OSError(errno.ENOSYS, "not in this kernel")

    monkeypatch.setattr(confinement, "restrict_files", fail)
    monkeypatch.setattr(confinement, "refuse_system_calls", fail)
    for required in (["landlock"], ["seccomp"], ["another"]):
        with pytest.raises(MissingProtection) as unprotected:
            confine_process(tmp_path, tmp_path, required)
        assert unprotected.value.name == required[0]
    confine_process(tmp_path, tmp_path, [])


def test_what_a_kernel_without_landlock_says(monkeypatch):
    monkeypatch.setattr("geo.tables.landlock.CREATE_RULESET", 100_000)
    assert read_landlock_version() == 0


def test_refusals_that_are_not_the_file_s(caplog):
    for reason, code in (("protection", "NOT_CONFIGURED"), ("espace", "INSUFFICIENT_STORAGE")):
        with pytest.raises(Problem) as problem:
            explain_exit(json.dumps({"erreur": reason, "details": {"nom": "landlock"}}).encode(), 3)
        assert problem.value.code == code
    assert "landlock" in caplog.text


@pytest.mark.parametrize(
    ("deed", "limits", "end"),
    [("sleep", {"duree": 1}, signal.SIGALRM), ("spin", {"secondes": 1}, signal.SIGXCPU)],
    ids=["clock", "processor"],
)
def test_a_reader_ends_at_its_limits_by_itself(own, deed, limits, end):
    started = time.monotonic()
    arguments = [60] if deed == "sleep" else []
    with run_reader_child(MODULE, own, {}, patient=True, essais=[[deed, *arguments]], **limits) as process:
        said, reason = process.communicate(timeout=50)
    assert process.returncode == -end
    assert explain_exit(reason, process.returncode) == ("temps", {})
    assert said == b""
    assert time.monotonic() - started < 40


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_is_not_the_file_s_fault(own, number):
    with run_reader_child(MODULE, own, {}, patient=True, raises=number) as process:
        _said, reason = process.communicate(timeout=50)
    with pytest.raises(Problem) as problem:
        explain_exit(reason, process.returncode)
    assert (problem.value.code, get_status(problem.value)) == ("INSUFFICIENT_STORAGE", 507)
