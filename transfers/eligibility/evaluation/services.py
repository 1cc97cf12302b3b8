"""Evaluate households by rule sets, store the counts, and where asked the eligibility that follows."""

import time
from dataclasses import asdict
from typing import Any, Final
from uuid import UUID

from django.db import connection, transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.audit.api import audit_operation
from config.caller import Caller
from config.errors.problems import conflict, forbidden, invalid_status, not_found
from registry.households.api import LOCKED_IDS_SQL, lock_selected_households, open_bulk_load, tune_transaction
from registry.households.models import Household
from registry.projects.api import filter_open_projects, find_closed_projects
from transfers.eligibility.conditions.compiler import CompiledRules, compile_households, compile_rules
from transfers.eligibility.evaluation.queries import (
    count_groups,
    count_verdicts,
    explain_criteria,
    explain_rules,
    filter_evaluated,
    sum_categories,
    sum_regions,
    sum_sectors,
    summarise_verdicts,
)
from transfers.eligibility.models import Evaluation, RuleSet, RuleSetVersion
from transfers.eligibility.queries import compute_rate, filter_versions, list_applied_versions, read_definition
from transfers.eligibility.types import BatchResult, GroupCount, HouseholdEvaluation, RuleVerdict
from transfers.programmes.models import Programme

# What a project must allow, and the user hold, for eligibility to be written.
CAPABILITY: Final = "scorer"
UPDATE_PERMISSION: Final = "registre.scorer"
OPERATION: Final = "evaluer_eligibilite"
VERDICT_COLUMNS: Final = (
    "m.id",
    "m.projet_id",
    "m.region_id",
    "m.secteur_id",
    "m.categorie_pauvrete",
    "m.eligible_programme",
)
# The households whose eligibility is to be written.
STALE: Final = (
    "SELECT id FROM verdict_eligibilite WHERE eligible_programme <> eligible"
    " AND (projet_id IS NULL OR projet_id <> ALL(%(fermes)s))"
)


def find_current_version(rule_set_id: UUID) -> RuleSetVersion:
    """Return the current version of a rule set, with its rules. Raises NOT_FOUND when the set was deleted."""
    version = filter_versions("jeu").filter(jeu=rule_set_id, numero=F("jeu__version")).first()
    if version is None:
        raise not_found()
    return version


def find_version(version_id: UUID) -> RuleSetVersion:
    """Return a version of a rule set, with its rules. Raises NOT_FOUND when the set was deleted."""
    version = filter_versions("jeu").filter(id=version_id).first()
    if version is None:
        raise not_found()
    return version


def require_current(version: RuleSetVersion) -> None:
    """Raise CONFLICT when the rules of a set were changed after this version."""
    if version.numero != version.jeu.version:
        raise conflict(_("Les règles de ce jeu ont changé depuis la demande : évaluez à nouveau."))


@transaction.atomic
def evaluate_household(
    *, household: Household, version: RuleSetVersion | None, programme: Programme | None, user: Caller
) -> HouseholdEvaluation:
    """Evaluate a household by one version, or by all that decides for a programme: its criteria and its rule sets.

    Raises INVALID_STATUS for a rule whose field is gone.
    """
    if version is not None:
        return summarise_verdicts(*_evaluate_version(household, version, user))
    if programme is None:
        raise ValueError("neither a rule set nor a programme")
    is_eligible, verdicts = explain_criteria(household.id, programme)
    for applied in list_applied_versions(programme.id):
        is_met, more = _evaluate_version(household, applied, user)
        is_eligible, verdicts = is_eligible and is_met, verdicts + more
    return summarise_verdicts(is_eligible, verdicts)


def _evaluate_version(household: Household, version: RuleSetVersion, user: Caller) -> tuple[bool, list[RuleVerdict]]:
    """Return the verdicts of one version, and store which of its rules the household passed."""
    is_eligible, verdicts = explain_rules(household.id, read_definition(version), version.jeu.code)
    rules = [rule for rule in version.regles.all() if rule.actif]
    _store_evaluation(
        Evaluation(
            version=version,
            menage_id=household.id,
            regles_validees=[rule.id for rule, verdict in zip(rules, verdicts, strict=True) if verdict.valide],
            total=1,
            eligibles=int(is_eligible),
            auteur_id=user.id,
        )
    )
    return is_eligible, verdicts


