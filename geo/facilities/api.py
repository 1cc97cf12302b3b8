"""Export what other features may use of facilities; the rest of the package is private."""

from geo.facilities.hooks import facility_load_callbacks
from geo.facilities.queries import exclude_closed, select_type_label
from geo.facilities.rules import (
    HEALTH_AGENT_TYPE_LABELS,
    HEALTH_SERVICE_TYPE_LABELS,
    LOCAL_ACTOR_TYPE_LABELS,
    POLICE_STATION_TYPE_LABELS,
    SCHOOL_TYPE_LABELS,
    VBG_SERVICE_TYPE_LABELS,
    WATER_POINT_TYPE_LABELS,
)
from geo.facilities.services import bulk_load_facilities, save_facility

__all__ = [
    "HEALTH_AGENT_TYPE_LABELS",
    "HEALTH_SERVICE_TYPE_LABELS",
    "LOCAL_ACTOR_TYPE_LABELS",
    "POLICE_STATION_TYPE_LABELS",
    "SCHOOL_TYPE_LABELS",
    "VBG_SERVICE_TYPE_LABELS",
    "WATER_POINT_TYPE_LABELS",
    "bulk_load_facilities",
    "exclude_closed",
    "facility_load_callbacks",
    "save_facility",
    "select_type_label",
]
