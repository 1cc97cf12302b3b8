"""Store what the calculation of a list applied of the conditionalities."""

from django.db import models
from django.db.models import Q

from geo.scope.models import ScopedQuerySet
from transfers.beneficiaries.models import Beneficiary
from transfers.conditionality.checks.models import ComplianceCheck
from transfers.conditionality.models import Conditionality, Effect
from transfers.cycles.models import Cycle

# The effects that somebody notices.
TOUCHING = [choice for choice in Effect.choices if choice[0] != Effect.AUCUN]


class EffectQuerySet(ScopedQuerySet):
    scope_path = "principal__menage__region_id"


class AppliedEffect(models.Model):
    """Store whom a list warns, reduces or leaves out, by which check, and how much it takes away (whole XOF).

    A row goes with the list: a calculation writes it anew. `reduction` is in percent: 100 of who is left out.
    """

    cycle = models.ForeignKey(Cycle, on_delete=models.CASCADE, related_name="effets", db_index=False)
    principal = models.ForeignKey(Beneficiary, on_delete=models.PROTECT, related_name="+", db_index=False)
    # Null when the check was deleted afterwards.
    verification = models.ForeignKey(ComplianceCheck, on_delete=models.SET_NULL, null=True, related_name="+")
    conditionnalite = models.ForeignKey(Conditionality, on_delete=models.PROTECT, related_name="+", db_index=False)
    effet = models.CharField(max_length=13, choices=TOUCHING)
    reduction = models.PositiveSmallIntegerField()
    retenue = models.BigIntegerField()

    objects = EffectQuerySet.as_manager()

    class Meta:
        db_table = "transfers_conditionnalite_effet"
        constraints = [
            models.UniqueConstraint(fields=["cycle", "principal"], name="conditionnalite_effet_once"),
            models.CheckConstraint(
                name="conditionnalite_effet_part",
                condition=Q(effet="avertissement", reduction=0, retenue=0)
                | Q(effet="reduction", reduction__range=(1, 99), retenue__gte=0)
                | Q(effet="suspension", reduction=100, retenue__gte=0),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.cycle_id} {self.principal_id}"
