"""Declare what upper apps count before a project is deleted."""

from collections.abc import Callable
from uuid import UUID

from config.hooks import Hook

# Takes the id of a project and returns the number of rows that refer to it indirectly.
DependencyCounter = Callable[[UUID], int]
# Under the names that a refused deletion shows.
project_dependencies = Hook[DependencyCounter]("Indirect dependencies of projects")
