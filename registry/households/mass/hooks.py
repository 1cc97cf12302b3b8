"""Declare the operations that a mass job can run, and the enrolment that the transfers app provides."""

from collections.abc import Callable

from config.hooks import Hook
from registry.households.mass.types import MassOperation, Verdicts

# By their names, which are stored with jobs.
mass_operations = Hook[MassOperation]("Mass operations on households")

# Enrols locked households, whose projects allow it, into a programme: enrol(ids=…, programme_id=…, user=…) returns a
# verdict for each.
EnrolFunction = Callable[..., Verdicts]
# At most one entry, from the transfers app.
enrol_functions = Hook[EnrolFunction]("Enrolment of households")
