"""Sweeping what killed processes left: only one's own, only of these names, only what is old."""

import os
import tempfile
import time

import pytest
from django.core.files.uploadedfile import TemporaryUploadedFile

from accounts.files import jobs
from accounts.files.jobs import sweep_folder, sweep_temporary_files
from registry.duplicates.analysis.services import WORK_FOLDERS, remove_stray_folders

LONG_AGO = time.time() - 2 * 24 * 3600


def aged(path):
    os.utime(path, (LONG_AGO, LONG_AGO), follow_symlinks=False)
    return path


@pytest.fixture
def temporary(monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_uploads_and_folders(temporary, monkeypatch):
    left = TemporaryUploadedFile("relevé.xlsx", "", 0, "")
    left.file._closer.delete_on_close = left.file._closer.delete = False
    import_folder = temporary / "tabanca-import-abcd_123"
    (import_folder / "deep").mkdir(parents=True)
    (import_folder / "deep" / "rows").write_text("x")
    running = TemporaryUploadedFile("b.csv", "", 0, "")
    kept = [temporary / "rapport.upload.csv", temporary / "tabanca-import-notes", temporary / "tmpabcd1234"]
    for path in kept:
        path.write_text("x")
    link = temporary / "tabanca-export-abcd1234"
    link.symlink_to(temporary / "rapport.upload.csv")
    in_memory = temporary / "memory" / "tabanca-import-abcd_124"
    in_memory.mkdir(parents=True)
    monkeypatch.setattr(jobs, "MEMORY_FOLDER", in_memory.parent)
    for path in (left.temporary_file_path(), import_folder, in_memory, link, *kept):
        aged(path)
    assert sweep_temporary_files() == 3
    assert not os.path.exists(left.temporary_file_path())
    assert not import_folder.exists() and not in_memory.exists()
    assert all(path.exists() for path in (*kept, link))
    assert os.path.exists(running.temporary_file_path())


def test_folders_of_analyses(settings, tmp_path):
    settings.LOCAL_DIR = tmp_path / "local"
    assert remove_stray_folders() == 0, "before there is such a folder"
    old, new, other = (settings.LOCAL_DIR / name for name in ("doublons-abcd1234", "doublons-efgh5678", "fichiers"))
    for folder in (old, new, other):
        folder.mkdir(parents=True)
    aged(old), aged(other)
    assert remove_stray_folders() == 1
    assert (old.exists(), new.exists(), other.exists()) == (False, True, True)


def test_another_s_files_are_left(monkeypatch, tmp_path):
    folder = tmp_path / "doublons-abcd1234"
    folder.mkdir()
    aged(folder)
    monkeypatch.setattr(os, "getuid", lambda: 4711)
    assert sweep_folder(tmp_path, WORK_FOLDERS) == 0
    assert folder.exists()
