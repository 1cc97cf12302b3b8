"""Export what other features may use of households; the rest of the package is private."""

from registry.households.bulk import (
    TOUCHED,
    lock_selected_households,
    open_bulk_load,
    register_bulk_callback,
    tune_transaction,
)
from registry.households.dependencies import count_dependencies, register_dependency
from registry.households.fold import fold_tallies
from registry.households.former import FormerHousehold, find_successor_codes, find_successor_id
from registry.households.gone import (
    PLACES,
    describe_gone_reference,
    has_changed_areas,
    refuse_gone_references,
)
from registry.households.history import CollectionMove
from registry.households.layer import HOUSEHOLDS
from registry.households.mass import (
    MassOperation,
    Verdicts,
    build_mass_result,
    lock_visible_households,
    register_mass_operation,
    run_mass_operation,
)
from registry.households.phones import normalise_phone
from registry.households.positions import (
    ABROAD,
    FAULTS,
    compose_fault_conditions,
    find_country_box,
    find_position_fault,
)
from registry.households.queries import (
    EVERYBODY,
    build_lookups,
    count_by_tally,
    filter_households,
    find_household_detail,
    list_page,
    list_summaries,
    search_household_ids,
)
from registry.households.services import (
    NO_REGION,
    reserve_free_code,
    reserve_numbers,
    touch_household,
)
from registry.households.shapes import (
    HouseholdParams,
    SummaryResponse,
    serialize_detail,
    serialize_summary,
)
from registry.households.tally import HouseholdTally

__all__ = [
    "ABROAD",
    "CollectionMove",
    "EVERYBODY",
    "FAULTS",
    "FormerHousehold",
    "HOUSEHOLDS",
    "HouseholdParams",
    "HouseholdTally",
    "MassOperation",
    "NO_REGION",
    "PLACES",
    "SummaryResponse",
    "TOUCHED",
    "Verdicts",
    "build_lookups",
    "build_mass_result",
    "compose_fault_conditions",
    "count_by_tally",
    "count_dependencies",
    "describe_gone_reference",
    "filter_households",
    "find_country_box",
    "find_household_detail",
    "find_position_fault",
    "find_successor_codes",
    "find_successor_id",
    "fold_tallies",
    "has_changed_areas",
    "list_page",
    "list_summaries",
    "lock_selected_households",
    "lock_visible_households",
    "normalise_phone",
    "open_bulk_load",
    "refuse_gone_references",
    "register_bulk_callback",
    "register_dependency",
    "register_mass_operation",
    "reserve_free_code",
    "reserve_numbers",
    "run_mass_operation",
    "search_household_ids",
    "serialize_detail",
    "serialize_summary",
    "touch_household",
    "tune_transaction",
]
