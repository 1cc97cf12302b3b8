"""Whether somebody is enrolled already: a score from 0 to 100 with its reasons (decision 0035).

The score is 100 for the same household and name, or the same mobile account. Otherwise it is at most 99:

    score = 45 name + 30 number + 25 place

- name: 1 when both have the same key (`name_key`: without accents, in any order, one spelling for Djaló, Jaló and
  Diallo), else the share of trigrams that the keys have in common.
- number: 1 when the telephone or the mobile account of the one is the telephone or account of the other, and at most
  `MAX_SHARING` beneficiaries give it.
- place: 1 in the same household; among neighbours it falls from 1 at 0 m to 0.6 at 500 m; 0.6 in the same locality, 0.15
  in the same secteur, else 0.

What is missing counts 0: that two rows do not tell a telephone makes nobody a double. From 50 on somebody is shown, from
90 on (the same name and number in one locality) he stands in the way. A namesake of the same secteur reaches 48.75:
without the account, a number or the neighbourhood nobody reaches 50, so the search by these misses none.
"""

from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.api.problems import Problem
from config.sql import Queries
from registry.duplicates.weights import MAX_SHARING
from registry.households.models import Household
from registry.households.phones import to_e164
from transfers.beneficiaries.models import Beneficiary

SQL: Final = Queries(__file__, "duplicates.sql")
CERTAIN: Final = 90
REVIEW: Final = 50
# More than anybody reads.
MOST: Final = 100
NEIGHBOURS_M: Final = 500
# Metres of a degree of latitude; one of longitude is shorter, so a box in degrees of it holds the circle up to 60 degrees.
DEGREE_M: Final = 110_574
ALIKE: Final = 0.6
WEIGHTS: Final = {
    "poids_nom": 45, "poids_numero": 30, "poids_lieu": 25, "localite_vaut": 0.6, "secteur_vaut": 0.15,
    "voisin": NEIGHBOURS_M, "partage": MAX_SHARING, "least": REVIEW, "most": MOST,
    # Names that sound alike may be written as differently as Fatoumata Diallo and Fatumata Djaló (0.39).
    "parent": 0.3,
}  # fmt: skip


@dataclass(frozen=True)
class Sought:
    """Who is asked about. `programme` is where he is to be enrolled: what his household has in others is no double;
    `besides` is left out."""

    name: str | None
    phone: str | None = None
    account: str | None = None
    household: Household | None = None
    programme: UUID | None = None
    besides: UUID | None = None


@dataclass(frozen=True)
class Found:
    """`shown` is {id, nomComplet, telephone, score, raisons} of those the caller may see, best first; `elsewhere` is the
    best score of those he may not see, 0 when there is none."""

    shown: list[dict[str, Any]]
    elsewhere: float

    @property
    def high(self) -> int:
        """How many stand in the way; of those elsewhere only that there is one."""
        return sum(item["score"] >= CERTAIN for item in self.shown) + (self.elsewhere >= CERTAIN)

    @property
    def count(self) -> int:
        return len(self.shown) + (self.elsewhere >= REVIEW)

    def told(self) -> dict[str, Any]:
        """What every answer about duplicates holds. `ailleurs`: certain, a_verifier or null (decision 0019)."""
        level = "certain" if self.elsewhere >= CERTAIN else "a_verifier" if self.elsewhere else None
        return {"duplicates": self.shown, "highRiskCount": self.high, "ailleurs": level}

    def message(self) -> str:
        """What was found, in a sentence or two."""
        count = len(self.shown)
        parts = []
        if count:
            found = ngettext("%(n)d doublon possible.", "%(n)d doublons possibles.", count)
            parts.append(found % {"n": count})
        if self.elsewhere:
            parts.append(_("Un doublon possible est hors de votre périmètre."))
        return " ".join(parts) or _("Aucun doublon.")


def _asked(sought: Sought) -> dict[str, Any]:
    household = sought.household
    account = to_e164(sought.account)
    place = household.geom if household else None
    return WEIGHTS | {
        "nom": sought.name,
        "compte": account,
        "numeros": [number for number in {to_e164(sought.phone), account} if number],
        "menage": household and household.id,
        "localite": household and household.localite_id,
        "secteur": household and household.secteur_id,
        "lon": place and place.x,
        "lat": place and place.y,
        "degres": NEIGHBOURS_M / DEGREE_M,
        "programme": sought.programme,
        "exclu": sought.besides,
    }


def _reasons(row: dict[str, Any]) -> list[str]:
    """Why two may be one, in the caller's language, the weightiest first."""
    near = row["metres"] is not None and row["metres"] <= NEIGHBOURS_M
    told = (
        (row["meme_compte"], _("Même compte mobile")),
        (row["meme_menage"], _("Même ménage")),
        (row["meme_nom"], _("Même nom")),
        (not row["meme_nom"] and row["nom"] >= ALIKE, _("Noms ressemblants")),
        (row["meme_numero"] and not row["meme_compte"], _("Même téléphone")),
        (near and not row["meme_menage"], _("Ménages à %(metres)d m") % {"metres": row["metres"] or 0}),
        (not near and not row["meme_menage"] and row["meme_localite"], _("Même localité")),
        (not near and row["meme_secteur"] and not row["meme_localite"], _("Même secteur")),
    )
    return [reason for holds, reason in told if holds]


def look_for(sought: Sought, user: Any, contacts: bool) -> Found:
    """Beneficiaries that may be who is asked about, the best hundred: two queries. Their telephones with `contacts`."""
    rows = SQL.rows("alike", _asked(sought))
    seen = Beneficiary.objects.visible_to(user).filter(id__in=[row["id"] for row in rows])
    people = {row.id: row for row in seen.only("id", "nom_complet", "telephone")}
    shown = []
    for row in rows:
        if person := people.get(row["id"]):
            item = {"id": person.id, "nomComplet": person.nom_complet, "score": row["score"], "raisons": _reasons(row)}
            shown.append(item | ({"telephone": person.telephone} if contacts else {}))
    return Found(shown, max((row["score"] for row in rows if row["id"] not in people), default=0))


def take_turn(*accounts: str | None) -> None:
    """Wait until nobody else gives one of these mobile accounts to somebody; until the end of the transaction nobody
    will. To be asked before any row is locked."""
    wanted = [number for account in accounts if (number := to_e164(account))]
    if wanted:
        SQL.rows("take_turn", {"comptes": wanted})


def in_use(ids: list[UUID]) -> set[UUID]:
    """Those of these beneficiaries, who left, on whose mobile account somebody else is paid; not by the right of their
    own household in another programme."""
    return {row["id"] for row in SQL.rows("in_use", {"ids": ids})} if ids else set()


def require_none(sought: Sought, user: Any) -> None:
    """Raise DUPLICATES_DETECTED (409) with what was found when somebody scores 90 or more.

    Asked in the transaction that writes, with the household locked, by who has taken the account's turn.
    """
    found = look_for(sought, user, user.holds("registre.voir_contacts"))
    if found.high:
        raise Problem("DUPLICATES_DETECTED", data=found.told() | {"message": found.message()})
