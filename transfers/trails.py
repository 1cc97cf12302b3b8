"""What of transfers is audited."""

from typing import Final

from accounts.audit.catalogue import Trail

TRAILS: Final = (Trail("transfers_programme", "programme", "transferts.lire"),)
