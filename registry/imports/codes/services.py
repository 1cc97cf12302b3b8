"""Generate codes for the new households of a file, or of a survey platform, that have none."""

from typing import Final
from uuid import uuid4

from config.sql import Queries
from registry.households.api import NO_REGION_PREFIX

SQL: Final = Queries(__file__, "codes.sql")


def build_code_token() -> str:
    """Return a prefix that no code has, for the rows that wait for theirs."""
    return f"{uuid4().hex}-"


def generate_codes(token: str) -> None:
    """Generate codes for the new households whose code begins with `token`, skipping codes that users typed by hand."""
    while SQL.execute("generate_codes", {"token": token, "nowhere": NO_REGION_PREFIX}):
        prefixes = SQL.fetch_column("reset_taken_codes", {"token": token})
        if not prefixes:
            return
        SQL.execute("advance_code_counters", {"prefixes": prefixes})


def generate_missing_codes() -> None:
    """Generate codes for the checked rows without one."""
    params = {"token": build_code_token()}
    for name in ("mark_codeless_cells", "mark_codeless_rows"):
        SQL.execute(name, params)
    generate_codes(params["token"])
