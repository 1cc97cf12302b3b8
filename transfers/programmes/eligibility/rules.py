"""Define the criteria of a programme as SQL conditions.

The expressions refer to `menage` and `chef` (its head). They are constants of this code base; every value is a
parameter. A null value meets no criterion.
"""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from registry.households.models import Statut
from transfers.programmes.models import Milieu, Vulnerabilite

OLD_AGE: Final = 65
HEAD_IS_WOMAN: Final = "chef.sexe = 'F'"
HEAD_IS_OLD: Final = f"chef.age >= {OLD_AGE}"
HEAD_IS_SINGLE: Final = (
    "normalise(chef.statut_matrimonial) = ANY(ARRAY['veuf', 'veuve',"
    " 'celibataire', 'divorce', 'divorcee', 'separe', 'separee'])"
)
# A member of the household other than its head; `{}` stands for a condition on `membre`.
HAS_MEMBER: Final = "EXISTS (SELECT FROM registry_membre_menage AS membre WHERE membre.menage_id = menage.id AND {})"
MEMBER_IS_OLD: Final = f"coalesce(membre.age, extract(year FROM age(membre.date_naissance))) >= {OLD_AGE}"
HAS_DISABLED_MEMBER: Final = HAS_MEMBER.format("membre.handicap")
HAS_OLD_MEMBER: Final = HAS_MEMBER.format(MEMBER_IS_OLD)
HAS_OLD_WOMAN: Final = HAS_MEMBER.format(f"membre.sexe = 'F' AND {MEMBER_IS_OLD}")

# Criteria which describe a woman by her household mean the head: the forms record these facts only of the head, who
# also receives the transfers. Age and handicap are recorded of every member.
VULNERABILITY_CRITERIA: Final[dict[str, str]] = {
    Vulnerabilite.FEMME_CHEF_MENAGE: HEAD_IS_WOMAN,
    Vulnerabilite.FEMME_RURALE: f"{HEAD_IS_WOMAN} AND menage.milieu = 'rural'",
    Vulnerabilite.PERSONNE_HANDICAPEE: HAS_DISABLED_MEMBER,
    Vulnerabilite.MENAGE_AVEC_HANDICAPES: f"menage.nb_handicapes > 0 OR {HAS_DISABLED_MEMBER}",
    Vulnerabilite.FEMME_AGEE_DEMUNIE: f"({HEAD_IS_WOMAN} AND {HEAD_IS_OLD}) OR {HAS_OLD_WOMAN}",
    Vulnerabilite.MENAGE_PERSONNES_AGEES: f"menage.nb_personnes_65_plus > 0 OR {HEAD_IS_OLD} OR {HAS_OLD_MEMBER}",
    Vulnerabilite.FEMME_SANS_ASSISTANCE: f"{HEAD_IS_WOMAN} AND {HEAD_IS_SINGLE}",
}
# Columns of the programme and their criteria; `{}` stands for the value.
POVERTY_CRITERIA: Final = {
    "seuil_pmt_min": "menage.score_pmt >= {}",
    "seuil_pmt_max": "menage.score_pmt <= {}",
    "categories_pauvrete_eligibles": "menage.categorie_pauvrete = ANY({})",
}
HOUSEHOLD_CRITERIA: Final = {
    "milieu_eligible": "menage.milieu = {}",
    "chef_sexe": "chef.sexe = {}",
    "chef_age_min": "chef.age >= {}",
    "chef_age_max": "chef.age <= {}",
    "taille_min": "menage.taille_menage >= {}",
}
# The labels of criteria, and what a household has of them.
CRITERION_LABELS: Final[dict[str, Any]] = {
    "statut": _("Statut du ménage"),
    "chef": _("Chef de ménage nommé"),
    "seuil_pmt_min": _("Score PMT minimal"),
    "seuil_pmt_max": _("Score PMT maximal"),
    "categories_pauvrete_eligibles": _("Catégorie de pauvreté"),
    "eligible_programme": _("Éligible d'après le score"),
    "milieu_eligible": _("Milieu"),
    "chef_sexe": _("Sexe du chef"),
    "chef_age_min": _("Âge minimal du chef"),
    "chef_age_max": _("Âge maximal du chef"),
    "taille_min": _("Taille minimale du ménage"),
    "regions": _("Région"),
    "vulnerabilite": _("Vulnérabilité"),
}
CRITERION_VALUES: Final[dict[str, str]] = {
    "seuil_pmt_min": "menage.score_pmt",
    "seuil_pmt_max": "menage.score_pmt",
    "categories_pauvrete_eligibles": "menage.categorie_pauvrete",
    "eligible_programme": "menage.eligible_programme",
    "milieu_eligible": "menage.milieu",
    "chef_sexe": "chef.sexe",
    "chef_age_min": "chef.age",
    "chef_age_max": "chef.age",
    "taille_min": "menage.taille_menage",
    "regions": "(SELECT region.nom FROM geo_region AS region WHERE region.id = menage.region_id)",
}
# Values of these columns which require nothing.
NO_CRITERION: Final[tuple[Any, ...]] = (None, [], Milieu.TOUS)
# What every programme requires of a household.
IS_VALIDATED: Final = f"menage.statut = '{Statut.VALIDE}'"
HAS_HEAD: Final = "chef.nom_complet <> ''"
ENROLLABLE: Final = f"{IS_VALIDATED} AND {HAS_HEAD}"
