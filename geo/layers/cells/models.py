"""Define the tables of sums by map cell."""

from django.db import models

from geo.scope.models import ScopedQuerySet


class MapCell(models.Model):
    """Define the columns of every table of sums by map cell of a layer of points.

    `z`, `x` and `y` are those of the web-mercator tile scheme, `z` one of `geo.layers.cells.rules.STORED_ZOOMS`. `somme_lon`
    and `somme_lat` are integers in microdegrees, so that adding and subtracting stays exact.
    """

    z = models.PositiveSmallIntegerField()
    x = models.IntegerField()
    y = models.IntegerField()
    region_id = models.UUIDField(null=True)
    secteur_id = models.UUIDField(null=True)
    n = models.BigIntegerField()
    avec_pmt = models.BigIntegerField()
    somme_pmt = models.DecimalField(max_digits=18, decimal_places=2)
    somme_lon = models.BigIntegerField()
    somme_lat = models.BigIntegerField()

    objects = ScopedQuerySet.as_manager()

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return str(self.pk)
