"""Compose the criteria of a programme as SQL, for the preview, every enrolment and counts.

The expressions refer to `menage` and `chef` (its head). They are constants of this code base; every value is a
parameter. A null value meets no criterion.
"""

from typing import Any, Final

from geo.scope.api import compile_visible_subquery
from registry.households.models import Household, Statut
from registry.projects.api import find_closed_projects
from transfers.programmes.models import Milieu, Programme, Vulnerabilite

OLD: Final = 65
WOMAN: Final = "chef.sexe = 'F'"
# A member of the household other than its head.
MEMBER: Final = "EXISTS (SELECT FROM registry_membre_menage AS membre WHERE membre.menage_id = menage.id AND {})"
AGED: Final = f"coalesce(membre.age, extract(year FROM age(membre.date_naissance))) >= {OLD}"
AGED_WOMAN: Final = f"membre.sexe = 'F' AND {AGED}"

# Criteria which describe a woman by her household mean the head: the forms record these facts only of the head, who
# also receives the transfers. Age and handicap are recorded of every member.
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
# Columns of the programme and their criteria; `{}` stands for the value.
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
# What every programme requires of a household: it is validated, and its head has a name.
READY: Final = f"menage.statut = '{Statut.VALIDE}' AND chef.nom_complet <> ''"
READ: Final = (
    "id", "statut", "projet_id", "region_id", "milieu", "taille_menage", "score_pmt", "categorie_pauvrete",
    "eligible_programme", "nb_handicapes", "nb_personnes_65_plus",
)  # fmt: skip


def _select_criteria(programme: Programme, criteria: dict[str, str]) -> dict[str, str]:
    """Return the SQL of those criteria which the programme sets, by column."""
    held = {name: sql for name, sql in criteria.items() if getattr(programme, name) not in NOTHING}
    return {name: sql.format(f"%(critere_{name})s") for name, sql in held.items()}


def build_criteria_sql(programme: Programme) -> tuple[str, dict[str, Any]]:
    """Return the condition that a household (`menage`, its head `chef`) meets the programme, and its parameters.

    Every criterion which is set must be met; of a list (categories, regions, vulnerabilities) one entry is enough. A
    programme without score limits and categories requires `eligible_programme` of the registry.
    """
    poverty, others = _select_criteria(programme, POVERTY), _select_criteria(programme, OTHERS)
    params = {f"critere_{name}": getattr(programme, name) for name in poverty | others}
    wanted = [*(poverty.values() or ["menage.eligible_programme"]), *others.values()]
    if regions := list(programme.regions_eligibles.order_by().values_list("region_id", flat=True)):
        wanted.append("menage.region_id = ANY(%(critere_regions)s)")
        params["critere_regions"] = regions
    if programme.criteres_vulnerabilite:
        wanted.append(" OR ".join(f"({VULNERABLE[code]})" for code in programme.criteres_vulnerabilite))
    return " AND ".join(f"({part})" for part in wanted), params


def build_eligible_households_sql(programme: Programme, user: Any) -> tuple[str, dict[str, Any]]:
    """Return a SELECT of the eligible households of a programme, and its parameters.

    These are the households which `user` sees, which are ready and meet the programme, and whose project allows
    enrolment. Households which are already enrolled are included.
    """
    menages, params = compile_visible_subquery(Household, user, "menages", *READ)
    meets, values = build_criteria_sql(programme)
    text = (
        f"SELECT menage.id, menage.score_pmt FROM ({menages}) AS menage"
        " JOIN registry_chef_menage AS chef ON chef.menage_id = menage.id"
        f" WHERE {READY} AND {meets} AND (menage.projet_id IS NULL OR menage.projet_id <> ALL(%(critere_fermes)s))"
    )
    return text, params | values | {"critere_fermes": list(find_closed_projects("enroler"))}
