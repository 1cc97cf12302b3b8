"""Register the callbacks, types of points, audit exemption and data check of analysis at start-up."""

from accounts.audit.api import unaudited_tables
from accounts.backup.api import data_checks
from analysis.density.hooks import PointSource, point_sources
from analysis.density.queries import find_beneficiary_points, find_household_points
from analysis.proximity import services as proximity
from analysis.proximity.api import DISTANCE_SOURCE, DISTANCES
from analysis.proximity.checks import check_nearest_services
from geo.facilities.api import facility_load_callbacks
from registry.households.api import bulk_load_callbacks
from transfers.eligibility.api import field_sources

bulk_load_callbacks.register("nearest services", proximity.refresh_households)
facility_load_callbacks.register("nearest services", proximity.refresh_services)
unaudited_tables.register("analysis_nearest_service", "derived from households and places")
point_sources.register("menages", PointSource("registre.lire", find_household_points))
point_sources.register("beneficiaires", PointSource("transferts.lire", find_beneficiary_points))
field_sources.register(DISTANCE_SOURCE, DISTANCES)
data_checks.register("nearest services", check_nearest_services)
