"""Back up and restore the database and the uploaded files.

A backup holds one snapshot and its row counts; a restore compares the result with these counts.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, Final, cast
from urllib.parse import quote, unquote, urlencode, urlsplit, urlunsplit

import psycopg
from django.conf import settings
from psycopg import sql

from accounts.backup.archives import sealing, tar, uploads
from accounts.backup.hooks import SealedSchema, sealed_schemas

# Tables of extensions: CREATE EXTENSION fills them.
FOREIGN: Final = ("spatial_ref_sys",)
TABLES: Final = """
SELECT format('%%I.%%I', schemaname, tablename) FROM pg_tables
WHERE schemaname NOT IN ('pg_catalog', 'information_schema') AND schemaname <> ALL (%s) AND tablename <> ALL (%s)
ORDER BY 1
"""
RESTORE_OPTIONS: Final = ("--no-owner", "--no-privileges", "--exit-on-error", "--no-comments")
BEGIN: Final = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"
Say = Callable[[str], None]


class BackupRefused(Exception):
    """Signal a backup or restore that cannot be done; the text is for the operator."""


def build_database_url() -> str:
    """Return the address of the database in use, as a URL."""
    own = settings.DATABASES["default"]
    login = quote(own["USER"], safe="") + (f":{quote(own['PASSWORD'], safe='')}" if own["PASSWORD"] else "")
    host = own["HOST"] or ""
    query = {"host": host} if host.startswith("/") else {}
    place = "" if query else host + (f":{own['PORT']}" if own["PORT"] else "")
    if query and own["PORT"]:
        query["port"] = str(own["PORT"])
    return urlunsplit(("postgresql", f"{login}@{place}", f"/{quote(own['NAME'])}", urlencode(query), ""))


def build_sibling_url(url: str, name: str) -> str:
    """Return the address of another database on the same server."""
    return urlunsplit(urlsplit(url)._replace(path=f"/{quote(name)}"))


def _find_program(name: str) -> str:
    """Return the path of a PostgreSQL client program: the newest version installed, else the one on PATH.

    Raises BackupRefused when there is none.
    """
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: float(path.parts[-3]))
    program = str(found[-1]) if found else shutil.which(name)
    if not program:
        raise BackupRefused(f"{name} is not installed (Debian: postgresql-client).")
    return program


def _run_program(command: list[str], url: str) -> None:
    """Run a client program on a database. Raises BackupRefused when it fails."""
    with _open_program(command, url):
        pass


@contextmanager
def _open_program(command: list[str], url: str) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a client program on a database, with pipes; it has ended well when the block is left.

    The password is passed in the environment, because other users can read the command line. Raises BackupRefused.
    """
    parts = urlsplit(url)
    login, _at, place = parts.netloc.rpartition("@")
    user, _colon, password = login.partition(":")
    bare = urlunsplit(parts._replace(netloc=f"{user}@{place}"))
    env = os.environ | ({"PGPASSWORD": unquote(password)} if password else {})
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(  # noqa: S603 (our own command line)
            [*command, f"--dbname={bare}"], env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors
        )
        try:
            with process:
                yield process
        except BrokenPipeError:
            process.wait()  # it has ended early: what it said is told below
        if process.returncode:
            errors.seek(0)
            said = errors.read().decode(errors="replace").strip()
            raise BackupRefused(f"{Path(command[0]).name}: {said[-2000:]}")


def _count_rows(connection: psycopg.Connection) -> dict[str, int]:
    # How many rows an encrypted schema has is not told either: that it is whole is proved by its encryption.
    tables = [row[0] for row in connection.execute(TABLES, [list(sealed_schemas), list(FOREIGN)])]
    return {table: _fetch_value(connection, f"SELECT count(*) FROM {table}") for table in tables}


def _fetch_value(connection: psycopg.Connection, query: str) -> Any:
    """Return the only value of the only row of a query."""
    [[value]] = connection.execute(query)
    return value


