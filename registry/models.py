"""Collect the models of all features, so that Django finds them. Each feature defines its own."""

from registry.duplicates.models import Merge, NameVariant, Pair, SharedNumber, Sheet
from registry.follow_up.models import HealthVisit, Measure
from registry.households.codes.models import CodeCounter
from registry.households.models import CollectionMove, Dwelling, FormerHousehold, HeadOfHousehold, Household, Member
from registry.households.tally.models import HouseholdCell, HouseholdTally
from registry.imports.mappings.models import ColumnMapping
from registry.photos.models import HouseholdPhoto
from registry.pmt.models import PmtMethod
from registry.projects.models import Campaign, Organisation, Project
from registry.quality_dashboard.models import QualityTally
from registry.references.models import Reference
from registry.survey_platforms.models import FormCursor, Receipt

__all__ = [
    "Campaign",
    "CodeCounter",
    "ColumnMapping",
    "CollectionMove",
    "Dwelling",
    "FormCursor",
    "FormerHousehold",
    "HeadOfHousehold",
    "HealthVisit",
    "Household",
    "HouseholdCell",
    "HouseholdPhoto",
    "HouseholdTally",
    "Measure",
    "Member",
    "Merge",
    "NameVariant",
    "Organisation",
    "Pair",
    "PmtMethod",
    "Project",
    "QualityTally",
    "Receipt",
    "Reference",
    "SharedNumber",
    "Sheet",
]
