"""Store what was received from survey platforms, and how far each form has been read."""

from django.db import models
from django.db.models.functions import Now

SOURCES = ["collector_platform_a", "collector_platform_b"]


class Receipt(models.Model):
    """Store one platform submission as it was last received.

    `usage` names its purpose; two usages of one form are independent. `racine` stays the same through all edits.
    `version` is the hash of the answers, `empreinte` that of the whole raw `contenu`; `applique` is the version and the
    mapping that were last written to `cible_id`. The target is not a foreign key: when it is deleted or merged, the
    receipt stays, without its content, so that the target is not created again.
    """

    class Etat(models.TextChoices):
        RECU = "recu"
        APPLIQUE = "applique"
        QUARANTAINE = "quarantaine"
        DOUBLON = "doublon"
        CHIFFRE = "chiffre"
        PARTI = "parti"

    usage = models.CharField(max_length=30)
    source = models.CharField(max_length=20)
    formulaire = models.CharField(max_length=255)
    racine = models.CharField(max_length=255)
    instance = models.CharField(max_length=255, null=True)
    numero = models.BigIntegerField(null=True)
    soumis_at = models.DateTimeField(null=True)
    modifie_at = models.DateTimeField(null=True)
    statut = models.CharField(max_length=20)
    etat = models.CharField(max_length=12, default=Etat.RECU, db_default=Etat.RECU)
    motif = models.TextField(null=True)
    version = models.CharField(max_length=64)
    empreinte = models.CharField(max_length=64)
    applique = models.CharField(max_length=130, null=True)
    contenu = models.JSONField(null=True)
    cible_id = models.UUIDField(null=True)
    supprime_at = models.DateTimeField(null=True)
    recu_at = models.DateTimeField(db_default=Now())
    applique_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "registry_collecte_recu"
        constraints = [
            models.UniqueConstraint(fields=["usage", "source", "formulaire", "racine"], name="collecte_recu_once"),
            models.CheckConstraint(name="collecte_recu_source", condition=models.Q(source__in=SOURCES)),
            models.CheckConstraint(
                name="collecte_recu_etat",
                condition=models.Q(etat__in=["recu", "applique", "quarantaine", "doublon", "chiffre", "parti"]),
            ),
        ]
        indexes = [
            models.Index(fields=["cible_id"], name="collecte_recu_cible", condition=models.Q(cible_id__isnull=False)),
        ]

    def __str__(self) -> str:
        return self.racine


class FormCursor(models.Model):
    """Store how far a form has been read for one usage.

    `marque` comes from the platform's own data, never from a clock here. If `depuis` is set, nothing older has been
    read.
    """

    usage = models.CharField(max_length=30)
    source = models.CharField(max_length=20)
    formulaire = models.CharField(max_length=255)
    marque = models.JSONField(default=dict)
    depuis = models.DateTimeField(null=True)
    synchronise_at = models.DateTimeField(null=True)
    balaye_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "registry_collecte_curseur"
        constraints = [
            models.UniqueConstraint(fields=["usage", "source", "formulaire"], name="collecte_curseur_once"),
            models.CheckConstraint(name="collecte_curseur_source", condition=models.Q(source__in=SOURCES)),
        ]

    def __str__(self) -> str:
        return self.formulaire
