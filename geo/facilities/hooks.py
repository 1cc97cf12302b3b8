"""Declare what upper apps add to facilities."""

from collections.abc import Callable

from config.hooks import Hook

# Gets the name of the facility table that was written, in the same transaction.
FacilityLoadCallback = Callable[[str], None]

# Called at the end of a bulk load of facilities.
facility_load_callbacks = Hook[FacilityLoadCallback]("Callbacks of bulk loads of facilities")
