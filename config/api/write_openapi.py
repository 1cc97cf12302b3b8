"""Write the OpenAPI documents of this version that are not on disk yet: `python -m config.api.write_openapi`."""

import os
from importlib import import_module
from typing import Any

import django
from django.conf import settings
from django.utils.translation import override


def write_documents() -> None:
    """Write those of all languages."""
    views: Any = import_module("config.api.service_views")  # needs the applications
    for language, _name in settings.LANGUAGES:
        with override(language):
            views.render_document(language)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.nice(10)  # it runs beside requests
    django.setup()
    write_documents()
