"""Django's admin with the site of this service."""

from django.contrib.admin.apps import AdminConfig


class BackOfficeConfig(AdminConfig):
    """Finds the `admin.py` of every app; `django.contrib.admin.site` is ours."""

    default_site = "accounts.backoffice.site.BackOffice"
    verbose_name = "Administration"
