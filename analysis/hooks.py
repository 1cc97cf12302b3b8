"""Register the callbacks, audit exemption and data check of analysis at start-up."""

from accounts.audit.api import unaudited_tables
from accounts.backup.api import data_checks
from analysis.proximity import services as proximity
from analysis.proximity.invariants import check_nearest_services
from geo.facilities.api import facility_load_callbacks
from registry.households.api import bulk_load_callbacks

bulk_load_callbacks.register("nearest services", proximity.refresh_households)
facility_load_callbacks.register("nearest services", proximity.refresh_services)
unaudited_tables.register("analysis_nearest_service", "derived from households and places")
data_checks.register("nearest services", check_nearest_services)
