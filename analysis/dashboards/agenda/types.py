"""Describe what needs a user today."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise


@dataclass(frozen=True)
class Matter:
    """Define one kind of work: who does it, how urgent it is, and where it is listed.

    `liste` is the address of the list in the API, `vue` the page of the console; `sentence` takes the number as `n`.
    """

    permissions: tuple[str, ...]
    urgence: str
    liste: str
    vue: str
    sentence: Promise


@dataclass(frozen=True)
class AgendaItem:
    """Hold how much of one kind of work waits: as many as the list at `liste` has under `parametres`."""

    code: str
    nombre: int
    urgence: str
    description: str
    liste: str
    vue: str
    parametres: Mapping[str, str]
