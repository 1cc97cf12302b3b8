"""Find out whether a person is already enrolled: a score from 0 to 100 with reasons (decision 0035).

The score is 100 for the same household and name, or the same mobile account. Otherwise it is at most 99:

    score = 45 name + 30 number + 25 place

- name: 1 when both have the same key (`name_key`: without accents, in any order, one spelling for Djaló, Jaló and
  Diallo), else the trigram similarity of the keys.
- number: 1 when the telephone or the mobile account of one is the telephone or account of the other, and at most
  `MAX_SHARING` beneficiaries give it.
- place: 1 in the same household; among neighbours it falls from 1 at 0 m to 0.6 at 500 m; 0.6 in the same locality,
  0.15 in the same secteur, else 0.

A missing value counts 0: two rows without a telephone are no evidence. A person is shown from a score of 50, and
prevents enrolment from 90 (the same name and number in one locality). The same name in the same secteur reaches 48.75:
without the account, a number or the neighbourhood no score reaches 50, so a search by these finds all.
"""

from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.errors.problems import Problem
from config.sql import Queries
from registry.duplicates.api import MAX_SHARING
from registry.households.api import normalise_phone
from registry.households.models import Household
from transfers.beneficiaries.models import Beneficiary

SQL: Final = Queries(__file__, "duplicates.sql")
CERTAIN: Final = 90
REVIEW: Final = 50
# The largest number of duplicates in a response.
MOST: Final = 100
NEIGHBOURS_M: Final = 500
# Metres per degree of latitude. A degree of longitude is shorter: a box with twice as many degrees of longitude
# contains the circle up to 60 degrees of latitude.
DEGREE_M: Final = 110_574
ALIKE: Final = 0.6
WEIGHTS: Final = {
    "poids_nom": 45, "poids_numero": 30, "poids_lieu": 25, "localite_vaut": 0.6, "secteur_vaut": 0.15,
    "voisin": NEIGHBOURS_M, "partage": MAX_SHARING, "least": REVIEW, "most": MOST,
    # Similar names may be spelt as differently as Fatoumata Diallo and Fatumata Djaló (0.39).
    "parent": 0.3,
}  # fmt: skip


@dataclass(frozen=True)
class PersonSearch:
    """Describe the person to search for.

    `programme` is the programme of the intended enrolment: places of the same household in other programmes are no
    duplicates. `besides` is a beneficiary to leave out.
    """

    name: str | None
    phone: str | None = None
    account: str | None = None
    household: Household | None = None
    programme: UUID | None = None
    besides: UUID | None = None


@dataclass(frozen=True)
class DuplicateMatches:
    """Hold the duplicates found.

    `shown` lists {id, nomComplet, telephone, score, raisons} of the beneficiaries visible to the user, best first;
    `elsewhere` is the best score among those not visible, 0 when there is none.
    """

    shown: list[dict[str, Any]]
    elsewhere: float

    @property
    def high(self) -> int:
        """Return how many prevent enrolment; those not visible count as one together."""
        return sum(item["score"] >= CERTAIN for item in self.shown) + (self.elsewhere >= CERTAIN)

    @property
    def count(self) -> int:
        return len(self.shown) + (self.elsewhere >= REVIEW)

    def told(self) -> dict[str, Any]:
        """Return the part which all responses about duplicates share.

        `ailleurs` is certain, a_verifier or null (decision 0019).
        """
        level = "certain" if self.elsewhere >= CERTAIN else "a_verifier" if self.elsewhere else None
        return {"duplicates": self.shown, "highRiskCount": self.high, "ailleurs": level}

    def message(self) -> str:
        """Describe what was found, in one or two sentences."""
        count = len(self.shown)
        parts = []
        if count:
            found = ngettext("%(n)d doublon possible.", "%(n)d doublons possibles.", count)
            parts.append(found % {"n": count})
        if self.elsewhere:
            parts.append(_("Un doublon possible est hors de votre périmètre."))
        return " ".join(parts) or _("Aucun doublon.")


def _build_search_params(sought: PersonSearch) -> dict[str, Any]:
    household = sought.household
    account = normalise_phone(sought.account)
    place = household.geom if household else None
    return WEIGHTS | {
        "nom": sought.name,
        "compte": account,
        "numeros": [number for number in {normalise_phone(sought.phone), account} if number],
        "menage": household and household.id,
        "localite": household and household.localite_id,
        "secteur": household and household.secteur_id,
        "lon": place and place.x,
        "lat": place and place.y,
        "degres": NEIGHBOURS_M / DEGREE_M,
        "programme": sought.programme,
        "exclu": sought.besides,
    }


def _describe_reasons(row: dict[str, Any]) -> list[str]:
    """Describe why two may be the same person, in the language of the request, strongest reason first."""
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


def find_duplicates(sought: PersonSearch, user: Any, contacts: bool) -> DuplicateMatches:
    """Find beneficiaries who may be the person sought, at most MOST, in two queries.

    Their telephones are included with `contacts`.
    """
    rows = SQL.rows("alike", _build_search_params(sought))
    seen = Beneficiary.objects.visible_to(user).filter(id__in=[row["id"] for row in rows])
    people = {row.id: row for row in seen.only("id", "nom_complet", "telephone")}
    shown = []
    for row in rows:
        if person := people.get(row["id"]):
            item = {
                "id": person.id,
                "nomComplet": person.nom_complet,
                "score": row["score"],
                "raisons": _describe_reasons(row),
            }
            shown.append(item | ({"telephone": person.telephone} if contacts else {}))
    return DuplicateMatches(shown, max((row["score"] for row in rows if row["id"] not in people), default=0))


def lock_mobile_accounts(*accounts: str | None) -> None:
    """Lock these mobile accounts against being assigned by another transaction, until this one ends.

    Must be called before any row is locked.
    """
    wanted = [number for account in accounts if (number := normalise_phone(account))]
    if wanted:
        SQL.rows("take_turn", {"comptes": wanted})


def find_reused_accounts(ids: list[UUID]) -> set[UUID]:
    """Return which of these beneficiaries, who have left, have a mobile account on which somebody else is now paid.

    The same household may use the account in another programme.
    """
    return {row["id"] for row in SQL.rows("in_use", {"ids": ids})} if ids else set()


def require_no_duplicates(sought: PersonSearch, user: Any) -> None:
    """Raise DUPLICATES_DETECTED (409) with the duplicates found when one of them scores 90 or more.

    Must be called in the transaction which writes, with the household locked and after `lock_mobile_accounts` for the account.
    """
    found = find_duplicates(sought, user, user.holds("registre.voir_contacts"))
    if found.high:
        raise Problem("DUPLICATES_DETECTED", data=found.told() | {"message": found.message()})
