"""Define the kinds of work that a dashboard tells of, the most urgent first."""

from datetime import date, timedelta
from typing import Final

from django.db import models
from django.utils.translation import ngettext_lazy

from analysis.dashboards.agenda.types import Matter
from transfers.complaints.models import Escalation

# How many days before its term a complaint is told of, and for how long a job that failed, or left out rows, is.
TERM_DAYS: Final = 2
FAILURE_DAYS: Final = 7
# The level of escalation at which the direction was told, as the list of complaints takes it.
DIRECTION: Final = str(Escalation.DIRECTION.value)


class Urgence(models.TextChoices):
    HAUTE = "haute"
    MOYENNE = "moyenne"
    BASSE = "basse"


MATTERS: Final = {
    "cycles_a_valider": Matter(
        ("transferts.lire",),
        Urgence.HAUTE,
        "/api/cycles",
        "cycles",
        ngettext_lazy("%(n)d cycle attend votre validation", "%(n)d cycles attendent votre validation", "n"),
    ),
    "comptes_insuffisants": Matter(
        ("transferts.lire", "transferts.gerer_comptes"),
        Urgence.HAUTE,
        "/api/comptes-operateurs/alertes",
        "tresorerie",
        ngettext_lazy(
            "%(n)d compte opérateur ne couvre pas les cycles validés",
            "%(n)d comptes opérateurs ne couvrent pas les cycles validés",
            "n",
        ),
    ),
    "plaintes_depassees": Matter(
        ("plaintes.lire", "plaintes.modifier"),
        Urgence.HAUTE,
        "/api/plaintes",
        "tableau",
        ngettext_lazy("%(n)d plainte est en retard", "%(n)d plaintes sont en retard", "n"),
    ),
    # What was raised to who is told of it does not wait for them to handle it, but to ask why nobody did.
    "plaintes_escaladees": Matter(
        ("plaintes.lire", "plaintes.recevoir_escalades"),
        Urgence.HAUTE,
        "/api/plaintes",
        "tableau",
        ngettext_lazy(
            "%(n)d des plaintes en retard vous a été signalée (jusqu'à %(jours)d jours de retard)",
            "%(n)d des plaintes en retard vous ont été signalées (jusqu'à %(jours)d jours de retard)",
            "n",
        ),
    ),
    "plaintes_proches": Matter(
        ("plaintes.lire", "plaintes.modifier"),
        Urgence.MOYENNE,
        "/api/plaintes",
        "tableau",
        ngettext_lazy("%(n)d plainte approche de son échéance", "%(n)d plaintes approchent de leur échéance", "n"),
    ),
    "rapprochements_a_traiter": Matter(
        ("transferts.lire", "transferts.rapprocher"),
        Urgence.MOYENNE,
        "/api/reconciliation/sessions",
        "rapprochement",
        ngettext_lazy(
            "%(n)d rapprochement a des entrées à décider", "%(n)d rapprochements ont des entrées à décider", "n"
        ),
    ),
    "taches_echouees": Matter(
        (),
        Urgence.MOYENNE,
        "/api/jobs",
        "tableau",
        ngettext_lazy("%(n)d de vos tâches a échoué", "%(n)d de vos tâches ont échoué", "n"),
    ),
    "imports_avec_erreurs": Matter(
        (),
        Urgence.MOYENNE,
        "/api/jobs",
        "tableau",
        ngettext_lazy(
            "%(n)d de vos imports a laissé des lignes de côté",
            "%(n)d de vos imports ont laissé des lignes de côté",
            "n",
        ),
    ),
    "menages_a_valider": Matter(
        ("registre.lire", "registre.valider"),
        Urgence.BASSE,
        "/api/menages",
        "collecte",
        ngettext_lazy("%(n)d ménage attend sa validation", "%(n)d ménages attendent leur validation", "n"),
    ),
    "doublons_a_decider": Matter(
        ("registre.lire", "registre.valider"),
        Urgence.BASSE,
        "/api/menages/doublons",
        "doublons",
        ngettext_lazy("%(n)d doublon possible est à décider", "%(n)d doublons possibles sont à décider", "n"),
    ),
}


def build_parameters(today: date) -> dict[str, dict[str, str]]:
    """Return the parameters by which each list shows exactly what waits."""
    soon = today + timedelta(days=TERM_DAYS)
    # A deadline that is suspended is neither near nor past.
    running = {"ouverte": "true", "suspendue": "false"}
    late = running | {"echeanceFin": str(today - timedelta(days=1))}
    lately = {"depuis": str(today - timedelta(days=FAILURE_DAYS))}
    return {
        "cycles_a_valider": {"aValider": "true"},
        "comptes_insuffisants": {"typeAlerte": "deficit_previsionnel"},
        "plaintes_escaladees": late | {"niveauEscalade": DIRECTION},
        "plaintes_depassees": late,
        "plaintes_proches": running | {"echeanceDebut": str(today), "echeanceFin": str(soon)},
        "rapprochements_a_traiter": {"aTraiter": "true"},
        "taches_echouees": lately | {"statut": "echoue"},
        "imports_avec_erreurs": lately | {"statut": "termine", "avecErreurs": "true"},
        "menages_a_valider": {"statutCollecte": "pre_collecte", "statut": "en_attente"},
        "doublons_a_decider": {"statut": "ouvert"},
    }
