"""Hold what each app erases of a person, and what it retains."""

from collections.abc import Callable

from accounts.erasure.types import ErasureSubject
from config.hooks import Hook

# Under the name shown to the operator; an eraser erases rows of the subject and returns how many there were. They run
# in the order of registration.
erasers = Hook[Callable[[ErasureSubject], int]]("erasers of personal data")
# By audited model, the columns whose values are figures and stay in audit entries; all other values are erased.
retained_columns = Hook[tuple[str, ...]]("columns retained by an erasure")
