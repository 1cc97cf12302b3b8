"""Create teams and complaints with set-based SQL, within the limits that the database holds."""

import json
from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.utils import timezone

from analysis.demo.complaints.rules import DAYS, LIMIT, TEAMS, count_complaints
from analysis.demo.rules import DOMAIN
from config.sql import Queries
from transfers.complaints.api import DIRECTION_DAYS

SQL: Final = Queries(__file__, "complaints.sql")


def seed_complaints(params: dict[str, Any], report: Callable[[str], None]) -> None:
    """Create the teams, and complaints of the last year in every state."""
    teams = [
        {"nom": name, "categories": categories, "membres": [f"{each}@{DOMAIN}" for each in members]}
        for name, categories, members in TEAMS
    ]
    drawn = {
        **params,
        "equipes": json.dumps(teams),
        "limite": LIMIT,
        "nombre": count_complaints(params["menages"]),
        "jours": DAYS,
        "jour": timezone.localdate(),
        "jours_direction": DIRECTION_DAYS,
        "delais": json.dumps(settings.COMPLAINT_DAYS),
    }
    SQL.execute("add_teams", drawn)
    SQL.execute("draw_complaints", drawn)
    number = SQL.execute("add_complaints", drawn)
    for query in ("add_texts", "add_moves", "add_alerts", "add_notices", "drop_drawn"):
        SQL.execute(query, drawn)
    report(f"{number} complaints, {len(teams)} teams")
