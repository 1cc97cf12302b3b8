"""Store the sums of complaints by map cell."""

from typing import Any, ClassVar

from django.db import models

from geo.layers.cells.models import MapCell
from transfers.complaints.models import ComplaintQuerySet


class ComplaintCell(MapCell):
    """Store tallies of complaints by the map cell of their locality; those about violence are in none.

    Triggers maintain them: on complaints, and on localities whose point moves. Complaints have no score: its sums are 0.
    """

    statut = models.CharField(max_length=8)
    priorite = models.CharField(max_length=7)
    categorie = models.CharField(max_length=10)

    objects: ClassVar[Any] = ComplaintQuerySet.as_manager()

    class Meta:
        db_table = "transfers_plainte_cell"
        indexes = [models.Index(fields=["z", "x", "y"], name="plainte_cell_zxy")]
