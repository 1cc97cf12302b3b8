"""Define how many payments go to an operator at once, and how long a run is believed to be alive."""

from datetime import timedelta
from typing import Final

from transfers.beneficiaries.models import ModePaiement
from transfers.execution.models import Provider

# Payments claimed, sent and settled together. A crash leaves at most so many unknown.
BATCH_SIZE: Final = 500
LEASE: Final = timedelta(seconds=60)
# The only mode of payment that a provider pays; the others pay any.
PAID_MODES: Final = {Provider.ESPECES.value: ModePaiement.ESPECES.value}
# The length of a reason that is stored.
MAX_REASON: Final = 500
