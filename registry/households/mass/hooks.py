"""Declare the operations that a mass job can run."""

from config.hooks import Hook
from registry.households.mass.types import MassOperation

# By their names, which are stored with jobs.
mass_operations = Hook[MassOperation]("Mass operations on households")
