"""Store beneficiaries: who receives the transfers of a programme, in the name of a household."""

from django.contrib.postgres.indexes import GinIndex, OpClass
from django.db import models
from django.db.models import F, Func, Q
from django.db.models.functions import Now

from accounts.users.models import User
from config.ids import UUID7, uuid7
from geo.areas.models import Normalised
from geo.layers.cells.models import MapCell
from geo.scope.models import HouseholdScopedQuerySet
from registry.households.models import Household
from transfers.programmes.models import Programme


class Type(models.TextChoices):
    PRINCIPAL = "principal"
    SUBSTITUT = "substitut"


class StatutEnrolement(models.TextChoices):
    ACTIF = "actif"
    SUSPENDU = "suspendu"
    SORTI = "sorti"
    GRADUE = "gradue"


class ModePaiement(models.TextChoices):
    MOBILE_MONEY = "mobile_money"
    VIREMENT_BANCAIRE = "virement_bancaire"
    ESPECES = "especes"


# A principal holds the household's place in the programme until they leave, also when graduated.
HOLDS_PLACE = Q(type=Type.PRINCIPAL) & ~Q(statut_enrolement=StatutEnrolement.SORTI)


def build_choice_constraint(field: str, choices: type[models.TextChoices]) -> models.CheckConstraint:
    """Return a constraint which refuses a code outside the choices."""
    return models.CheckConstraint(name=f"beneficiaire_{field}", condition=Q(**{f"{field}__in": choices.values}))


class Beneficiary(models.Model):
    """Store a person who receives for a household: the principal, or a substitute for the principal's absence.

    Derived facts are not stored: `actif` is `statut_enrolement = 'actif'`, a document is verified when it has a date;
    payments, conformity and follow-ups are counted from their rows.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    # `<PROG>-<6 digits>`. With collation C the index of the constraint also finds codes by prefix.
    code = models.CharField(max_length=60, db_collation="C")
    menage = models.ForeignKey(Household, on_delete=models.PROTECT, related_name="beneficiaires")
    programme = models.ForeignKey(Programme, on_delete=models.PROTECT, related_name="beneficiaires", db_index=False)
    type = models.CharField(max_length=9, default=Type.PRINCIPAL, db_default=Type.PRINCIPAL)
    # For a substitute: the principal whom they replace.
    principal = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="substituts")
    nom_complet = models.CharField(max_length=255)
    telephone = models.CharField(max_length=32, null=True)
    mode_paiement = models.CharField(max_length=17, null=True)
    compte_mobile = models.CharField(max_length=32, null=True)
    compte_bancaire = models.CharField(max_length=64, null=True)
    # The number at the second mobile operator.
    numero_op_b = models.CharField(max_length=32, null=True)
    # Who changed the mode and each account last, by column: they do not send the money there by themselves. A trigger
    # notes it.
    auteurs_comptes = models.JSONField(
        default=dict, db_default=models.Value({}, output_field=models.JSONField()), editable=False
    )
    statut_enrolement = models.CharField(
        max_length=8, default=StatutEnrolement.ACTIF, db_default=StatutEnrolement.ACTIF
    )
    date_enrolement = models.DateTimeField(db_default=Now())
    enrole_par = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    date_graduation = models.DateTimeField(null=True)
    date_sortie = models.DateTimeField(null=True)
    motif_sortie = models.CharField(max_length=255, null=True)
    date_verification_document = models.DateTimeField(null=True)
    # When the household has to be checked again for eligibility.
    prochaine_recertification = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())

    objects = HouseholdScopedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_beneficiaire"
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["code"], name="beneficiaire_code_once"),
            models.UniqueConstraint(
                fields=["menage", "programme"], name="beneficiaire_un_principal", condition=HOLDS_PLACE
            ),
            # Records of a beneficiary refer to this pair, so that their household follows the beneficiary's.
            models.UniqueConstraint(fields=["id", "menage"], name="beneficiaire_menage"),
            build_choice_constraint("type", Type),
            build_choice_constraint("mode_paiement", ModePaiement),
            build_choice_constraint("statut_enrolement", StatutEnrolement),
            models.CheckConstraint(
                name="beneficiaire_substitut", condition=Q(principal__isnull=True) | Q(type=Type.SUBSTITUT)
            ),
            models.CheckConstraint(
                name="beneficiaire_sortie",
                condition=~Q(statut_enrolement=StatutEnrolement.SORTI)
                | Q(date_sortie__isnull=False, motif_sortie__isnull=False),
            ),
            models.CheckConstraint(
                name="beneficiaire_graduation",
                condition=~Q(statut_enrolement=StatutEnrolement.GRADUE) | Q(date_graduation__isnull=False),
            ),
        ]
        indexes = [
            # A payment cycle reads the active beneficiaries of a programme; lists are newest first.
            models.Index(fields=["programme", "statut_enrolement", "id"], name="beneficiaire_programme"),
            models.Index(fields=["telephone"], name="beneficiaire_telephone", condition=Q(telephone__isnull=False)),
            models.Index(
                fields=["compte_mobile"], name="beneficiaire_compte", condition=Q(compte_mobile__isnull=False)
            ),
            GinIndex(OpClass(Normalised("nom_complet"), name="gin_trgm_ops"), name="beneficiaire_nom_trgm"),
            # Who of a household has a key: making the keys of a town's people for one search would take half a second.
            models.Index(F("menage"), Func("nom_complet", function="name_key"), name="beneficiaire_cle"),
        ]

    def __str__(self) -> str:
        return self.code


class BeneficiaryCell(MapCell):
    """Store tallies of beneficiaries by the map cell of their household, for the clusters of low zooms.

    Triggers maintain them: on the rows of this table, and on households whose position or score changes.
    """

    statut_enrolement = models.CharField(max_length=8)

    class Meta:
        db_table = "transfers_beneficiaire_cell"
        indexes = [models.Index(fields=["z", "x", "y"], name="beneficiaire_cell_zxy")]


def beneficiary_foreign_key(name: str) -> models.ForeignKey:
    """Return the foreign key to the beneficiary.

    Its constraint includes `menage` (migration 0002_records_follow_beneficiaries).
    """
    return models.ForeignKey(Beneficiary, on_delete=models.PROTECT, related_name=name, db_constraint=False)


def household_foreign_key(name: str) -> models.ForeignKey:
    """Return the foreign key to the beneficiary's household, which defines scope, change history and uniqueness."""
    return models.ForeignKey(Household, on_delete=models.PROTECT, related_name=name)
