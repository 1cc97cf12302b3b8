"""Define the moves of a complaint from one status to the next."""

from typing import Final

from transfers.complaints.models import OPEN_STATUSES
from transfers.complaints.models import ComplaintStatus as Status

# By the status asked for: those it may follow. `ouverte` is reached by an assignment only.
SOURCES: Final[dict[str, frozenset[str]]] = {
    Status.EN_COURS: frozenset({Status.OUVERTE, Status.RESOLUE}),
    Status.RESOLUE: frozenset({Status.EN_COURS}),
    Status.FERMEE: frozenset({Status.RESOLUE}),
    Status.REJETEE: frozenset({Status.NOUVELLE, Status.OUVERTE, Status.EN_COURS, Status.RESOLUE}),
}
# A complaint is given to a member, or to another one, until it is resolved.
ASSIGNABLE: Final = frozenset(OPEN_STATUSES)
# Its deadline runs, and may be suspended.
SUSPENDABLE: Final = frozenset(OPEN_STATUSES)
# Nothing of it changes any more, unless an appeal brings it back to `nouvelle`.
ENDED: Final = frozenset({Status.FERMEE, Status.REJETEE})
# What was decided may be appealed against.
APPEALABLE: Final = frozenset({Status.RESOLUE, Status.FERMEE, Status.REJETEE})
