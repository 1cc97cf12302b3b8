"""Order the models of the administration by what an administrator wants to do."""

from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class Duty:
    """Name a section of the first page, say what it is for, and list its models (`app.Model`) in their order."""

    slug: str
    title: Any
    sentence: Any
    models: tuple[str, ...] = ()


DUTIES: Final = (
    Duty(
        "acces",
        _("Voir qui a accès"),
        _("Comptes, rôles, sessions ouvertes et connexions refusées. Les comptes se modifient dans la console."),
        tuple(
            f"accounts.{name}"
            for name in ("User", "RoleGrant", "Role", "Incompatibility", "Session", "AccessKey", "SignInAttempt")
        ),
    ),
    Duty(
        "historique",
        _("Retrouver qui a fait quoi"),
        _("Chaque modification et chaque ordre de paiement, avec sa date et son auteur, par code, nom ou adresse."),
        ("accounts.Trace",),
    ),
    Duty(
        "marche",
        _("Suivre ce que fait le service"),
        _("Tâches, courriels et envois : ce qui attend et ce qui a échoué."),
        tuple(
            f"accounts.{name}"
            for name in ("Job", "OutgoingMail", "WebhookEndpoint", "WebhookDelivery", "Notification", "StoredFile")
        ),
    ),
    Duty(
        "listes",
        _("Tenir les listes et les territoires"),
        _("Ce que tout le service reprend. La marque dit ce que vous modifiez ici, ligne par ligne."),
        (
            *(f"geo.{name}" for name in ("Region", "Sector", "Commune", "Locality")),
            *(f"registry.{name}" for name in ("Reference", "NameVariant", "Organisation", "Project", "Campaign")),
            "transfers.Holiday",
            "registry.PmtMethod",
        ),
    ),
    Duty(
        "services",
        _("Tenir les services de la carte"),
        _("Écoles, santé, eau, police : leur nom, leur position, s'ils fonctionnent."),
        tuple(
            f"geo.{name}"
            for name in (
                "School",
                "HealthService",
                "WaterPoint",
                "PoliceStation",
                "HealthAgent",
                "LocalActor",
                "VbgService",
                "VbgAgent",
            )
        ),
    ),
    Duty(
        "registre",
        _("Consulter le registre"),
        _("Ménages et personnes, tels qu'ils sont gardés. On les modifie dans la console."),
        tuple(
            f"registry.{name}"
            for name in (
                "Household",
                "HeadOfHousehold",
                "Member",
                "Dwelling",
                "HouseholdPhoto",
                "CollectionMove",
                "HealthVisit",
                "Measure",
                "Pair",
                "Merge",
                "FormerHousehold",
            )
        ),
    ),
    Duty(
        "transferts",
        _("Consulter programmes et paiements"),
        _("Bénéficiaires, cycles et paiements, en lecture seule."),
        tuple(
            f"transfers.{name}"
            for name in (
                "Programme",
                "RuleSet",
                "Beneficiary",
                "IdentityDocument",
                "FollowUp",
                "Conditionality",
                "Graduation",
                "Cycle",
                "Approval",
                "Payment",
                "Run",
                "Sheet",
                "PayPoint",
                "ReceiptCheck",
            )
        ),
    ),
    Duty(
        "argent",
        _("Contrôler l'argent"),
        _("Comptes des opérateurs, écritures, frais et rapprochements."),
        tuple(
            f"transfers.{name}"
            for name in (
                "Operator",
                "OperatorAccount",
                "FeeTranche",
                "LedgerAccount",
                "Entry",
                "Movement",
                "MovementReversal",
                "Reservation",
                "CashLoss",
                "CycleClosing",
                "ReconciliationSession",
                "ReconciliationEntry",
            )
        ),
    ),
    Duty(
        "plaintes",
        _("Voir qui traite les plaintes"),
        _("Les équipes et leurs membres."),
        ("transfers.Team", "transfers.TeamMember"),
    ),
)
# All other models: what the service writes for itself.
TECHNICAL: Final = Duty(
    "technique",
    _("Détails techniques"),
    _("Ce que le service écrit pour lui-même : compteurs, sommes, jetons, copies. Personne n'a à y toucher."),
)


def group_models(models: list[dict[str, Any]], index: str, path: str) -> list[dict[str, Any]]:
    """Return the sections that have a model, as Django's templates take applications; `index` is the first page.

    The section of the page at `path` is open in the menu; the others are folded.
    """
    by_label = {found["model"]._meta.label: found for found in models}
    placed = {label for duty in DUTIES for label in duty.models}
    rest = tuple(
        sorted((label for label in by_label if label not in placed), key=lambda label: by_label[label]["name"])
    )
    groups = [(duty, duty.models) for duty in DUTIES] + [(TECHNICAL, rest)]
    return [
        {
            "name": duty.title,
            "sentence": duty.sentence,
            "app_label": duty.slug,
            "app_url": f"{index}#{duty.slug}",
            "has_module_perms": True,
            "is_technical": duty is TECHNICAL,
            "models": (shown := [by_label[label] for label in labels if label in by_label]),
            "is_open": any(path.startswith(found["admin_url"]) for found in shown if found["admin_url"]),
        }
        for duty, labels in groups
        if any(label in by_label for label in labels)
    ]
