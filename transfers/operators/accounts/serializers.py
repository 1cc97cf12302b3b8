"""Serialize operator accounts, their movements and statistics in format B."""

from datetime import date
from typing import Any, get_args

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.fields import VisibleIriField, VisibleTextField
from config.api.serializers import CamelSerializer, ClosedSerializer
from registry.projects.models import Project
from transfers.ledger.models import MovementType
from transfers.operators.accounts.filters import STATUSES
from transfers.operators.accounts.rules import BY_POSTING, BY_VALUE, FIRST_DAY, PERIOD_DAYS
from transfers.operators.accounts.types import AlertKind, MovementKind
from transfers.operators.models import OperatorAccount
from transfers.operators.serializers import WholeAmountField

LABELS = {
    MovementKind.DEPOT: _("Dépôt"),
    MovementKind.PAIEMENT: _("Paiement"),
    MovementKind.OUVERTURE: _("Solde d'ouverture"),
    MovementKind.ESPECES_REMISES: _("Espèces remises"),
    MovementKind.ESPECES_VERSEES: _("Espèces rapportées"),
    MovementKind.RETOUR: _("Paiement revenu"),
    MovementKind.CONTREPASSATION: _("Contrepassation"),
    MovementKind.CORRECTION: _("Correction"),
}


def require_past_day(day: date) -> date:
    """Return the value date of money that is on an account: no day to come, and none mistyped by centuries."""
    if day > timezone.localdate():
        raise serializers.ValidationError(_("Un dépôt ne porte pas une date à venir."))
    if day < FIRST_DAY:
        raise serializers.ValidationError(_("Un dépôt ne date pas d'avant l'an 2000."))
    return day


class TotalsParams(serializers.Serializer):
    """Validate of which project, and of which days, figures are asked."""

    projet = serializers.UUIDField(required=False)
    dateDebut = serializers.DateField(required=False)
    dateFin = serializers.DateField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs.get("dateDebut") and attrs.get("dateFin") and attrs["dateFin"] < attrs["dateDebut"]:
            raise serializers.ValidationError({"dateFin": [_("La fin précède le début.")]})
        return attrs


class AlertParams(serializers.Serializer):
    typeAlerte = serializers.ChoiceField(choices=get_args(AlertKind), required=False)


class PeriodParams(serializers.Serializer):
    periode = serializers.ChoiceField(choices=list(PERIOD_DAYS), default="month")
    selon = serializers.ChoiceField(
        choices=[BY_POSTING, BY_VALUE],
        default=BY_POSTING,
        help_text=_("Le jour auquel un mouvement compte : celui de son enregistrement, ou sa date de valeur."),
    )


class ProjectOperatorParams(serializers.Serializer):
    projetId = serializers.UUIDField()
    operateur = serializers.CharField(max_length=30)


class ContactsSerializer(CamelSerializer, ClosedSerializer):
    responsable = serializers.CharField(max_length=255, required=False, allow_null=True, allow_blank=True)
    telephone = serializers.CharField(max_length=32, required=False, allow_null=True, allow_blank=True)
    email = serializers.EmailField(max_length=255, required=False, allow_null=True, allow_blank=True)


