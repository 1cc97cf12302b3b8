"""Export what other features may use of households; the rest of the package is private."""

from registry.households.bulk.hooks import bulk_load_callbacks
from registry.households.bulk.services import TOUCHED_TABLE, open_bulk_load, tune_reading, tune_transaction
from registry.households.codes.services import NO_REGION_PREFIX, reserve_code_numbers, reserve_free_code
from registry.households.filters import (
    HouseholdFilters,
    HouseholdOriginFilters,
    ImportFilter,
    QuestionFilter,
    filter_by_search,
    filter_households,
    find_ids_by_code,
)
from registry.households.hooks import (
    HouseholdQuestion,
    dependency_permissions,
    household_dependencies,
    household_questions,
    withheld_dependencies,
)
from registry.households.layer import HOUSEHOLD_LAYER
from registry.households.location.queries import find_country_box, find_position_fault
from registry.households.location.rules import POSITION_ABROAD, POSITION_FAULTS, compose_position_conditions
from registry.households.locks import (
    LOCKED_IDS_SQL,
    lock_household,
    lock_selected_households,
    lock_visible_households,
    lock_writable_household,
)
from registry.households.mass.hooks import mass_operations
from registry.households.mass.services import build_mass_result, run_mass_operation
from registry.households.mass.types import MassError, MassOperation, MassResult, Verdicts
from registry.households.queries import (
    count_household_dependencies,
    count_households_by_tally,
    find_successor_codes,
    find_successor_id,
    get_household_detail,
    list_household_details,
    list_household_page,
    list_household_summaries,
)
from registry.households.rules import AREA_COLUMNS, format_example_phone, list_phone_lengths, normalise_phone
from registry.households.services import (
    build_gone_reference_problem,
    has_changed_areas,
    refuse_gone_references,
    touch_household,
)
from registry.households.tally.services import fold_tallies
from registry.households.types import HouseholdDetail, LockedHousehold

__all__ = [
    "AREA_COLUMNS",
    "HOUSEHOLD_LAYER",
    "LOCKED_IDS_SQL",
    "NO_REGION_PREFIX",
    "POSITION_ABROAD",
    "POSITION_FAULTS",
    "TOUCHED_TABLE",
    "HouseholdDetail",
    "HouseholdFilters",
    "HouseholdOriginFilters",
    "HouseholdQuestion",
    "ImportFilter",
    "LockedHousehold",
    "MassError",
    "MassOperation",
    "MassResult",
    "QuestionFilter",
    "Verdicts",
    "build_gone_reference_problem",
    "build_mass_result",
    "bulk_load_callbacks",
    "compose_position_conditions",
    "count_household_dependencies",
    "count_households_by_tally",
    "dependency_permissions",
    "filter_by_search",
    "filter_households",
    "find_country_box",
    "find_ids_by_code",
    "find_position_fault",
    "find_successor_codes",
    "find_successor_id",
    "fold_tallies",
    "format_example_phone",
    "get_household_detail",
    "has_changed_areas",
    "household_dependencies",
    "household_questions",
    "list_household_details",
    "list_household_page",
    "list_household_summaries",
    "list_phone_lengths",
    "lock_household",
    "lock_selected_households",
    "lock_visible_households",
    "lock_writable_household",
    "mass_operations",
    "normalise_phone",
    "open_bulk_load",
    "refuse_gone_references",
    "reserve_code_numbers",
    "reserve_free_code",
    "run_mass_operation",
    "touch_household",
    "tune_reading",
    "tune_transaction",
    "withheld_dependencies",
]
