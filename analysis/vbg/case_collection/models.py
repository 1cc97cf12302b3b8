"""Store which submissions of forms of cases are known, in the schema of cases."""

from django.db import models


class CollectedCase(models.Model):
    """Store that a submission was taken over as the case of the same id, which stays known when its case is gone.

    The ids are made of the platform's by the private key of the forms (`CaseKey.derive_id`): `id` of the form and the
    submission, `formulaire` of the form, `version` of the submission as it was last edited, `instance` of the telephone's own id of what was taken over, so that no platform has
    it counted twice. Without the key they lead to no submission, sender or moment. `dit`: the platform was told that it is taken over.
    """

    id = models.UUIDField(primary_key=True, editable=False)
    formulaire = models.UUIDField()
    version = models.UUIDField()
    instance = models.UUIDField(null=True, unique=True)
    dit = models.BooleanField(default=False, db_default=False)

    class Meta:
        db_table = '"vbg"."collecte"'

    def __str__(self) -> str:
        return str(self.id)
