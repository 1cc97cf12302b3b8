"""Store the versions of layers, used in the ETags of tiles, and the sums by map cell of layers of points."""

from django.db import models

from geo.scope.models import ScopedQuerySet


class LayerChange(models.Model):
    """Record one row per statement that changed a layer's table; a trigger writes it in the same transaction.

    The version of a layer is the sum of `nombre` over its committed rows. It only grows, changes exactly when a change
    commits, and writers never wait for each other: a sequence would advance before the commit, and writers would queue
    for a single counter row. Folding rows together keeps the sum, and so the version.
    """

    couche = models.CharField(max_length=40)
    nombre = models.BigIntegerField(default=1, db_default=1)

    class Meta:
        db_table = "geo_layer_change"
        indexes = [models.Index(fields=["couche", "id"], name="layer_change_couche")]

    def __str__(self) -> str:
        return f"{self.couche} {self.pk}"


class MapCell(models.Model):
    """Define the columns of every table of sums by map cell of a layer of points.

    `z`, `x` and `y` are those of the web-mercator tile scheme, `z` one of `geo.layers.cells.STORED_ZOOMS`. `somme_lon`
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
