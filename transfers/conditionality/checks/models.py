"""Store checks of conditionalities."""

from django.db import models
from django.db.models import Q

from accounts.users.models import User
from registry.follow_up.models import HouseholdRecord
from transfers.beneficiaries.models import beneficiary_foreign_key, household_foreign_key
from transfers.conditionality.models import Conditionality
from transfers.cycles.models import Cycle


class ComplianceStatus(models.TextChoices):
    """List what a check found; `justifie` is not met for a reason that was accepted, and has no effect."""

    CONFORME = "conforme"
    NON_CONFORME = "non_conforme"
    JUSTIFIE = "justifie"


class ComplianceCheck(HouseholdRecord):
    """Store one check: how far a beneficiary met a conditionality, by which source, and when notice of it was given.

    Until `date_echeance` it counts for the cycles that begin; without one, until the next check.
    """

    beneficiaire = beneficiary_foreign_key("conditionnalites")
    menage = household_foreign_key("conditionnalites")
    conditionnalite = models.ForeignKey(Conditionality, on_delete=models.PROTECT, related_name="verifications")
    cycle = models.ForeignKey(Cycle, on_delete=models.PROTECT, null=True, related_name="verifications_conditionnalites")
    statut = models.CharField(max_length=12, choices=ComplianceStatus)
    taux_conformite = models.DecimalField(max_digits=5, decimal_places=2, null=True)
    date_verification = models.DateTimeField()
    date_echeance = models.DateField(null=True)
    source_verification = models.CharField(max_length=100, null=True)
    commentaires = models.TextField(null=True)
    date_avis = models.DateTimeField(null=True)
    avis_par = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    auteur = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)

    class Meta(HouseholdRecord.Meta):
        db_table = "transfers_conditionnalite_verification"
        constraints = [
            # The same attendance, sent twice, is one check.
            models.UniqueConstraint(
                fields=["beneficiaire", "conditionnalite", "date_verification"],
                name="verification_conditionnalite_once",
            ),
            models.CheckConstraint(
                name="verification_conditionnalite_statut", condition=Q(statut__in=ComplianceStatus.values)
            ),
            models.CheckConstraint(
                name="verification_conditionnalite_taux",
                condition=Q(taux_conformite__isnull=True) | Q(taux_conformite__range=(0, 100)),
            ),
        ]