def _store_evaluation(evaluation: Evaluation) -> None:
    """Insert an evaluation and add it to the counters of its rule set."""
    evaluation.save(force_insert=True)
    RuleSet.objects.filter(id=evaluation.version.jeu_id).update(
        nb_evaluations=F("nb_evaluations") + evaluation.total,
        nb_eligibles=F("nb_eligibles") + evaluation.eligibles,
        derniere_evaluation=timezone.now(),
    )


def require_update(version: RuleSetVersion, user: Caller) -> None:
    """Check that eligibility may be written by this version. Raises FORBIDDEN, INVALID_STATUS."""
    if not user.holds(UPDATE_PERMISSION):
        raise forbidden(_("Écrire l'éligibilité demande le droit de calculer des scores."))
    if version.jeu.est_template or not version.jeu.actif:
        raise invalid_status(_("Un modèle ou un jeu inactif ne change pas l'éligibilité."))
    if not any(rule.actif for rule in version.regles.all()):
        raise invalid_status(_("Ce jeu n'a pas de règle active : plus personne ne serait éligible."))


@transaction.atomic
def evaluate_batch(*, version: RuleSetVersion, filters: dict[str, Any], is_update: bool, user: Caller) -> BatchResult:
    """Evaluate all households under the filters, in one statement; with `is_update` write who is eligible.

    Households of projects that do not allow scoring are counted, not written, and unchanged rows are not written.
    Raises FORBIDDEN, INVALID_STATUS.
    """
    begun = time.monotonic()
    if is_update:
        require_update(version, user)
    tune_transaction()
    compiled = compile_rules(read_definition(version))
    rows = filter_evaluated(filters, user)
    changed: int | None = None
    if is_update:
        changed, groups = _update_eligibility(compiled, rows)
    else:
        groups, _passed = count_groups(compiled, compile_households(rows))
    total, eligible = sum(group.total for group in groups), sum(group.eligibles for group in groups)
    regions = sum_regions(groups)
    _store_evaluation(
        Evaluation(
            version=version,
            filtres={name: str(value) for name, value in filters.items() if value},
            total=total,
            eligibles=eligible,
            par_region=[asdict(row) for row in regions],
            modifies=changed,
            auteur_id=user.id,
        )
    )
    return BatchResult(
        total=total,
        eligible=eligible,
        non_eligible=total - eligible,
        taux_eligibilite=compute_rate(eligible, total),
        par_region=regions,
        par_categorie=sum_categories(groups),
        par_secteur=sum_sectors(groups),
        version=version.numero,
        modifies=changed,
        duree=round(time.monotonic() - begun, 3),
    )


def _update_eligibility(compiled: CompiledRules, rows: QuerySet[Household]) -> tuple[int, list[GroupCount]]:
    """Write the eligibility of those households whose it changes; return their number, and the counts of all.

    All are judged once, into a temporary table. Those that change are locked, and judged again: whoever held a lock may
    have changed them.
    """
    with audit_operation(OPERATION) as operation, connection.cursor() as cursor:
        judged, params = _select_verdicts(compiled, rows)
        cursor.execute("DROP TABLE IF EXISTS pg_temp.verdict_eligibilite")
        cursor.execute(f"CREATE TEMP TABLE verdict_eligibilite ON COMMIT DROP AS {judged}", params)
        locked = lock_selected_households(STALE, {"fermes": list(find_closed_projects(CAPABILITY))})
        fresh, params = _select_verdicts(compiled, filter_open_projects(locked, CAPABILITY), LOCKED_IDS_SQL)
        with open_bulk_load():
            cursor.execute(
                "UPDATE registry_menage AS menage"
                " SET eligible_programme = fresh.eligible, updated_at = statement_timestamp()"
                f" FROM ({fresh}) AS fresh"
                " WHERE fresh.id = menage.id AND menage.eligible_programme <> fresh.eligible",
                params,
            )
            operation.count = cursor.rowcount
    return operation.count, count_verdicts()


def _select_verdicts(
    compiled: CompiledRules, rows: QuerySet[Household], ids: str | None = None
) -> tuple[str, dict[str, Any]]:
    source = compile_households(rows)
    columns = [*VERDICT_COLUMNS, f"({compiled.condition}) IS TRUE AS eligible"]
    return compiled.build_select(source, columns, few=False, ids=ids), source.params | compiled.params
