"""Store visits and calls to beneficiaries."""

from django.contrib.gis.db import models

from accounts.users.models import User
from geo.areas.models import SRID
from registry.follow_up.models import HouseholdRecord
from transfers.beneficiaries.models import beneficiary_foreign_key, household_foreign_key


class FollowUp(HouseholdRecord):
    """Store a follow-up of a beneficiary: when, where, and the observations."""

    beneficiaire = beneficiary_foreign_key("suivis")
    menage = household_foreign_key("suivis")
    type_suivi = models.CharField(max_length=100)
    date_suivi = models.DateTimeField()
    observations = models.TextField(null=True)
    geom = models.PointField(srid=SRID, null=True)
    agent = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)

    class Meta(HouseholdRecord.Meta):
        db_table = "transfers_suivi"
