"""Hold what upper features do with differences that a sample of the paid has shown."""

from collections.abc import Callable, Sequence

from config.caller import Caller
from config.hooks import Hook
from transfers.receipts.models import ReceiptAnswer

# Each gets the answers that became differences, in the transaction that stores them, with who stored them.
difference_listeners = Hook[Callable[[Sequence[ReceiptAnswer], Caller], None]]("listeners to differences of receipts")
