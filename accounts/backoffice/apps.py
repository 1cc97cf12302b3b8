"""Configure Django's admin with this service's site."""

from django.contrib.admin.apps import AdminConfig


class BackOfficeConfig(AdminConfig):
    """Discover the `admin.py` of every app and make `django.contrib.admin.site` an instance of `BackOffice`."""

    default_site = "accounts.backoffice.sites.BackOfficeSite"
    verbose_name = "Administration"
