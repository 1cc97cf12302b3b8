"""Create cases with set-based SQL, written as the role that alone may."""

import json
from collections.abc import Callable
from typing import Any, Final

from django.utils import timezone

from analysis.demo.cases.rules import MONTHS, RUBRIQUES, count_demo_cases
from analysis.vbg.cases.api import become_case_role, publish_sums, shift_month
from config.sql import Queries

SQL: Final = Queries(__file__, "cases.sql")


def seed_cases(params: dict[str, Any], report: Callable[[str], None]) -> None:
    """Create cases of the last three years; the month that runs has none, as it is told to nobody."""
    drawn = {
        **params,
        "nombre": count_demo_cases(params["menages"]),
        "mois": MONTHS,
        "dernier": shift_month(timezone.localdate(), -1),
        "rubriques": json.dumps(RUBRIQUES),
    }
    SQL.execute("draw_cases", drawn)
    SQL.execute("grant_drawn")
    with become_case_role():
        number = SQL.execute("add_cases")
    SQL.execute("drop_drawn")
    publish_sums(timezone.now())
    report(f"{number} cases, of which only perturbed counts are told")
