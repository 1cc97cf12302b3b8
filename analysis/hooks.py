"""Register the callbacks, audit exemption and data check of analysis at start-up."""

from accounts.audit.catalogue import register_unaudited_tables
from accounts.backup.invariants import register_check
from analysis.proximity import services as proximity
from analysis.proximity.invariants import check_nearest_services
from geo.facilities.bulk import on_facilities_loaded
from registry.households.bulk import register_bulk_callback

register_bulk_callback(proximity.refresh_households)
on_facilities_loaded(proximity.refresh_services)
register_unaudited_tables({"analysis_nearest_service": "derived from households and places"})
register_check("nearest services", check_nearest_services)
