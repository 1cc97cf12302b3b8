"""What a programme's status allows."""

from typing import Final

from transfers.programmes.models import Programme

# People are enrolled before the first payment and while there are payments.
ENROLLING: Final = frozenset({Programme.Statut.EN_PREPARATION, Programme.Statut.ACTIF})
