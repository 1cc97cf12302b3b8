"""Import the models of all features, so that Django finds them here."""

from analysis.dashboards.models import DailyTotal
from analysis.database_logins.models import DatabaseLogin
from analysis.proximity.models import NearestService
from analysis.reports.models import ReportDelivery, ReportSubscription
from analysis.vbg.case_collection.models import CollectedCase
from analysis.vbg.cases.models import Case, CubeCell, ServiceCell
from analysis.vbg.collectors.models import ReturnedStatus
from analysis.vbg.imports.models import VbgUpload

__all__ = [
    "Case",
    "CollectedCase",
    "CubeCell",
    "DailyTotal",
    "DatabaseLogin",
    "NearestService",
    "ReportDelivery",
    "ReportSubscription",
    "ReturnedStatus",
    "ServiceCell",
    "VbgUpload",
]