def create_backup(target: Path, say: Say) -> dict[str, Any]:
    """Write a backup of the database in use and of the uploaded files to `target`, and return its manifest.

    Dump, counts and files are of one moment (an exported snapshot, and the files named by its rows); others read and
    write meanwhile. Raises BackupRefused.
    """
    for schema in sealed_schemas.values():
        _find_key(schema)
    if target.exists():
        raise BackupRefused(f"{target} is there already.")
    if not target.parent.is_dir():
        raise BackupRefused(f"There is no folder {target.parent}.")
    root = settings.FILES_ROOT
    if root.is_dir() and not os.access(root, os.W_OK):
        raise BackupRefused(f"{root} cannot be written to, and a backup links the files there.")
    url = build_database_url()
    with (
        tempfile.TemporaryDirectory(dir=target.parent, prefix=".tabanca-") as folder,
        psycopg.connect(url) as connection,
        uploads.hold_files(url, connection, BEGIN) as held,
    ):
        dump = Path(folder, tar.DUMP)
        say("Dumping the database")
        _dump_database(url, connection, dump)
        sealed = [_dump_sealed_schema(url, connection, schema, dump.parent) for schema in sealed_schemas.values()]
        say("Counting its rows")
        manifest: dict[str, Any] = {
            "made": datetime.now(UTC).isoformat(timespec="seconds"),
            "rows": _count_rows(connection),
            "lacking": [str(identity) for identity in held.missing_ids],
        }
        if held.missing_ids:
            say(f"{len(held.missing_ids)} recorded files are not there: {', '.join(manifest['lacking'][:3])}")
        say(f"Packing, with {len(held.files)} files")
        tar.write_archive(target, [dump, *sealed], held.files, held.folder, manifest)
    return manifest


def _dump_database(url: str, connection: psycopg.Connection, dump: Path) -> None:
    """Dump the snapshot of a connection, without the schemas that are encrypted."""
    # CREATE EXTENSION fills these tables, and only the extension's owner may write them.
    kept_out = [f"--exclude-table-data=*.{table}" for table in FOREIGN]
    kept_out += [f"--exclude-schema={schema}" for schema in sealed_schemas]
    _run_program([*_compose_dump(connection), *kept_out, f"--file={dump}"], url)


def _compose_dump(connection: psycopg.Connection) -> list[str]:
    snapshot = _fetch_value(connection, "SELECT pg_export_snapshot()")
    return [_find_program("pg_dump"), "--format=custom", "--no-owner", "--no-privileges", f"--snapshot={snapshot}"]


def _find_key(schema: SealedSchema) -> str:
    """Return the key of an encrypted schema. Raises BackupRefused when none is set."""
    key: str = getattr(settings, schema.key_setting)
    if not key:
        raise BackupRefused(f"The schema {schema.name} is only saved encrypted: set TABANCA_{schema.key_setting}.")
    return key


