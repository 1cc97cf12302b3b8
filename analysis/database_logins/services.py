"""Make and end logins of the database, and publish styles and project for QGIS.

Roles belong to the whole server, rows of scope to this database: a login of another database that connects to this one
finds views without rows. The service's own role makes no roles: an administrator's connection does, for the time of the
command.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import psycopg
from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from psycopg import sql

from analysis.database_logins.models import DatabaseLogin
from analysis.database_logins.qgis.layers import LAYERS
from analysis.database_logins.qgis.projects import PROJECT, Server, write_project
from analysis.database_logins.qgis.styles import write_style
from analysis.database_logins.queries import SQL, find_extent, list_view_columns
from analysis.database_logins.rules import CONNECTIONS, LOGIN_NAME, PASSWORD_BYTES, READERS, SESSION_SETTINGS
from analysis.database_logins.types import NewLogin
from config.errors.problems import Problem, invalid, invalid_status, not_found
from geo.areas.models import Region

Administration = psycopg.Connection[Any]
# Boxes are compared without looking at anything else, and without an error that could tell what a row holds.
LEAKPROOF = "ALTER FUNCTION geometry_overlaps(geometry, geometry) LEAKPROOF"
# Metabase asks how many rows a table has before it lists any: without this number it lists none.
LIVE_ROWS = sql.SQL("GRANT EXECUTE ON FUNCTION pg_stat_get_live_tuples(oid) TO {}").format(
    sql.Identifier(READERS["bi"])
)


@contextmanager
def open_administration() -> Iterator[Administration]:
    """Connect to the database in use as a role that may make roles, in one transaction."""
    own = connection.get_connection_params()
    address = {key: own[key] for key in ("host", "port", "user", "password", "dbname") if own.get(key)}
    url = settings.DATABASE_ADMIN_URL
    with psycopg.connect(url, dbname=address["dbname"]) if url else psycopg.connect(**address) as administration:
        yield administration


def make_login(*, login: NewLogin) -> str:
    """Make a login with its scope, and return its password, which is stored nowhere.

    Raises VALIDATION_ERROR, INVALID_STATUS (the server has a role of that name, or this database's role makes none).
    """
    if not LOGIN_NAME.fullmatch(login.name):
        raise invalid({"nom": [_("De 3 à 50 lettres minuscules, chiffres et _ ; une lettre d'abord.")]})
    regions = _find_regions(login.regions)
    password = secrets.token_urlsafe(PASSWORD_BYTES)
    with transaction.atomic(), open_administration() as administration:
        try:
            _ensure_reader(administration, login.usage)
            oid = _create_role(administration, login, password)
        except psycopg.errors.DuplicateObject as error:
            raise invalid_status(_("Le serveur a déjà un rôle de ce nom.")) from error
        except psycopg.errors.InsufficientPrivilege as error:
            raise _explain_missing_right() from error
        row = DatabaseLogin.objects.create(
            nom=login.name,
            oid=oid,
            usage=login.usage,
            toutes_regions=login.regions is None,
            description=login.description,
        )
        row.regions.set(regions)
        # Until this transaction ends too, the login finds no row of scope, and sees nothing.
        administration.commit()
        _grant(login.usage)
    return password


def _find_regions(codes: tuple[str, ...] | None) -> list[Region]:
    if codes is None:
        return []
    found = list(Region.objects.filter(code__in=codes))
    unknown = sorted(set(codes) - {region.code for region in found})
    if unknown or not codes:
        message = _("Régions inconnues : %(codes)s.") % {"codes": ", ".join(unknown)}
        raise invalid({"regions": [message if unknown else _("Il faut au moins une région, ou toutes.")]})
    return found


def _explain_missing_right() -> Problem:
    return invalid_status(
        _(
            "Le rôle de la base ne crée pas de rôles : donner l'adresse d'un administrateur dans TABANCA_DATABASE_ADMIN_URL."
        )
    )


def _ensure_reader(administration: Administration, usage: str) -> None:
    """Make the role whose members read the schema, unless the server has it, and let boxes use the index below scope."""
    reader = READERS[usage]
    if not administration.execute("SELECT FROM pg_roles WHERE rolname = %s", [reader]).fetchone():
        # Another database of the server may make it at this moment.
        with suppress(psycopg.errors.DuplicateObject, psycopg.errors.UniqueViolation), administration.transaction():
            administration.execute(sql.SQL("CREATE ROLE {} NOLOGIN NOINHERIT").format(sql.Identifier(reader)))
    if is_superuser(administration):
        administration.execute(LEAKPROOF)
        administration.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC")  # as PostgreSQL 15 has it by itself
        _close_counters(administration)
        if usage == "bi":
            administration.execute(LIVE_ROWS)


def _close_counters(administration: Administration) -> None:
    """Take from PUBLIC what PostgreSQL counts of every table: how many rows came and went, and who is writing now.

    A login would count the cases of violence as they are written. Supervision (pg_monitor) and the service keep it.
    """
    found = administration.execute(SQL["list_open_counters"]).fetchone()
    if not found or not found[0]:
        return
    functions, service = sql.SQL(found[0]), sql.Identifier(connection.get_connection_params()["user"])
    grant = sql.SQL("GRANT EXECUTE ON FUNCTION {} TO pg_monitor, {}")
    administration.execute(grant.format(functions, service))
    administration.execute(sql.SQL("REVOKE EXECUTE ON FUNCTION {} FROM PUBLIC").format(functions))


def is_superuser(administration: Administration) -> bool:
    """Return whether the administrator may mark functions as leakproof."""
    return administration.execute("SHOW is_superuser").fetchone() == ("on",)


def _create_role(administration: Administration, login: NewLogin, password: str) -> int:
    # The server, and its log, see a verifier and never the password.
    verifier = administration.pgconn.encrypt_password(password.encode(), login.name.encode(), b"scram-sha-256").decode()
    name = sql.Identifier(login.name)
    until = sql.SQL(" VALID UNTIL {}").format(sql.Literal(login.until.isoformat())) if login.until else sql.SQL("")
    administration.execute(
        sql.SQL("CREATE ROLE {} LOGIN CONNECTION LIMIT {} PASSWORD {}{} IN ROLE {}").format(
            name, sql.Literal(CONNECTIONS), sql.Literal(verifier), until, sql.Identifier(READERS[login.usage])
        )
    )
    sessions = SESSION_SETTINGS | {"search_path": f"{login.usage}, public"}
    for setting, value in sessions.items():
        chosen = sql.SQL(", ").join(sql.Literal(part) for part in value.split(", "))
        administration.execute(sql.SQL("ALTER ROLE {} SET {} = {}").format(name, sql.Identifier(setting), chosen))
    found = administration.execute("SELECT oid::bigint FROM pg_roles WHERE rolname = %s", [login.name]).fetchone()
    return int(found[0]) if found else 0


def _grant(usage: str) -> None:
    """Let the readers of a schema read it, as the owner of its views."""
    SQL.execute("grants", None, schema=usage, reader=READERS[usage])


def end_login(*, name: str) -> bool:
    """End a login at once, with its open sessions; return whether its role could be dropped too.

    A role that owns something in another database stays, and can no longer sign in. Raises NOT_FOUND.
    """
    row = DatabaseLogin.objects.filter(nom=name).order_by("-id").first()
    if row is None:
        raise not_found()
    DatabaseLogin.objects.filter(id=row.id, termine_le=None).update(termine_le=timezone.now())
    with open_administration() as administration:
        found = administration.execute("SELECT oid::bigint FROM pg_roles WHERE rolname = %s", [name]).fetchone()
        if found is None or found[0] != row.oid:
            return True
        try:
            administration.execute(sql.SQL("ALTER ROLE {} NOLOGIN").format(sql.Identifier(name)))
        except psycopg.errors.InsufficientPrivilege as error:
            raise _explain_missing_right() from error
        administration.commit()
        ended = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usesysid = %s"
        administration.execute(ended, [row.oid])
        try:
            administration.execute(sql.SQL("DROP ROLE {}").format(sql.Identifier(name)))
        except psycopg.errors.DependentObjectsStillExist:
            administration.rollback()
            return False
    return True


@transaction.atomic
def publish_views(*, host: str = "", port: int | None = None) -> int:
    """Write the styles of the views, and the project with the address under which QGIS reaches the server.

    Return how many layers they have. Without `host` the address is that which the service uses itself.
    """
    own = connection.get_connection_params()
    server = Server(
        host=host or own.get("host") or "localhost", port=port or own.get("port") or 5432, database=own["dbname"]
    )
    columns = list_view_columns()
    for layer in LAYERS:
        qml = write_style(layer, [column for column in columns if column.view == layer.view])
        SQL.execute("save_style", {"view": layer.view, "title": layer.title, "qml": qml})
    SQL.execute("save_project", {"name": PROJECT, "content": write_project(server, columns, find_extent())})
    return len(LAYERS)
