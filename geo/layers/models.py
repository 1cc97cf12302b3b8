"""What changed, per layer: the version in the ETag of tiles."""

from django.db import models


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
