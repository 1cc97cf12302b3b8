"""Django finds an app's models here; each feature owns its own."""

from transfers.programmes.models import Programme

__all__ = ["Programme"]
