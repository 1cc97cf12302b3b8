"""Export what other features may use of files; the rest of the package is private."""

from accounts.files.holders.hooks import file_holders
from accounts.files.jobs import sweep_folder
from accounts.files.queries import build_file_path, build_relative_path
from accounts.files.services import (
    HOLD_REMOVALS,
    attach_file,
    deposit_file,
    find_job_file,
    keep_result,
    remove_file,
    remove_job_file,
    store_file,
)

__all__ = [
    "HOLD_REMOVALS",
    "attach_file",
    "build_file_path",
    "build_relative_path",
    "deposit_file",
    "file_holders",
    "find_job_file",
    "keep_result",
    "remove_file",
    "remove_job_file",
    "store_file",
    "sweep_folder",
]
