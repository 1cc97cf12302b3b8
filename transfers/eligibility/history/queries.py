"""Query stored evaluations."""

from collections.abc import Sequence
from uuid import UUID

from django.db.models import Q, QuerySet

from config.caller import Caller
from geo.areas.models import Region
from registry.households.models import Household
from transfers.eligibility.history.types import StoredEvaluation
from transfers.eligibility.models import Evaluation, Rule
from transfers.eligibility.queries import compute_rate


def filter_evaluations(user: Caller) -> QuerySet[Evaluation]:
    """Return the evaluations of many households, and those of one household that `user` sees, newest first."""
    rows = Evaluation.objects.select_related("version__jeu", "auteur").order_by("-id")
    if user.region_ids is None:
        return rows
    seen = Household.objects.visible_to(user).order_by().values("id")
    return rows.filter(Q(menage_id__isnull=True) | Q(menage_id__in=seen))


def describe_evaluations(rows: Sequence[Evaluation], user: Caller) -> list[StoredEvaluation]:
    """Return evaluations as they are shown: of many households those of the regions of `user`. Three queries at most."""
    named = {row.menage_id for row in rows if row.menage_id}
    households = dict(Household.objects.filter(id__in=named).order_by().values_list("id", "code_menage"))
    passed = {rule for row in rows for rule in row.regles_validees}
    rules = dict(Rule.objects.filter(id__in=passed).order_by().values_list("id", "nom"))
    regions: set[str] | None = None
    if user.region_ids is not None:
        regions = set(Region.objects.filter(id__in=user.region_ids).order_by().values_list("nom", flat=True))
    return [_describe(row, households, rules, regions) for row in rows]


def _describe(
    row: Evaluation, households: dict[UUID, str], rules: dict[UUID, str], regions: set[str] | None
) -> StoredEvaluation:
    """Describe one evaluation; who sees a part of the country gets the counts of it, and not what was written in all."""
    groups, total, eligible, changed = row.par_region, row.total, row.eligibles, row.modifies
    if regions is not None and row.menage_id is None:
        groups = [group for group in groups if group["region"] in regions]
        total, eligible = (sum(group[name] for group in groups) for name in ("total", "eligibles"))
        changed = None
    code = households.get(row.menage_id) if row.menage_id else None
    return StoredEvaluation(
        id=row.id,
        rule_set={"id": row.version.jeu.id, "code": row.version.jeu.code, "nom": row.version.jeu.nom},
        version=row.version.numero,
        # A household that was deleted since is nobody any more.
        menage=None if code is None else {"id": row.menage_id, "code": code},
        regles_validees=[rules[rule] for rule in row.regles_validees if rule in rules],
        filtres=row.filtres,
        total=total,
        eligibles=eligible,
        taux_eligibilite=compute_rate(eligible, total),
        par_region=groups,
        modifies=changed,
        auteur={"id": row.auteur.id, "nom": row.auteur.nom_complet} if row.auteur else None,
        date=row.created_at,
    )
