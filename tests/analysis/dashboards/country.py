"""What plain SQL over a whole country is asked of: the rows that somebody sees."""

from typing import Any, Final

from django.conf import settings
from django.db import connection

from accounts.users.models import User

VISIBLE: Final = "(%(everywhere)s OR region_id = ANY(%(regions)s))"
READABLE: Final = f"{VISIBLE} AND (%(cases)s OR categorie <> 'vbg') AND (%(integrity)s OR categorie <> 'corruption')"
OPEN: Final = "statut IN ('nouvelle', 'ouverte', 'en_cours') AND suspendue_depuis IS NULL"
TODAY: Final = "(now() AT TIME ZONE 'Africa/Bissau')::date"
# The accounts of the demonstration that are compared.
ROLES: Final = ("admin", "direction", "superviseur.leste", "agent.bafata", "vbg", "utilisateur")


def describe_reader(user: User) -> dict[str, Any]:
    """Return what the statements need to know of a user."""
    return {
        "user": user.id,
        "everywhere": user.region_ids is None,
        "regions": list(user.region_ids or ()),
        "cases": user.holds("vbg.voir_cas"),
        "integrity": user.holds("plaintes.voir_corruption"),
        "levels": [level for level in range(1, 5) if user.holds(f"transferts.valider_niveau_{level}")],
        "review": settings.DUPLICATE_REVIEW,
        "registry": user.holds("registre.lire"),
        "transfers": user.holds("transferts.lire"),
        "complaints": user.holds("plaintes.lire"),
    }


def fetch(statement: str, values: dict[str, Any]) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchall()
