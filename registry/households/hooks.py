"""Declare what upper features and apps add to households."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q

from config.caller import Caller
from config.hooks import Hook

# Maps household ids to the number of rows of each household that has any.
DependencyCounter = Callable[[list[UUID]], dict[UUID, int]]
# Gets the id of a household and the user who has created or changed it.
HouseholdListener = Callable[[UUID, Caller], None]


@dataclass(frozen=True)
class HouseholdQuestion:
    """Describe questions whose households the filters find.

    `read` returns the plan that a text holds, and raises a ValidationError for one that asks no household; `check`
    refuses a plan that the caller may not run; `build_condition` returns the condition that a household answers it.
    """

    read: Callable[[str], Any]
    check: Callable[[Any, Caller], None]
    build_condition: Callable[[Any], Q]


# Rows that refer to households and prevent their deletion, under the names that check-dependencies shows.
household_dependencies = Hook[DependencyCounter]("Dependencies of households")
# The permission with which each is read, under the same name; that of households reads the others.
dependency_permissions = Hook[str]("Permissions to read dependencies of households")
# Rows of which few may know, and which prevent the deletion, too: who may delete is told how many, without what they are.
withheld_dependencies = Hook[DependencyCounter]("Withheld dependencies of households")
# Called in the transaction that wrote one household; a bulk load calls `bulk_load_callbacks` instead.
household_listeners = Hook[HouseholdListener]("Listeners to written households")
# What reads the questions of the filter `plan`, under its name.
household_questions = Hook[HouseholdQuestion]("Questions about households")
