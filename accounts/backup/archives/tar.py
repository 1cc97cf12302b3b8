"""Write and unpack backup archives.

An archive is one tar with the dump, the uploaded files and a manifest with the digests of both.
"""

import hashlib
import io
import json
import os
import tarfile
from pathlib import Path
from typing import IO, Any

FORMAT = 2
# Format 1 has no encrypted schemas.
READABLE = (1, 2)
DUMP, MANIFEST, FILES = "database.dump", "manifest.json", "fichiers/"
# The end of the name of an encrypted dump of one schema.
SEALED = ".dump.sealed"
CHUNK = 1024 * 1024


class DamagedArchive(Exception):
    """Signal that an archive is not a complete backup; the text says why."""


def compute_digest(source: IO[bytes], to: IO[bytes] | None = None) -> str:
    """Return the SHA-256 of the rest of `source`, copying it to `to` when given."""
    found = hashlib.sha256()
    while chunk := source.read(CHUNK):
        found.update(chunk)
        if to:
            to.write(chunk)
    return found.hexdigest()


def write_archive(target: Path, dumps: list[Path], files: list[Path], root: Path, manifest: dict[str, Any]) -> None:
    """Write the archive completely or not at all, readable by its owner only."""
    members = [*((path.name, path) for path in dumps), *((FILES + str(path.relative_to(root)), path) for path in files)]
    sums = {}
    for name, path in members:
        with path.open("rb") as file:
            sums[name] = compute_digest(file)
    partial = target.with_name(f"{target.name}.partial")
    handle = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(handle, "wb") as out, tarfile.open(fileobj=out, mode="w") as tar:
            text = json.dumps(manifest | {"format": FORMAT, "sha256": sums}, indent=1).encode()
            head = tarfile.TarInfo(MANIFEST)
            head.size, head.mode = len(text), 0o600
            tar.addfile(head, io.BytesIO(text))
            for name, path in members:
                tar.add(path, name, recursive=False)
            out.flush()
            os.fsync(out.fileno())
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)


def unpack_archive(source: Path, into: Path) -> dict[str, Any]:
    """Unpack the archive into the empty folder `into`, checking every digest, and return the manifest.

    Raises DamagedArchive. Member names are compared with the manifest and never used without that check: an archive cannot write elsewhere.
    """
    try:
        with tarfile.open(source) as tar:
            first = tar.next()
            found = tar.extractfile(first) if first and first.name == MANIFEST else None
            if found is None:
                raise DamagedArchive("it does not begin with a manifest")
            manifest = json.loads(found.read())
            if manifest.get("format") not in READABLE:
                raise DamagedArchive(f"its format is {manifest.get('format')}, this version reads up to {FORMAT}")
            expected = dict(manifest["sha256"])
            while member := tar.next():
                _unpack_member(tar, member, expected, into)
    except (tarfile.TarError, ValueError, KeyError, TypeError, EOFError, OSError) as error:
        raise DamagedArchive(str(error) or type(error).__name__) from error
    if expected:
        raise DamagedArchive(f"it lacks {', '.join(sorted(expected)[:3])}")
    return dict(manifest)


def _unpack_member(tar: tarfile.TarFile, member: tarfile.TarInfo, expected: dict[str, str], into: Path) -> None:
    wanted = expected.pop(member.name, None)
    body = tar.extractfile(member) if member.isfile() else None
    target = (into / member.name).resolve()
    if wanted is None or body is None or not target.is_relative_to(into.resolve()):
        raise DamagedArchive(f"{member.name[:80]!r} does not belong into it")
    target.parent.mkdir(parents=True, exist_ok=True)
    with open(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
        if compute_digest(body, out) != wanted:
            raise DamagedArchive(f"{member.name} is not what was saved")
