"""Define the plain data of households."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Self
from uuid import UUID

from registry.households.models import Household


@dataclass(frozen=True, slots=True)
class LockedHousehold:
    """Hold what decides whether a locked household may be changed: its project and states."""

    id: UUID
    projet_id: UUID | None
    statut: str
    statut_collecte: str

    @classmethod
    def from_household(cls, household: Household) -> Self:
        """Return the state of a household that is locked already."""
        return cls(household.id, household.projet_id, household.statut, household.statut_collecte)


@dataclass(frozen=True, slots=True)
class HouseholdCommon:
    """Hold the columns of a household that lists and the detail share."""

    id: UUID
    code_menage: str
    statut: str
    statut_collecte: str
    taille_menage: int
    score_pmt: Decimal | None
    score_qualite: Decimal | None
    categorie_pauvrete: str | None
    eligible_programme: bool
    milieu: str | None
    date_collecte: datetime | None
    created_at: datetime


# A related row as JSON: its id and name, in the keys of the response.
Reference = dict[str, Any]


@dataclass(frozen=True, slots=True)
class HouseholdSummary(HouseholdCommon):
    """Hold a household of a list, with its related rows; missing ones are None.

    `problemes_qualite` has the quality problems in words, as `describe_quality_problems` returns them, and
    `dernier_mouvement` the last transition of the collection: {action, date, motif, commentaire, par}.
    """

    region: Reference | None
    secteur: Reference | None
    localite: Reference | None
    chef_menage: Reference | None
    campagne: Reference | None
    enqueteur: Reference | None
    dernier_mouvement: dict[str, Any] | None
    problemes_qualite: Any


@dataclass(frozen=True, slots=True)
class HouseholdDetail(HouseholdCommon):
    """Hold a household with its head, dwelling and related rows; missing ones are None.

    `latitude` and `longitude` are in degrees, `altitude` and `precision_gps` in metres. `problemes_qualite` has codes
    of quality rules, `historique_validation` the transitions of its collection, oldest first.
    """

    score_doublon: Decimal | None
    date_analyse_qualite: datetime | None
    source_donnees: str
    identifiant_unique: str | None
    collector_submission_id: str | None
    collector_form_uid: str | None
    collector_validation_status: str | None
    id_source_externe: str | None
    date_validation_collecte: datetime | None
    commentaire_validation_collecte: str | None
    nb_enfants_04: int
    nb_enfants_514: int
    nb_enfants_010: int
    nb_enfants_1114: int
    nb_adultes_1564: int
    nb_personnes_65_plus: int
    nb_handicapes: int
    nb_actifs_occupes: int
    nb_femmes_1564: int
    nb_femmes_1549: int
    nb_femmes_enceintes: int
    updated_at: datetime
    latitude: float | None
    longitude: float | None
    altitude: Decimal | None
    precision_gps: Decimal | None
    chef_menage: Reference | None
    logement: Reference | None
    problemes_qualite: Any
    region: Reference | None
    secteur: Reference | None
    commune: Reference | None
    localite: Reference | None
    projet: Reference | None
    campagne: Reference | None
    enqueteur: Reference | None
    valide_collecte_par: Reference | None
    resume_doublons: Any
    donnees_validation: Any
    historique_validation: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class ValueCount:
    """Hold how many households have a value (or none) in the column of `axis`, a key of `queries.GROUPINGS`."""

    axis: int
    value: str | None
    n: int


@dataclass(frozen=True, slots=True)
class RegionCounts:
    """Hold the number of households of a region by their states."""

    id: UUID
    nom: str
    total: int
    valides: int
    en_attente: int
    pre_collecte: int


@dataclass(frozen=True, slots=True)
class CampaignCounts:
    """Hold the number of households of a campaign."""

    id: UUID
    nom: str
    total: int
    valides: int


@dataclass(frozen=True, slots=True)
class HouseholdStatistics:
    """Hold the statistics of households: figures by their name in the response, and counts by value."""

    general: dict[str, Any]
    composition: dict[str, int]
    par_statut: dict[str, int]
    par_statut_collecte: dict[str, int]
    par_categorie: dict[str, int]
    par_milieu: dict[str, int]
    par_region: list[RegionCounts]
    par_campagne: list[CampaignCounts]
