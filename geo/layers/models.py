"""Store the versions of layers, used in the ETags of tiles."""

from django.db import models


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
