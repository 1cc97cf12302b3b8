"""Serialize sheets, and validate what is done with them. Amounts are whole XOF."""

from datetime import date, datetime, time
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.api.fields import CoordinateField, StrictIntegerField, VisibleTextField
from config.api.serializers import CamelSerializer, ClosedSerializer, ReferenceSerializer
from transfers.execution.rules import MAX_REASON
from transfers.execution.sheets.rules import DEFAULT_LINES, MAX_LINES
from transfers.execution.sheets.types import ReturnedLine, SheetOptions, SheetReturn
from transfers.operators.serializers import WholeAmountField

PDF, XLSX = "pdf", "xlsx"
MEDIA: Final = {
    PDF: "application/pdf",
    XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
NAME, CODE = "nom", "code"
PAID, PARTIAL, FAILED = "reussi", "partiel", "echoue"


class PositionBody(ClosedSerializer):
    longitude = CoordinateField(180)
    latitude = CoordinateField(90)


class SheetBody(ClosedSerializer):
    """Validate how sheets are made: lines per sheet, order of the people, and where the route begins."""

    lignes = StrictIntegerField(min_value=1, max_value=MAX_LINES, default=DEFAULT_LINES)
    tri = serializers.ChoiceField(choices=[NAME, CODE], default=NAME)
    depart = PositionBody(required=False)


def read_sheet_options(sent: dict[str, Any]) -> SheetOptions:
    """Return the options of new sheets from a validated body."""
    start = sent.get("depart")
    return SheetOptions(
        lignes=sent["lignes"],
        is_by_code=sent["tri"] == CODE,
        depart=(float(start["longitude"]), float(start["latitude"])) if start else None,
    )


class IssuedSheetsResponse(CamelSerializer):
    """Describe issued sheets: how many, for how many payments, and their first and last number."""

    feuilles = serializers.IntegerField()
    paiements = serializers.IntegerField()
    montant = serializers.IntegerField()
    premier = serializers.IntegerField()
    dernier = serializers.IntegerField()


class CashSheetResponse(CamelSerializer):
    """Describe a sheet: what it is to pay, what left with it, and what came back.

    `manquant` tells whether it is decided what became of missing cash: propose, confirme, or null for nobody has.
    """

    id = serializers.UUIDField()
    numero = serializers.IntegerField()
    reference = serializers.CharField()
    cycle_id = serializers.UUIDField()
    etat = serializers.CharField()
    lieu = serializers.CharField()
    region_id = serializers.UUIDField(allow_null=True)
    region = serializers.CharField(source="region_nom", allow_null=True)
    point = ReferenceSerializer(allow_null=True)
    nombre = serializers.IntegerField()
    montant = serializers.IntegerField()
    payeur = serializers.CharField(allow_null=True)
    montant_remis = serializers.IntegerField(allow_null=True)
    remise_le = serializers.DateTimeField(allow_null=True)
    montant_rendu = serializers.IntegerField(allow_null=True)
    montant_manquant = serializers.IntegerField(allow_null=True)
    motif_manquant = serializers.CharField(allow_null=True)
    manquant = serializers.SerializerMethodField()
    retour_le = serializers.DateTimeField(allow_null=True)
    versement_le = serializers.DateTimeField(allow_null=True)
    versement_reference = serializers.CharField(allow_null=True)
    created_at = serializers.DateTimeField()

    def get_manquant(self, sheet: Any) -> str | None:
        loss = getattr(sheet, "perte", None)
        return loss and ("confirme" if loss.confirme_le else "propose")


class SheetRowResponse(CamelSerializer):
    """Describe a line: its person, and the outcome once it is known."""

    numero = serializers.IntegerField()
    reference = serializers.CharField()
    code_menage = serializers.CharField()
    nom_complet = serializers.CharField()
    document = serializers.CharField(allow_null=True)
    montant = serializers.IntegerField()
    statut = serializers.CharField()
    montant_recu = serializers.IntegerField(allow_null=True)
    motif = serializers.CharField(allow_null=True)


class CashSheetDetailResponse(CashSheetResponse):
    lignes = SheetRowResponse(many=True)


class PrintParams(serializers.Serializer):
    format = serializers.ChoiceField(choices=list(MEDIA), default=PDF)


class HandOutBody(CamelSerializer, ClosedSerializer):
    payeur = VisibleTextField(max_length=255)
    date_remise = serializers.DateField(required=False)

    def validate_date_remise(self, value: date) -> date:
        return require_no_day_to_come(value)


class ReturnedCashBody(CamelSerializer, ClosedSerializer):
    reference = VisibleTextField(max_length=255)
    date_versement = serializers.DateField(required=False)

    def validate_date_versement(self, value: date) -> date:
        return require_no_day_to_come(value)


class ReturnedLineBody(ClosedSerializer):
    numero = StrictIntegerField(min_value=1, max_value=MAX_LINES)
    statut = serializers.ChoiceField(choices=[PAID, PARTIAL, FAILED])
    montant = WholeAmountField(min_value=1, required=False)
    motif = VisibleTextField(max_length=MAX_REASON, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["statut"] == PARTIAL and "montant" not in attrs:
            raise serializers.ValidationError({"montant": _("Pour un paiement partiel, indiquez le montant reçu.")})
        if attrs["statut"] == FAILED and "motif" not in attrs:
            raise serializers.ValidationError({"motif": _("Dites pourquoi la personne n'a pas été payée.")})
        if attrs["statut"] != PARTIAL and "montant" in attrs:
            raise serializers.ValidationError({"montant": _("Le montant ne s'indique que pour un paiement partiel.")})
        return attrs


class ReturnBody(CamelSerializer, ClosedSerializer):
    """Validate what a payer brings back: the outcome of each open line, and the cash as it was counted."""

    lignes = serializers.ListField(child=ReturnedLineBody(), max_length=MAX_LINES)
    especes_rendues = WholeAmountField()
    motif_manquant = VisibleTextField(max_length=MAX_REASON, required=False)
    date_execution = serializers.DateField(required=False)

    def validate_date_execution(self, value: date) -> date:
        return require_no_day_to_come(value)


def require_no_day_to_come(day: date) -> date:
    """Return the day on which money has moved."""
    if day > timezone.localdate():
        raise serializers.ValidationError(_("Un paiement ne porte pas une date à venir."))
    return day


def read_moment(day: date | None) -> datetime | None:
    """Return the moment that a civil day stands for: its noon, or now if that is to come; None is left to who is called."""
    return min(timezone.make_aware(datetime.combine(day, time(12))), timezone.now()) if day else None


def read_return(sent: dict[str, Any]) -> SheetReturn:
    """Return what a payer brings back from a validated body."""
    return SheetReturn(
        lignes=tuple(ReturnedLine(**line) for line in sent["lignes"]),
        especes_rendues=sent["especes_rendues"],
        motif_manquant=sent.get("motif_manquant"),
        moment=read_moment(sent.get("date_execution")),
    )
