"""What transfers hands out at start-up."""

from accounts.audit import catalogue as audit
from transfers import trails

audit.register(trails.TRAILS)
