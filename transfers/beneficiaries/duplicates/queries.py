"""Find out whether a person is already enrolled: a score from 0 to 100 with reasons (decision 0035).

The score is 100 for the same household and name, or the same mobile account. Otherwise it is at most 99:

    score = 45 name + 30 number + 25 place

- name: 1 when both have the same key (`name_key_with_variants`: without accents, in any order, one spelling for Djaló,
  Jaló and Diallo, nicknames of the country), else the trigram similarity of the keys.
- number: 1 when the telephone or the mobile account of one is the telephone or account of the other, and at most
  `MAX_HOUSEHOLDS_PER_NUMBER` beneficiaries give it.
- place: 1 in the same household; among neighbours it falls from 1 at 0 m to 0.6 at 500 m; 0.6 in the same locality,
  0.15 in the same secteur, else 0.

When the registry holds the two households for possibly one, and nobody has decided, the score is at least that of the
households (from `DUPLICATE_CERTAIN` on at least 90, else below): the wife who tells herself as the head has another name.

A missing value counts 0: two rows without a telephone are no evidence. A person is shown from a score of 50, and
prevents enrolment from 90 (the same name and number in one locality). The same name in the same secteur reaches 48.75:
without the account, a number or the neighbourhood no score reaches 50, so a search by these finds all.
"""

from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext as _

from config.caller import Scope
from config.sql import Queries
from registry.duplicates.api import MAX_HOUSEHOLDS_PER_NUMBER
from registry.households.api import normalise_phone
from transfers.beneficiaries.duplicates.types import CERTAIN, REVIEW, DuplicateCandidate, DuplicateMatches, PersonSearch
from transfers.beneficiaries.models import Beneficiary

SQL: Final = Queries(__file__, "duplicates.sql")
MAX_MATCHES: Final = 100
NEIGHBOURS_M: Final = 500
# Metres per degree of latitude. A degree of longitude is shorter: a box with twice as many degrees of longitude
# contains the circle up to 60 degrees of latitude.
DEGREE_M: Final = 110_574
# The similarity from which two names are called alike.
ALIKE: Final = 0.6
WEIGHTS: Final = {
    "poids_nom": 45,
    "poids_numero": 30,
    "poids_lieu": 25,
    "localite_vaut": 0.6,
    "secteur_vaut": 0.15,
    "voisin": NEIGHBOURS_M,
    "partage": MAX_HOUSEHOLDS_PER_NUMBER,
    "least": REVIEW,
    "certain": CERTAIN,
    "most": MAX_MATCHES,
    # Similar names may be spelt as differently as Fatoumata Diallo and Fatumata Djaló (0.39); the same ones more so.
    "parent": 0.3,
}


def _build_search_params(person: PersonSearch) -> dict[str, Any]:
    household = person.household
    account = normalise_phone(person.account)
    place = household.geom if household else None
    return WEIGHTS | {
        "menages_certains": settings.DUPLICATE_CERTAIN,
        "nom": person.name,
        "compte": account,
        "numeros": [number for number in {normalise_phone(person.phone), account} if number],
        "menage": household and household.id,
        "localite": household and household.localite_id,
        "secteur": household and household.secteur_id,
        "lon": place and place.x,
        "lat": place and place.y,
        "degres": NEIGHBOURS_M / DEGREE_M,
        "programme": person.programme_id,
        "exclu": person.excluded_id,
    }


def _describe_reasons(candidate: DuplicateCandidate) -> list[str]:
    """Describe why two may be the same person, in the language of the request, strongest reason first."""
    is_near = candidate.metres is not None and candidate.metres <= NEIGHBOURS_M
    is_neighbour = is_near and not candidate.meme_menage
    reasons = (
        (candidate.meme_compte, _("Même compte mobile")),
        (candidate.meme_menage, _("Même ménage")),
        (candidate.menages is not None, _("Leurs deux ménages sont peut-être le même")),
        (candidate.meme_nom, _("Même nom")),
        (not candidate.meme_nom and candidate.nom >= ALIKE, _("Noms ressemblants")),
        (candidate.meme_numero and not candidate.meme_compte, _("Même téléphone")),
        (is_neighbour, _("Ménages à %(metres)d m") % {"metres": candidate.metres or 0}),
        (not is_near and not candidate.meme_menage and candidate.meme_localite, _("Même localité")),
        (not is_near and candidate.meme_secteur and not candidate.meme_localite, _("Même secteur")),
    )
    return [reason for holds, reason in reasons if holds]


def find_duplicates(person: PersonSearch, user: Scope, contacts: bool) -> DuplicateMatches:
    """Find beneficiaries who may be the person searched for, at most MAX_MATCHES, in two queries.

    Their telephones are included with `contacts`.
    """
    candidates = SQL.fetch_objects(DuplicateCandidate, "find_candidates", _build_search_params(person))
    visible_rows = Beneficiary.objects.visible_to(user).filter(id__in=[candidate.id for candidate in candidates])
    people = {row.id: row for row in visible_rows.only("id", "nom_complet", "telephone")}
    visible = []
    for candidate in candidates:
        if row := people.get(candidate.id):
            item = {
                "id": row.id,
                "nomComplet": row.nom_complet,
                "score": candidate.score,
                "raisons": _describe_reasons(candidate),
            }
            visible.append(item | ({"telephone": row.telephone} if contacts else {}))
    hidden_score = max((candidate.score for candidate in candidates if candidate.id not in people), default=0)
    return DuplicateMatches(visible, hidden_score)


def find_reused_accounts(ids: list[UUID]) -> set[UUID]:
    """Return which of these beneficiaries, who have left, have a mobile account on which somebody else is now paid.

    The same household may use the account in another programme.
    """
    return set(SQL.fetch_column("find_reused_accounts", {"ids": ids})) if ids else set()
