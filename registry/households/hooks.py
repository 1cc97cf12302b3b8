"""Declare what upper features and apps add to households."""

from collections.abc import Callable
from uuid import UUID

from config.caller import Caller
from config.hooks import Hook

# Maps household ids to the number of rows of each household that has any.
DependencyCounter = Callable[[list[UUID]], dict[UUID, int]]
# Gets the id of a household and the user who has created or changed it.
HouseholdListener = Callable[[UUID, Caller], None]

# Rows that refer to households and prevent their deletion, under the names that check-dependencies shows.
household_dependencies = Hook[DependencyCounter]("Dependencies of households")
# Called in the transaction that wrote one household; a bulk load calls `bulk_load_callbacks` instead.
household_listeners = Hook[HouseholdListener]("Listeners to written households")
