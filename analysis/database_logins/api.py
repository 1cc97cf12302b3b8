"""Export what other features may use of logins of the database; the rest of the package is private."""

from analysis.database_logins.models import Usage
from analysis.database_logins.qgis.layers import LAYERS, Category, GisLayer
from analysis.database_logins.qgis.projects import ProjectLayer, pack_project
from analysis.database_logins.qgis.styles import write_style
from analysis.database_logins.queries import list_logins
from analysis.database_logins.services import end_login, make_login, publish_views
from analysis.database_logins.types import LoginState, NewLogin, ViewColumn

__all__ = [
    "LAYERS",
    "Category",
    "GisLayer",
    "LoginState",
    "NewLogin",
    "ProjectLayer",
    "Usage",
    "ViewColumn",
    "end_login",
    "list_logins",
    "make_login",
    "pack_project",
    "publish_views",
    "write_style",
]
