"""Expose the WSGI application: `gunicorn config.wsgi`."""

import os

from django.core.wsgi import get_wsgi_application

from config.body_draining import drain_bodies

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = drain_bodies(get_wsgi_application())
