"""Declare where the events of a household's timeline come from."""

from collections.abc import Callable, Iterable

from config.caller import Caller
from config.hooks import Hook
from registry.households.models import Household
from registry.timeline.types import TimelineEvent

# source(household, user) yields the events of a household that `user` may see.
EventSource = Callable[[Household, Caller], Iterable[TimelineEvent]]
# By the name that events show as their `source`.
event_sources = Hook[EventSource]("Sources of timeline events")
