"""Serialize audit entries, masking values by the caller's permissions."""

from typing import Any, Final

from rest_framework import serializers

from accounts.audit.models import Trace
from accounts.audit.tables.hooks import audited_tables, guarded_entries
from config.caller import Caller

AUDIT: Final = "administration.audit"


def build_field_name(column: str) -> str:
    """Return the API name of a column.

    `taille_menage` becomes `tailleMenage`, `region_id` becomes `region`, `geom` becomes `position`.
    """
    if column == "geom":
        return "position"
    first, *words = column.removesuffix("_id").split("_")
    return first + "".join(word.capitalize() for word in words)


def _serialize_value(column: str, value: Any) -> Any:
    """Convert a point to latitude and longitude; return any other value as it is stored."""
    if column == "geom" and isinstance(value, dict):
        longitude, latitude = value["coordinates"][:2]
        return {"latitude": latitude, "longitude": longitude}
    return value


def serialize_changes(trace: Trace, user: Caller) -> list[dict[str, Any]]:
    """Return [{champ, avant, apres, masque}], sorted by column.

    A value that `user` may not read on the row itself is null with `masque` true. Secrets are masked for everybody.
    """
    table = audited_tables.get(trace.model)
    changes = []
    for column, (before, after) in sorted(trace.changements.items()):
        keys = [table.read, table.guarded.get(column, table.read)] if table else [AUDIT]
        is_masked = bool(table and column in table.secret) or not all(user.holds(key) for key in keys)
        changes.append(
            {
                "champ": build_field_name(column),
                "avant": None if is_masked else _serialize_value(column, before),
                "apres": None if is_masked else _serialize_value(column, after),
                "masque": is_masked,
            }
        )
    return changes


class ActorSerializer(serializers.Serializer):
    """Name the user who made the change."""

    id = serializers.UUIDField()
    nom = serializers.CharField()


class ChangeSerializer(serializers.Serializer):
    """Describe one changed field."""

    champ = serializers.CharField()
    avant = serializers.JSONField(allow_null=True)
    apres = serializers.JSONField(allow_null=True)
    masque = serializers.BooleanField()


class AuditEntrySerializer(serializers.Serializer):
    """Represent a changed row, or an operation over many rows (`nombre` rows; `details` holds its filter and result).

    `operation` is the operation that changed the row. `nombre` and `details` are null when another user ran the
    operation and it may have reached beyond the caller's regions. Of guarded entries (readings of cases of violence) only
    who it was, when and why is told without the permission to read them. `adresse` and `requete` are null without the
    permission `administration.audit`.
    """

    id = serializers.UUIDField()
    date = serializers.DateTimeField()
    utilisateur = ActorSerializer(allow_null=True)
    adresse = serializers.CharField(allow_null=True)
    requete = serializers.CharField(allow_null=True)
    action = serializers.ChoiceField(choices=Trace.Action.choices)
    model = serializers.CharField()
    objet = serializers.UUIDField(allow_null=True)
    racine = serializers.UUIDField(allow_null=True)
    operation = serializers.UUIDField(allow_null=True)
    nombre = serializers.IntegerField(allow_null=True)
    details = serializers.JSONField(allow_null=True)
    changements = ChangeSerializer(many=True)


def _can_see_totals(trace: Trace, user: Caller) -> bool:
    """Return whether `user` may see an operation's figures and filter: it may have reached beyond their regions."""
    own = trace.utilisateur_id == user.id
    return own or user.region_ids is None or trace.region_id in user.region_ids


def hide_guarded(trace: Trace, user: Caller) -> None:
    """Take from a guarded entry all but who it was, when and why, unless `user` may read it whole."""
    guard = guarded_entries.get(trace.model)
    if guard is None or user.holds(guard.read):
        return
    trace.objet = trace.racine = trace.region_id = trace.nombre = None
    trace.changements = {}
    trace.details = {key: value for key, value in (trace.details or {}).items() if key in guard.told}


def serialize_audit_entry(trace: Trace, user: Caller) -> dict[str, Any]:
    """Return an audit entry in the shape of `AuditEntrySerializer`, for `user`."""
    hide_guarded(trace, user)
    actor, sees_origin, sees_totals = trace.utilisateur, user.holds(AUDIT), _can_see_totals(trace, user)
    return {
        "id": trace.id,
        "date": trace.date,
        "utilisateur": {"id": actor.id, "nom": actor.nom_complet} if actor else None,
        "adresse": trace.adresse if sees_origin else None,
        "requete": trace.requete if sees_origin else None,
        "action": trace.action,
        "model": trace.model,
        "objet": trace.objet,
        "racine": trace.racine,
        "operation": trace.operation_id,
        "nombre": trace.nombre if sees_totals else None,
        "details": trace.details if sees_totals else None,
        "changements": serialize_changes(trace, user),
    }
