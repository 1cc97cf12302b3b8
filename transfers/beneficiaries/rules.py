"""Define why a household cannot have a place in a programme."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from config.errors.problems import Problem, conflict, forbidden, invalid, invalid_status
from registry.households.models import Statut

# The reasons, by the codes which the SQL of an enrolment returns.
ENROLMENT_REFUSALS: Final = {
    "enrole": conflict(_("Ce ménage a déjà un bénéficiaire principal dans ce programme.")),
    "rejete": invalid_status(_("Ce ménage est rejeté.")),
    "en_attente": invalid_status(_("Ce ménage n'est pas encore validé.")),
    "seul": forbidden(
        _("Vous avez enregistré ce ménage et personne d'autre ne l'a validé : quelqu'un d'autre doit l'enrôler.")
    ),
    "double": Problem(
        "DUPLICATES_DETECTED",
        _("Ce ménage est sans doute déjà enrôlé sous un autre code : décidez d'abord de sa paire de doublons."),
    ),
    "sans_chef": invalid({}, _("Ce ménage n'a pas de chef : il n'y a personne à enrôler.")),
}
# The prefix of codes of erased persons.
ERASED_CODE_PREFIX: Final = "ANONYME-"


def refuse_household(statut: str, is_unconfirmed: bool) -> Problem | None:
    """Return why a household cannot have a place in any programme, or None.

    Its status is checked first, then who registered it (see `queries.find_unconfirmed_households`).
    """
    if statut == Statut.REJETE:
        return ENROLMENT_REFUSALS["rejete"]
    if statut != Statut.VALIDE:
        return ENROLMENT_REFUSALS["en_attente"]
    return ENROLMENT_REFUSALS["seul"] if is_unconfirmed else None
