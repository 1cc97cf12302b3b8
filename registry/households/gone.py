"""Handle households that refer to a row which another user deleted while they were being written."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import IntegrityError
from django.utils.translation import gettext_lazy as _

from config.errors.problems import Problem, conflict

SENTENCES: Final = {
    "region_id": _("La région a été supprimée entre-temps."),
    "secteur_id": _("Le secteur a été supprimé entre-temps."),
    "commune_id": _("La commune a été supprimée entre-temps."),
    "localite_id": _("La localité a été supprimée entre-temps."),
    "projet_id": _("Le projet a été supprimé entre-temps."),
    "campagne_id": _("La campagne a été supprimée entre-temps."),
    "enqueteur_id": _("L'enquêteur a été supprimé entre-temps."),
    "valide_collecte_par_id": _("La personne qui a validé la collecte a été supprimée entre-temps."),
}
PLACES: Final = frozenset({"region_id", "secteur_id", "commune_id", "localite_id"})


def find_gone_column(error: BaseException) -> str | None:
    """Return the column whose row no longer exists, if that is why the database (`registry_menage_refers`) refused."""
    diag = getattr(error.__cause__, "diag", None)
    if diag is None or diag.table_name != "registry_menage" or " names no row of " not in (diag.message_primary or ""):
        return None
    return diag.column_name


def has_changed_areas(error: BaseException) -> bool:
    """Return whether an area was deleted or moved to another parent meanwhile: the areas can be looked up again."""
    diag = getattr(error.__cause__, "diag", None)
    return find_gone_column(error) in PLACES or (diag is not None and diag.constraint_name == "menage_places_agree")


def describe_gone_reference(column: str) -> Problem:
    """Return a CONFLICT that names the kind of row that no longer exists."""
    return conflict(SENTENCES[column])


@contextmanager
def refuse_gone_references(besides: frozenset[str] = frozenset()) -> Iterator[None]:
    """Raise CONFLICT when the database refuses a household because a row that it refers to no longer exists.

    For columns in `besides` the IntegrityError is raised unchanged.
    """
    try:
        yield
    except IntegrityError as error:
        column = find_gone_column(error)
        if column is None or column in besides:
            raise
        raise describe_gone_reference(column) from error
