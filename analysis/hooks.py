"""Register the callbacks, audit exemption and data check of analysis at start-up."""

from accounts.audit.catalogue import exempt
from accounts.backup.invariants import register_check
from analysis.proximity import services as proximity
from analysis.proximity.invariants import check_nearest
from geo.facilities.bulk import on_places_loaded
from registry.households.bulk import on_bulk_loaded

on_bulk_loaded(proximity.refresh_households)
on_places_loaded(proximity.refresh_services)
exempt({"analysis_nearest_service": "derived from households and places"})
register_check("nearest services", check_nearest)
