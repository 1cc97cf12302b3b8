"""What changed, per layer: the version in the ETag of tiles; and the sums by map cell of layers of points."""

from django.db import models

from geo.scope.models import ScopedQuerySet


class LayerChange(models.Model):
    """One row per statement that changed a layer's table, written by a trigger in the statement's transaction.

    The version of a layer is the sum of `nombre` over its visible rows: snapshots of committed rows only ever grow,
    so it changes exactly when a change commits, and writers never wait for each other. A sequence would move before
    the commit; a counter row would be a queue. Folding rows together keeps the sum, and so the version.
    """

    couche = models.CharField(max_length=40)
    nombre = models.BigIntegerField(default=1, db_default=1)

    class Meta:
        db_table = "geo_layer_change"
        indexes = [models.Index(fields=["couche", "id"], name="layer_change_couche")]

    def __str__(self) -> str:
        return f"{self.couche} {self.pk}"


class MapCell(models.Model):
    """Sums by map cell of a layer of points: the columns that every such table has.

    `z`, `x` and `y` are of the web-mercator tile scheme, `z` one of `geo.layers.cells.STORED_ZOOMS`. `somme_lon` and
    `somme_lat` are in whole microdegrees: integers, so that adding and taking away stays exact.
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
