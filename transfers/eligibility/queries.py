"""Query rule sets with their rules, and the figures of all of them."""

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from django.db.models import F, Prefetch, QuerySet, Sum
from django.utils.translation import gettext as _

from config.errors.problems import invalid_status, not_found
from transfers.eligibility.conditions.catalogue import PEOPLE
from transfers.eligibility.conditions.definition import EligibilityRule, RuleDefinition, RuleFault, read_condition
from transfers.eligibility.filters import RuleSetFilters
from transfers.eligibility.models import Rule, RuleSet, RuleSetVersion
from transfers.eligibility.types import PeopleFilter

MOST_USED: Final = 5


def filter_rule_sets(query: dict[str, Any]) -> QuerySet[RuleSet]:
    """Return rule sets under the filters of the list, newest first."""
    return RuleSetFilters.filter_rows(RuleSet.objects.select_related("programme", "cree_par"), query)


def filter_versions(related: str) -> QuerySet[RuleSetVersion]:
    """Return versions with their rules and, as `related` says, their author (`auteur`) or set (`jeu`), newest first."""
    return RuleSetVersion.objects.select_related(related).prefetch_related(
        Prefetch("regles", Rule.objects.order_by("ordre", "id"))
    )


def attach_rules(sets: Sequence[RuleSet]) -> Sequence[RuleSet]:
    """Set `current` on each of these rule sets, in two queries, however many they are.

    Return them without those that were deleted since they were read.
    """
    versions = filter_versions("auteur").filter(jeu__in=[row.id for row in sets], numero=F("jeu__version"))
    current = {version.jeu_id: version for version in versions}
    found = [row for row in sets if row.id in current]
    for row in found:
        row.current = current[row.id]
    return found


def attach_own_rules(row: RuleSet) -> RuleSet:
    """Set `current` on a rule set, and return it. Raises NOT_FOUND when it was deleted since it was read."""
    found = attach_rules([row])
    if not found:
        raise not_found()
    return found[0]


def read_people(rule: Rule) -> PeopleFilter | None:
    """Return whom a stored rule counts, or None when it counts nobody."""
    people = PeopleFilter(rule.personnes_sexe, rule.personnes_age_min, rule.personnes_age_max, rule.personnes_handicap)
    return people if rule.champ == PEOPLE else None


def read_definition(version: RuleSetVersion) -> RuleDefinition:
    """Return the rules of a version. Raises INVALID_STATUS when the service no longer has one of their fields."""
    return RuleDefinition(version.logique, tuple(_read_rule(rule) for rule in version.regles.all()))


def _read_rule(rule: Rule) -> EligibilityRule:
    try:
        condition = read_condition(rule.champ, rule.operateur, rule.valeur, rule.valeur_secondaire, read_people(rule))
    except RuleFault as fault:
        parts = {"rule": rule.nom, "reason": fault.sentence}
        raise invalid_status(_("La règle « %(rule)s » ne vaut plus : %(reason)s") % parts) from fault
    return EligibilityRule(
        name=rule.nom,
        condition=condition,
        is_active=rule.actif,
        is_required=rule.obligatoire,
        group=rule.groupe,
        message=rule.message_echec or "",
    )


def list_applied_versions(programme_id: UUID) -> list[RuleSetVersion]:
    """Return the current versions of the rule sets that a programme applies, oldest set first."""
    applied = filter_versions("jeu").filter(jeu__programme_id=programme_id, jeu__actif=True, numero=F("jeu__version"))
    return list(applied.order_by("jeu_id"))


def compute_rate(part: int, whole: int) -> float | None:
    """Return `part` of `whole` in percent with two decimals, or None when `whole` is zero."""
    return round(100 * part / whole, 2) if whole else None


def summarise_rule_sets() -> dict[str, Any]:
    """Return the figures of all rule sets, and those by which most was evaluated."""
    rows = RuleSet.objects.all()
    sums = rows.aggregate(total=Sum("nb_evaluations"), eligible=Sum("nb_eligibles"))
    total = sums["total"] or 0
    used = rows.filter(nb_evaluations__gt=0).order_by("-nb_evaluations", "id")[:MOST_USED]
    return {
        "global": {
            "totalRuleSets": rows.count(),
            "ruleSetsActifs": rows.filter(actif=True).count(),
            "totalEvaluations": total,
            "tauxEligibiliteMoyen": compute_rate(sums["eligible"] or 0, total),
        },
        "mostUsed": [
            {
                "id": row.id,
                "code": row.code,
                "nom": row.nom,
                "nbEvaluations": row.nb_evaluations,
                "tauxEligibilite": compute_rate(row.nb_eligibles, row.nb_evaluations),
            }
            for row in used
        ],
    }