class AccountChangeBody(CamelSerializer, ClosedSerializer):
    numero_compte = serializers.CharField(max_length=64)
    nom_compte = serializers.CharField(max_length=255)
    description = serializers.CharField(max_length=10_000, required=False, allow_null=True, allow_blank=True)
    solde_minimum = WholeAmountField(required=False)
    seuil_alerte = WholeAmountField(required=False, allow_null=True)
    statut = serializers.ChoiceField(choices=STATUSES, required=False)
    contacts = ContactsSerializer(required=False, allow_null=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the values by column: contacts are three of them."""
        values = dict(attrs)
        if "contacts" in values:
            sent = values.pop("contacts") or {}
            values |= {f"contact_{name}": sent.get(name) or None for name in ("responsable", "telephone", "email")}
        if "statut" in values:
            values["actif"] = values.pop("statut") == "actif"
        return values


class AccountBody(AccountChangeBody):
    operateur = serializers.CharField(max_length=30)
    projet_id = VisibleIriField("projets", Project, source="projet")
    solde_initial = WholeAmountField(required=False, default=0)
    date_solde_initial = serializers.DateField(required=False)

    def validate_date_solde_initial(self, value: Any) -> Any:
        return require_past_day(value)


class DepositBody(CamelSerializer, ClosedSerializer):
    montant = WholeAmountField(min_value=1)
    reference = VisibleTextField(max_length=255)
    date_depot = serializers.DateField()
    source: Any = serializers.CharField(max_length=255, required=False, allow_null=True, allow_blank=True)
    notes = serializers.CharField(max_length=10_000, required=False, allow_null=True, allow_blank=True)
    piece_justificative = serializers.UUIDField(required=False, allow_null=True)

    def validate_date_depot(self, value: Any) -> Any:
        return require_past_day(value)


class OperatorResponse(serializers.Serializer):
    value = serializers.CharField(source="code")
    label: Any = serializers.CharField()
    logo = serializers.CharField(allow_null=True)
    actif = serializers.BooleanField()


class AccountProjectResponse(serializers.Serializer):
    id = serializers.UUIDField()
    nom = serializers.CharField()


class AccountProjectDetailResponse(AccountProjectResponse):
    code = serializers.CharField()


class AccountResponse(CamelSerializer):
    """Describe an account in lists. Amounts are whole XOF; `disponible` is what is not reserved by a run."""

    id = serializers.UUIDField()
    code = serializers.CharField()
    operateur = serializers.CharField(source="operateur_id")
    operateur_label = serializers.CharField(source="operateur.label")
    numero_compte = serializers.CharField()
    nom_compte = serializers.CharField()
    projet = AccountProjectResponse()
    solde = serializers.IntegerField(source="compte.solde")
    reserve = serializers.IntegerField(source="compte.reserve")
    disponible = serializers.SerializerMethodField()
    solde_minimum = serializers.IntegerField()
    devise = serializers.SerializerMethodField()
    statut = serializers.SerializerMethodField()
    alerte_solde = serializers.SerializerMethodField()
    dernier_depot: Any = serializers.DateTimeField(allow_null=True)
    dernier_paiement: Any = serializers.DateTimeField(allow_null=True)
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()

    def get_disponible(self, account: OperatorAccount) -> int:
        return account.compte.solde - account.compte.reserve

    def get_devise(self, account: OperatorAccount) -> str:
        return "XOF"

    def get_statut(self, account: OperatorAccount) -> str:
        return "actif" if account.actif else "inactif"

    def get_alerte_solde(self, account: OperatorAccount) -> bool:
        return account.compte.solde < account.seuil


class LatestDepositResponse(serializers.Serializer):
    date = serializers.DateField(source="ecriture.date_valeur")
    montant = serializers.IntegerField()
    reference = serializers.CharField(allow_null=True)


class LatestPaymentResponse(CamelSerializer):
    date = serializers.DateTimeField()
    montant = serializers.SerializerMethodField()
    cycle_id = serializers.UUIDField(allow_null=True)

    def get_montant(self, movement: Any) -> int:
        return -movement.montant


class AccountTotalsResponse(CamelSerializer):
    total_depots = serializers.IntegerField()
    total_paiements = serializers.IntegerField()
    nombre_paiements = serializers.IntegerField()


class BalancePartsResponse(CamelSerializer):
    """Describe what of a balance is neither deposited nor paid, with its sign: the whole adds up to the balance."""

    ouverture = serializers.IntegerField()
    especes_remises = serializers.IntegerField()
    especes_versees = serializers.IntegerField()
    retours = serializers.IntegerField()
    contrepassations = serializers.IntegerField()
    corrections = serializers.IntegerField()


class AccountContactsResponse(serializers.Serializer):
    responsable = serializers.CharField(source="contact_responsable", allow_null=True)
    telephone = serializers.CharField(source="contact_telephone", allow_null=True)
    email = serializers.CharField(source="contact_email", allow_null=True)


class AccountDetailResponse(AccountResponse):
    description = serializers.CharField(allow_null=True)
    projet = AccountProjectDetailResponse()
    seuil_alerte = serializers.IntegerField(allow_null=True)
    contacts = AccountContactsResponse(source="*")
    dernier_depot = LatestDepositResponse(allow_null=True, source="latest_deposit")
    dernier_paiement = LatestPaymentResponse(allow_null=True, source="latest_payment")
    stats_resume = AccountTotalsResponse(source="compte")
    ajustements = BalancePartsResponse(source="adjustments")


class CreatedAccountResponse(serializers.Serializer):
    id = serializers.UUIDField()
    code = serializers.CharField()


class DepositResponse(CamelSerializer):
    depot_id = serializers.UUIDField()
    reference = serializers.CharField()
    montant = serializers.IntegerField()
    nouveau_solde = serializers.IntegerField()


class MovementAuthorResponse(serializers.Serializer):
    id = serializers.UUIDField(source="auteur_id")
    nom = serializers.CharField(source="auteur_nom")


class MovementResponse(CamelSerializer):
    """Describe a movement. `date` is when it was posted, `dateValeur` the civil date of its event."""

    id = serializers.UUIDField()
    numero = serializers.IntegerField()
    type = serializers.ChoiceField(choices=MovementType.choices)
    type_label = serializers.SerializerMethodField()
    reference = serializers.CharField(allow_null=True)
    montant = serializers.IntegerField()
    solde_avant = serializers.IntegerField()
    solde_apres = serializers.IntegerField()
    date = serializers.DateTimeField()
    date_valeur = serializers.DateField()
    description = serializers.CharField(allow_null=True)
    source: Any = serializers.CharField(allow_null=True)
    piece_justificative = serializers.UUIDField(allow_null=True, source="piece_id")
    created_by = serializers.SerializerMethodField()
    cycle_id = serializers.UUIDField(allow_null=True)
    contrepasse_id = serializers.UUIDField(allow_null=True)
    contrepassable = serializers.SerializerMethodField()
    contrepassation = serializers.SerializerMethodField()

    def get_contrepassable(self, row: Any) -> bool:
        return row.est_contrepassable and row.contrepasse_le is None

    def get_contrepassation(self, row: Any) -> dict[str, Any] | None:
        """Return what is proposed, or was decided, of the movement."""
        if row.proposeur_id is None:
            return None
        statut = "confirme" if row.contrepasse_le else "propose"
        return {"statut": statut, "motif": row.motif_contrepassation, "proposeParId": row.proposeur_id}

    def get_type_label(self, row: Any) -> str:
        return str(LABELS[row.sorte])

    def get_created_by(self, row: Any) -> dict[str, Any] | None:
        return {"id": row.auteur_id, "nom": row.auteur_nom} if row.auteur_id else None


class AlertResponse(CamelSerializer):
    id = serializers.UUIDField()
    code = serializers.CharField()
    nom_compte = serializers.CharField()
    operateur = serializers.CharField()
    solde = serializers.IntegerField()
    solde_minimum = serializers.IntegerField()
    deficit = serializers.IntegerField(allow_null=True)
    type_alerte = serializers.CharField()
    message = serializers.CharField()


class ProjectOperatorResponse(serializers.Serializer):
    id = serializers.UUIDField()
    code = serializers.CharField()
    solde = serializers.IntegerField(source="compte.solde")
    operateur = serializers.CharField(source="operateur_id")


class RecalculationResponse(CamelSerializer):
    ancien_solde = serializers.IntegerField()
    nouveau_solde = serializers.IntegerField()
    difference = serializers.IntegerField()
    nombre_mouvements = serializers.IntegerField()


class DailyBalanceResponse(serializers.Serializer):
    date = serializers.DateField()
    solde = serializers.IntegerField()


class PeriodResponse(serializers.Serializer):
    debut = serializers.DateField()
    fin = serializers.DateField()


class PeriodTotalsResponse(CamelSerializer):
    total_depots = serializers.IntegerField()
    nombre_depots = serializers.IntegerField()
    total_paiements = serializers.IntegerField()
    nombre_paiements = serializers.IntegerField()
    solde_debut = serializers.IntegerField()
    solde_fin = serializers.IntegerField()


class AccountBalanceResponse(CamelSerializer):
    id = serializers.UUIDField()
    code = serializers.CharField()
    solde_actuel = serializers.IntegerField(source="compte.solde")


class AccountStatsResponse(CamelSerializer):
    """Describe a period of an account; the balance is that of the end of each day."""

    compte = AccountBalanceResponse(source="account")
    periode = PeriodResponse(source="summary")
    resume = PeriodTotalsResponse(source="summary")
    evolution = DailyBalanceResponse(many=True, source="summary.evolution")
    moyenne_paiement_jour = serializers.FloatField(source="summary.moyenne_paiement_jour")


class OperatorTotalsResponse(serializers.Serializer):
    operateur = serializers.CharField()
    label: Any = serializers.CharField()
    comptes = serializers.IntegerField()
    solde = serializers.IntegerField()


class AlertCountsResponse(CamelSerializer):
    solde_faible = serializers.IntegerField(source="soldes_faibles")
    inactifs = serializers.IntegerField()


class ActivityResponse(CamelSerializer):
    """Describe the deposits and payments of the asked days, or of today."""

    depots_jour = serializers.IntegerField(source="depots")
    montant_depots_jour = serializers.IntegerField(source="montant_depots")
    paiements_jour = serializers.IntegerField(source="paiements")
    montant_paiements_jour = serializers.IntegerField(source="montant_paiements")


class TotalsResponse(CamelSerializer):
    """Describe all accounts. Of the active ones: what is free, and what validated cycles will take and is not reserved."""

    total_comptes = serializers.IntegerField()
    comptes_actifs = serializers.IntegerField()
    solde_total = serializers.IntegerField()
    disponible_total = serializers.IntegerField()
    besoin_valide = serializers.IntegerField()
    devise = serializers.SerializerMethodField()
    par_operateur = OperatorTotalsResponse(many=True)
    alertes = AlertCountsResponse(source="*")
    activite_recente = ActivityResponse(source="*")

    def get_devise(self, totals: Any) -> str:
        return "XOF"
