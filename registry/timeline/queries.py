"""Build the timeline of a household, and list the events that the registry itself records."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time
from typing import Any, Final

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.users.models import User
from config.caller import Caller
from registry.collection_workflow.api import COLLECTION_TRANSITIONS
from registry.duplicates.api import build_household_pairs_condition, describe_levels
from registry.duplicates.models import Decision, Merge, Pair
from registry.follow_up.models import HealthVisit, Measure
from registry.households.models import CollectionMove, FormerHousehold, Household
from registry.pmt.models import PmtMethod
from registry.quality.api import describe_quality_problems
from registry.references.api import list_reference_values
from registry.scoring.api import explain_score
from registry.timeline.hooks import EventSource, event_sources
from registry.timeline.types import TimelineEvent


def build_timeline(household: Household, user: Caller) -> list[dict[str, Any]]:
    """Return the events that `user` can see, oldest first: {date, type, source, titre, par, details}."""
    events = [(name, event) for name, list_events in event_sources.items() for event in list_events(household, user)]
    return [
        {
            "date": event.date,
            "type": event.type,
            "source": name,
            "titre": str(event.title),
            "par": event.by,
            "details": event.details,
        }
        for name, event in sorted(events, key=lambda item: item[1].date)
    ]


def _serialize_person(user: User | None) -> dict[str, Any] | None:
    return None if user is None else {"id": user.id, "nom": user.nom_complet}


def _start_of_day(day: date) -> datetime:
    """Return the start of a day in UTC, the time at which events with only a date are shown."""
    return datetime.combine(day, time(), UTC)


def list_registration_events(household: Household, user: Caller) -> Iterator[TimelineEvent]:
    """Yield the interview and the registration of the household."""
    if household.date_collecte:
        yield TimelineEvent(
            household.date_collecte, "collecte", _("Ménage enquêté"), _serialize_person(household.enqueteur)
        )
    source = {"sourceDonnees": household.source_donnees, "campagneId": household.campagne_id}
    yield TimelineEvent(household.created_at, "enregistrement", _("Ménage enregistré"), details=source)


def list_move_events(household: Household, user: Caller) -> Iterator[TimelineEvent]:
    """Yield the moves through the data collection workflow; a reason has its current label in the reference list."""
    labels = {item["value"]: item["label"] for item in list_reference_values(user)["motifRejet"]}
    for move in CollectionMove.objects.visible_to(user).filter(menage=household).select_related("user"):
        why = {"de": move.de, "vers": move.vers, "motif": move.motif, "commentaire": move.commentaire}
        why["motifLibelle"] = labels.get(move.motif or "")
        yield TimelineEvent(
            move.date, move.action, COLLECTION_TRANSITIONS[move.action].message, _serialize_person(move.user), why
        )


def list_scoring_events(household: Household, user: Caller) -> Iterator[TimelineEvent]:
    """Yield the last scoring, with the terms of its method."""
    if household.date_pmt is None or household.methode_pmt is None:
        return
    if known := PmtMethod.objects.visible_to(user).filter(id=household.methode_pmt).first():
        explained = explain_score(household, known)
        why = {
            name: explained[name] for name in ("methode", "intercept", "termes", "score", "manque", "motif", "aJour")
        }
        why |= {"scoreEnregistre": household.score_pmt, "ancienScore": household.ancien_score_pmt}
        yield TimelineEvent(household.date_pmt, "score", _("Score PMT calculé"), details=why)


def list_quality_events(household: Household, user: Caller) -> Iterator[TimelineEvent]:
    """Yield the last quality analysis, with the quality flags that it set."""
    if household.date_analyse_qualite:
        why = {
            "scoreQualite": household.score_qualite,
            "problemes": describe_quality_problems(household.problemes_qualite),
        }
        yield TimelineEvent(household.date_analyse_qualite, "qualite", _("Qualité analysée"), details=why)


DECISION_TITLES = {
    Decision.DISTINCTS: _("Jugé distinct d'un autre ménage"),
    Decision.IGNORER: _("Doublon possible mis de côté"),
}


def list_duplicate_events(household: Household, user: Caller) -> Iterator[TimelineEvent]:
    """Yield the duplicate pairs that `user` can see, and the decision about each."""
    rows = Pair.objects.visible_to(user).filter(build_household_pairs_condition(household.id))
    for pair in rows.select_related("menage_a", "menage_b", "decide_par"):
        other = pair.menage_b if pair.menage_a_id == household.id else pair.menage_a
        in_favour, against = describe_levels(pair.niveaux, pair.apports)
        why: dict[str, Any] = {"paireId": pair.id, "menageId": other.id, "codeMenage": other.code_menage}
        why |= {"score": float(pair.score), "raisons": in_favour, "contre": against}
        yield TimelineEvent(pair.detecte_le, "doublon", _("Doublon possible trouvé"), details=why)
        if pair.decision and pair.decide_le:
            why |= {"motif": pair.motif, "valable": pair.empreinte == pair.empreinte_decision}
            yield TimelineEvent(
                pair.decide_le,
                pair.decision,
                DECISION_TITLES[Decision(pair.decision)],
                _serialize_person(pair.decide_par),
                why,
            )


def list_merge_events(household: Household, user: Caller) -> Iterator[TimelineEvent]:
    """Yield the merges into the household, direct or through another one, and the merges of it that were undone."""
    former_ids = FormerHousehold.objects.filter(menage=household).values("id")
    of_it = Q(conserve=household.id) | Q(absorbe=household.id) | Q(absorbe__in=former_ids)
    records = Merge.objects.visible_to(user).filter(of_it).select_related("fusionne_par", "annule_par")
    for record in records.defer("archive", "valeurs", "deplaces"):
        why = {"fusionId": record.id, "codeConserve": record.code_conserve, "codeAbsorbe": record.code_absorbe}
        in_favour, _against = describe_levels(record.niveaux, record.apports)
        why |= {"score": float(record.score), "raisons": in_favour, "motif": record.motif}
        yield TimelineEvent(
            record.fusionne_le, "fusion", _("Ménages fusionnés"), _serialize_person(record.fusionne_par), why
        )
        if record.annule_le:
            undone = {name: why[name] for name in ("fusionId", "codeConserve", "codeAbsorbe")}
            yield TimelineEvent(
                record.annule_le, "fusion_annulee", _("Fusion annulée"), _serialize_person(record.annule_par), undone
            )


def list_follow_up_events(household: Household, user: Caller) -> Iterator[TimelineEvent]:
    """Yield health visits and accompanying measures."""
    for visit in HealthVisit.objects.visible_to(user).filter(menage=household):
        why: dict[str, Any] = {"id": visit.id, "typeVisite": visit.type_visite, "observations": visit.observations}
        yield TimelineEvent(_start_of_day(visit.date_visite), "visite_sante", _("Visite de santé"), details=why)
    for measure in Measure.objects.visible_to(user).filter(menage=household):
        why = {"id": measure.id, "typeMesure": measure.type_mesure, "description": measure.description}
        yield TimelineEvent(
            _start_of_day(measure.date_mesure), "mesure_accompagnement", _("Mesure d'accompagnement"), details=why
        )


# The sources of the registry itself, for `event_sources`.
REGISTRY_SOURCES: Final[dict[str, EventSource]] = {
    "registre": list_registration_events,
    "collecte": list_move_events,
    "score": list_scoring_events,
    "qualite": list_quality_events,
    "doublons": list_duplicate_events,
    "fusions": list_merge_events,
    "suivi": list_follow_up_events,
}