def _dump_sealed_schema(url: str, connection: psycopg.Connection, schema: SealedSchema, folder: Path) -> Path:
    """Dump one schema as the role that reads it, encrypted on its way, and return the file."""
    target = folder / f"{schema.name}{tar.SEALED}"
    # With row security the role's policies decide; without it, PostgreSQL refuses to dump the tables.
    only = [f"--schema={schema.name}", f"--role={schema.role}", "--enable-row-security"]
    with (
        open(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out,
        _open_program([*_compose_dump(connection), *only], url) as process,
    ):
        sealing.seal_stream(cast(IO[bytes], process.stdout), out, _find_key(schema))
    return target


def _restore_sealed_schema(url: str, schema: SealedSchema, folder: Path) -> None:
    """Restore an encrypted schema, decrypted on its way. Raises BackupRefused when its key is another one."""
    source = folder / f"{schema.name}{tar.SEALED}"
    if not source.is_file():  # an archive of an earlier version: the schema is in the dump of all
        return
    with source.open("rb") as file, _open_program([_find_program("pg_restore"), *RESTORE_OPTIONS], url) as process:
        feed = cast(IO[bytes], process.stdin)
        try:
            for block in sealing.unseal_stream(file, _find_key(schema)):
                feed.write(block)
        except sealing.WrongKey as fault:
            process.kill()
            raise BackupRefused(f"The schema {schema.name} cannot be decrypted: {fault}.") from fault
        feed.close()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(schema.restored.encode())


@contextmanager
def unpack_backup(source: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Unpack the archive into a temporary folder; yield the folder and the manifest.

    Raises BackupRefused when the archive is damaged.
    """
    with tempfile.TemporaryDirectory(prefix="tabanca-restore-") as folder:
        try:
            yield Path(folder), tar.unpack_archive(source, Path(folder))
        except tar.DamagedArchive as damage:
            raise BackupRefused(f"{source} is damaged: {damage}.") from damage


def _create_database(url: str, name: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        try:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        except psycopg.errors.DuplicateDatabase as error:
            raise BackupRefused(f"There is a database {name} already: a restore never writes over one.") from error
        except psycopg.errors.InsufficientPrivilege as error:
            raise BackupRefused("The database's role may not create a database.") from error


def drop_database(name: str) -> None:
    """Drop a database on the server in use, and end the sessions that its owner has there.

    Not WITH (FORCE): that is refused while autovacuum works in the database, whose process belongs to a superuser. A
    plain DROP DATABASE ends autovacuum by itself.
    """
    with psycopg.connect(build_database_url(), autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE datname = %s AND usename = current_user",
            [name],
        )
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(name)))


def restore_backup(source: Path, name: str, files: Path, say: Say) -> list[str]:
    """Restore a backup into a new database `name` and the new folder `files`, and return the faults found there.

    Nothing that exists is changed. A restore that fails leaves neither database nor folder. Raises BackupRefused.
    """
    if files.exists() and any(files.iterdir()):
        raise BackupRefused(f"{files} holds files already: a restore never writes over them.")
    with unpack_backup(source) as (folder, manifest):
        say(f"The archive is whole; it was made on {manifest['made']}")
        _create_database(build_database_url(), name)
        url = build_sibling_url(build_database_url(), name)
        try:
            say(f"Restoring into the database {name}")
            _run_program([_find_program("pg_restore"), *RESTORE_OPTIONS, str(folder / tar.DUMP)], url)
            for schema in sealed_schemas.values():
                _restore_sealed_schema(url, schema, folder)
            if (folder / tar.FILES).is_dir():
                shutil.copytree(folder / tar.FILES, files, dirs_exist_ok=True)
            say("Checking")
            faults = _compare_row_counts(url, manifest["rows"]) + _run_check_data(url)
            # Archives of earlier versions do not list missing files.
            faults += uploads.compare_files(url, files, manifest["lacking"]) if "lacking" in manifest else []
        except BaseException:
            drop_database(name)
            shutil.rmtree(files, ignore_errors=True)
            raise
    return faults


def _compare_row_counts(url: str, expected: dict[str, int]) -> list[str]:
    """Describe the tables whose row counts differ from those in the manifest."""
    with psycopg.connect(url) as connection:
        connection.execute("ANALYZE")
        found = _count_rows(connection)
    return [
        f"{table}: {found.get(table, 'no table')} rows, {expected.get(table, 'no table')} were saved"
        for table in sorted(expected.keys() | found.keys())
        if found.get(table) != expected.get(table)
    ]


def _run_check_data(url: str) -> list[str]:
    """Run `check_data` on the restored database in a separate process, and return its faults.

    The files are left to `uploads.compare_files`, which compares them with the manifest.
    """
    done = subprocess.run(  # noqa: S603 (our own command line)
        [sys.executable, str(settings.BASE_DIR / "manage.py"), "check_data", "--faults", "--besides", "files"],
        env=os.environ | {"DATABASE_URL": url},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode not in (0, 1):
        raise BackupRefused(f"check_data: {done.stderr.strip()[-2000:]}")
    return done.stdout.splitlines()
