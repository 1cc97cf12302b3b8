"""Serialize entries and decisions about them in format B. Amounts are whole XOF."""

from typing import Any

from django.conf import settings
from rest_framework import serializers

from config.api.fields import StrictIntegerField
from config.api.serializers import CamelSerializer, ClosedSerializer, serialize_row
from transfers.reconciliation.entries.types import Decision, ListedEntry
from transfers.reconciliation.models import EntrySource, EntryStatus, MismatchReason, Resolution

MAX_COMMENT = 1_000


class EntryPaymentResponse(CamelSerializer):
    """Describe a payment; `telephone` is present only for who may see contacts."""

    id = serializers.UUIDField()
    reference = serializers.CharField()
    beneficiaire = serializers.CharField()
    telephone = serializers.CharField(allow_null=True, required=False)
    montant = serializers.IntegerField()
    montant_recu = serializers.IntegerField(allow_null=True)
    statut = serializers.CharField()
    date_paiement = serializers.DateTimeField(allow_null=True)
    reference_operateur = serializers.CharField(allow_null=True)
    motif_echec = serializers.CharField(allow_null=True)


class EntryLineResponse(CamelSerializer):
    """Describe a line as the statement has it; `telephone` and `libelle` only for who may see contacts."""

    id = serializers.UUIDField()
    reference = serializers.CharField(allow_null=True)
    transaction = serializers.CharField(allow_null=True)
    telephone = serializers.CharField(allow_null=True, required=False)
    montant = serializers.IntegerField()
    frais = serializers.IntegerField(allow_null=True)
    credit = serializers.BooleanField()
    nature = serializers.CharField()
    date_transaction = serializers.CharField(allow_null=True)
    libelle = serializers.CharField(allow_null=True, required=False)


class EntryResponse(CamelSerializer):
    """Describe an entry. `ecartMontant` is the statement's amount less ours, `ecartDate` the days from ours to its day."""

    id = serializers.UUIDField()
    statut = serializers.ChoiceField(choices=EntryStatus.choices)
    paiement = EntryPaymentResponse(allow_null=True)
    entree_releve = EntryLineResponse(allow_null=True)
    score_match = serializers.FloatField(allow_null=True)
    indices = serializers.ListField(child=serializers.CharField())
    ecart_montant = serializers.IntegerField(allow_null=True)
    ecart_date = serializers.IntegerField(allow_null=True)
    raison_non_match = serializers.ChoiceField(choices=MismatchReason.choices, allow_null=True)
    decide = serializers.BooleanField()
    action = serializers.ChoiceField(choices=Resolution.choices, allow_null=True)
    commentaire = serializers.CharField(allow_null=True)
    version = serializers.IntegerField()

    def get_fields(self) -> dict[str, serializers.Field]:
        # A class attribute of that name would hide the one of every field.
        return {"source": serializers.ChoiceField(choices=EntrySource.choices), **super().get_fields()}


def serialize_entry(entry: ListedEntry, contacts: bool) -> dict[str, Any]:
    """Return an entry as the API shows it; without `contacts`, no telephone and no text that may hold a name."""
    shown = serialize_row(entry)
    if not contacts:
        for side, names in (("paiement", ("telephone",)), ("entreeReleve", ("telephone", "libelle"))):
            for name in names if shown[side] else ():
                del shown[side][name]
    return shown


class EntryDecisionBody(CamelSerializer, ClosedSerializer):
    """Validate a decision. `match_manuel` of a payment names the line's entry, that of a line the payment's.

    `version` is that of the entry as it was seen.
    """

    action = serializers.ChoiceField(choices=Resolution.choices)
    entree_releve_id = serializers.UUIDField(required=False, allow_null=True)
    entree_sig_id = serializers.UUIDField(required=False, allow_null=True)
    commentaire = serializers.CharField(max_length=MAX_COMMENT, required=False, allow_null=True, allow_blank=True)
    version = StrictIntegerField(min_value=1, max_value=2**31 - 1, required=False)


class EntryBatchDecision(EntryDecisionBody):
    entry_id = serializers.UUIDField()


class EntryBatchBody(ClosedSerializer):
    entries = serializers.ListField(
        child=EntryBatchDecision(), min_length=1, max_length=settings.BULK_MAX_IDS, allow_empty=False
    )


class EntryBatchUndoingBody(ClosedSerializer):
    entries = serializers.ListField(
        child=serializers.UUIDField(), min_length=1, max_length=settings.BULK_MAX_IDS, allow_empty=False
    )


def read_decision(sent: dict[str, Any], entry_id: Any = None) -> Decision:
    """Return the decision of a validated body."""
    return Decision(
        entry_id=entry_id or sent["entry_id"],
        action=sent["action"],
        other_id=sent.get("entree_releve_id") or sent.get("entree_sig_id"),
        commentaire=sent.get("commentaire") or None,
        version=sent.get("version"),
    )


class DecidedResponse(CamelSerializer):
    entry_id = serializers.UUIDField()
    nouveau_statut = serializers.ChoiceField(choices=EntryStatus.choices)
    action = serializers.ChoiceField(choices=Resolution.choices, allow_null=True)
    version = serializers.IntegerField()


class RefusedDecision(CamelSerializer):
    entry_id = serializers.UUIDField()
    message = serializers.CharField()


class EntryBatchResponse(CamelSerializer):
    traitees = serializers.IntegerField()
    reussies = serializers.IntegerField()
    echouees = serializers.IntegerField()
    erreurs = RefusedDecision(many=True)
