"""What a programme asks of a household, as SQL: the one place, for the preview, for every enrolment and for counts.

The expressions speak of `menage` and `chef` (its head). They are constants of this code base; every value is a
parameter. A null value meets nothing.
"""

from typing import Any, Final

from geo.scope.sets import visible
from registry.households.models import Household, Statut
from registry.projects.services import closed_projects
from transfers.programmes.models import Milieu, Programme, Vulnerabilite

OLD: Final = 65
WOMAN: Final = "chef.sexe = 'F'"
# Somebody who is listed in the household beside its head.
MEMBER: Final = "EXISTS (SELECT FROM registry_membre_menage AS membre WHERE membre.menage_id = menage.id AND {})"
AGED: Final = f"coalesce(membre.age, extract(year FROM age(membre.date_naissance))) >= {OLD}"
AGED_WOMAN: Final = f"membre.sexe = 'F' AND {AGED}"

# Of women that are described by what they live with, the head is meant: of her alone the forms tell it, and she
# receives. Age and handicap are told of everybody.
VULNERABLE: Final[dict[str, str]] = {
    Vulnerabilite.FEMME_CHEF_MENAGE: WOMAN,
    Vulnerabilite.FEMME_RURALE: f"{WOMAN} AND menage.milieu = 'rural'",
    Vulnerabilite.PERSONNE_HANDICAPEE: MEMBER.format("membre.handicap"),
    Vulnerabilite.MENAGE_AVEC_HANDICAPES: f"menage.nb_handicapes > 0 OR {MEMBER.format('membre.handicap')}",
    Vulnerabilite.FEMME_AGEE_DEMUNIE: f"({WOMAN} AND chef.age >= {OLD}) OR {MEMBER.format(AGED_WOMAN)}",
    Vulnerabilite.MENAGE_PERSONNES_AGEES: f"menage.nb_personnes_65_plus > 0 OR chef.age >= {OLD}"
    f" OR {MEMBER.format(AGED)}",
    Vulnerabilite.FEMME_SANS_ASSISTANCE: f"{WOMAN} AND normalise(chef.statut_matrimonial) = ANY(ARRAY['veuf', 'veuve',"
    " 'celibataire', 'divorce', 'divorcee', 'separe', 'separee'])",
}
# The column of the programme that asks, and what it asks; `{}` stands for its value.
POVERTY: Final = {
    "seuil_pmt_min": "menage.score_pmt >= {}",
    "seuil_pmt_max": "menage.score_pmt <= {}",
    "categories_pauvrete_eligibles": "menage.categorie_pauvrete = ANY({})",
}
OTHERS: Final = {
    "milieu_eligible": "menage.milieu = {}",
    "chef_sexe": "chef.sexe = {}",
    "chef_age_min": "chef.age >= {}",
    "chef_age_max": "chef.age <= {}",
    "taille_min": "menage.taille_menage >= {}",
}
NOTHING: Final[tuple[Any, ...]] = (None, [], Milieu.TOUS)
# What a household must be whatever the programme: looked at by somebody, with a head who can be named.
READY: Final = f"menage.statut = '{Statut.VALIDE}' AND chef.nom_complet <> ''"
READ: Final = (
    "id", "statut", "projet_id", "region_id", "milieu", "taille_menage", "score_pmt", "categorie_pauvrete",
    "eligible_programme", "nb_handicapes", "nb_personnes_65_plus",
)  # fmt: skip


def _asked(programme: Programme, criteria: dict[str, str]) -> dict[str, str]:
    """Those of the criteria that the programme has, each with its SQL."""
    held = {name: sql for name, sql in criteria.items() if getattr(programme, name) not in NOTHING}
    return {name: sql.format(f"%(critere_{name})s") for name, sql in held.items()}


def condition(programme: Programme) -> tuple[str, dict[str, Any]]:
    """Whether a household (`menage`, its head `chef`) meets the programme, and the parameters.

    Every criterion that is there must be met; of a list (categories, regions, vulnerabilities) one entry is enough.
    Without scores and categories of its own the programme takes whom the registry calls eligible.
    """
    poverty, others = _asked(programme, POVERTY), _asked(programme, OTHERS)
    params = {f"critere_{name}": getattr(programme, name) for name in poverty | others}
    wanted = [*(poverty.values() or ["menage.eligible_programme"]), *others.values()]
    if regions := list(programme.regions_eligibles.order_by().values_list("region_id", flat=True)):
        wanted.append("menage.region_id = ANY(%(critere_regions)s)")
        params["critere_regions"] = regions
    if programme.criteres_vulnerabilite:
        wanted.append(" OR ".join(f"({VULNERABLE[code]})" for code in programme.criteres_vulnerabilite))
    return " AND ".join(f"({part})" for part in wanted), params


def eligible(programme: Programme, user: Any) -> tuple[str, dict[str, Any]]:
    """A SELECT of the households that `user` sees, that are ready, meet the programme and whose project lets them be
    enrolled; and its parameters. Who is enrolled already is among them."""
    menages, params = visible(Household, user, "menages", *READ)
    meets, values = condition(programme)
    text = (
        f"SELECT menage.id, menage.score_pmt FROM ({menages}) AS menage"
        " JOIN registry_chef_menage AS chef ON chef.menage_id = menage.id"
        f" WHERE {READY} AND {meets} AND (menage.projet_id IS NULL OR menage.projet_id <> ALL(%(critere_fermes)s))"
    )
    return text, params | values | {"critere_fermes": list(closed_projects("enroler"))}
