"""Write what was understood of a question, part by part, and what near questions may have been meant."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final
from uuid import UUID

from django.utils.translation import gettext as _

from analysis.assistant import rules
from analysis.assistant.types import Place, Plan
from analysis.assistant.wording import labels
from analysis.assistant.wording.phrases import list_removals, write_measured, write_zone

POOR: Final = ("pauvre",)
POOR_OF_ALL_DEGREES: Final = ("extreme_pauvre", "pauvre")


def list_understood(plan: Plan) -> Iterator[tuple[str, Plan | None]]:
    """Yield what is done and each condition in words, with the plan without it where that can be run."""
    yield " · ".join(_describe_task(plan)), None
    for words, without in list_removals(plan):
        yield words, None if rules.find_plan_fault(without) else without


def _describe_task(plan: Plan) -> Iterator[str]:
    names = {"quoi": labels.KIND_LABELS[plan.genre], "valeur": write_measured(plan)}
    yield _("%(quoi)s : %(valeur)s") % names
    if plan.niveau and plan.mesure != rules.MEAN:
        yield _("par %(quoi)s") % {"quoi": labels.LEVEL_LABELS[plan.niveau]}
    if plan.dimension:
        yield _("par %(quoi)s") % {"quoi": labels.DIMENSION_LABELS.get(plan.dimension, plan.dimension)}
    if plan.pas:
        yield _("par %(quoi)s") % {"quoi": labels.STEP_LABELS[plan.pas]}


def list_variants(plan: Plan, namesakes: Mapping[UUID, Place]) -> Iterator[tuple[str, Plan]]:
    """Yield questions that may have been meant as well, in words, with their plans.

    `namesakes` are the areas of another level by the ids of those whose names they share.
    """
    if tuple(plan.filtres.get("categorie", ())) == POOR:
        wider = replace(plan, filtres={**plan.filtres, "categorie": POOR_OF_ALL_DEGREES})
        yield _("Avec les extrêmement pauvres"), wider
    for zone in plan.zones:
        if other := namesakes.get(zone.id):
            zones = tuple(other if one == zone else one for one in plan.zones)
            yield _("Plutôt : %(lieu)s") % {"lieu": write_zone(other)}, replace(plan, zones=zones)
