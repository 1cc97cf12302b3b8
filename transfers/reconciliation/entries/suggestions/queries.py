"""Find the nearest candidates for the other side of an entry, scored as a matching scores them."""

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

import pandas as pd
from django.conf import settings

from config.caller import Caller
from config.sql import Queries
from registry.households.api import normalise_phone
from transfers.reconciliation.entries.queries import read_entries
from transfers.reconciliation.entries.suggestions.types import Side, Suggestion
from transfers.reconciliation.matching.api import (
    Criteria,
    Tolerances,
    describe_evidence,
    load_earlier,
    score_all_pairs,
)
from transfers.reconciliation.models import (
    CANDIDATE_REASONS,
    EntrySource,
    ReconciliationEntry,
    ReconciliationSession,
)

SQL: Final = Queries(__file__, "suggestions.sql")
# Those that are shown: of one amount no more can be among the best, unless their telephone or reference is the same.
SHOWN: Final = 5
# How many different amounts are compared above ours, and below.
AMOUNTS: Final = 25
# The most that are scored: all of the nearest amounts, and some that name the payment.
SCORED: Final = 2 * AMOUNTS * 3 * SHOWN + 100
# What is still open, as the index of candidates says it.
OPEN: Final = "statut = 'non_rapprochee' AND raison IN ({}) AND montant_compare IS NOT NULL".format(
    ", ".join(f"'{reason.value}'" for reason in CANDIDATE_REASONS)
)
# What is compared, by the kinds of evidence that show that it agrees.
COMPARED: Final = ("reference", "telephone", "montant", "date")


def list_suggestions(session: ReconciliationSession, entry: ReconciliationEntry, user: Caller) -> list[Suggestion]:
    """Return the nearest open entries of the other side, the best score first.

    Money that came back pays nobody: for its line they are those of other sessions that it may reverse.
    """
    own = SQL.fetch_object(Side, "find_side", {"entry": entry.id, "zone": settings.TIME_ZONE})
    params = {
        "session": session.id,
        "cycle": session.cycle_id,
        "reference": own.reference,
        "compte": normalise_phone(own.telephone),
        "telephone": own.telephone,
        "montant": own.montant,
        "jour": own.jour,
        "zone": settings.TIME_ZONE,
        "limit": SCORED,
    }
    is_payment = entry.source == EntrySource.SIG
    if entry.ligne is not None and entry.ligne.credit:
        others = _list_earlier(session, entry, user)
    else:
        nearest = _list_nearest(session, own, EntrySource.RELEVE if is_payment else EntrySource.SIG)
        others = SQL.fetch_objects(Side, "list_lines" if is_payment else "list_payments", params | {"nearest": nearest})
    if not others:
        return []
    sides = (others, [own]) if is_payment else ([own], others)
    best = _score_sides(session, *sides).head(SHOWN).to_dict("records")
    shown = read_entries([others[row["line" if is_payment else "payment"]].entree_id for row in best])
    return [_build_suggestion(row, each) for row, each in zip(best, shown, strict=True)]


def _list_nearest(session: ReconciliationSession, own: Side, side: EntrySource) -> list[UUID]:
    """Return the open entries of the other side that are nearest in amount, of each amount those of the nearest days."""
    params = {"session": session.id, "side": side, "montant": own.montant, "jour": own.jour}
    return SQL.fetch_column("list_nearest", params | {"amounts": AMOUNTS, "each": SHOWN}, open=OPEN)


def _list_earlier(session: ReconciliationSession, entry: ReconciliationEntry, user: Caller) -> list[Side]:
    """Return the lines of other sessions that a return may reverse, of the regions that `user` sees."""
    earlier = load_earlier(session, entry.ligne_id)
    rows = {row["entree"]: row for row in earlier[~earlier["est_rendue"]].to_dict("records")}
    visible = ReconciliationEntry.objects.visible_to(user).filter(id__in=rows).values_list("id", flat=True)
    return [
        Side(
            entree_id=identity,
            reference=row["reference"],
            telephone=row["telephone"],
            montant=row["montant"],
            frais=row["frais"],
            ordre=row["montant"],
            brut=False,
            jour=None if pd.isna(row["jour"]) else row["jour"].date(),
        )
        for identity in sorted(visible)
        for row in [rows[str(identity)]]
    ]


def _score_sides(session: ReconciliationSession, lines: Sequence[Side], payments: Sequence[Side]) -> pd.DataFrame:
    """Return all pairs of these sides with their scores, the best first."""
    tolerances = Tolerances(
        montant=session.tolerance_montant,
        jours=session.tolerance_date,
        debut=pd.Timestamp(session.date_debut),
        fin=pd.Timestamp(session.date_fin),
    )
    scored = score_all_pairs(_build_frame(lines), _build_frame(payments), Criteria(), tolerances)
    near = scored.assign(amount=scored["ecart_montant"].abs(), days=scored["ecart_date"].abs())
    return near.sort_values(["score", "amount", "days"], ascending=[False, True, True], kind="stable")


def _build_frame(sides: Sequence[Side]) -> pd.DataFrame:
    days = pd.to_datetime(pd.Series([side.jour for side in sides], dtype="object"))
    return pd.DataFrame(
        {
            "reference": pd.Series([side.reference for side in sides], dtype="object"),
            "telephone": pd.Series([side.telephone for side in sides], dtype="object"),
            "montant": pd.Series([side.montant for side in sides], dtype="int64"),
            "frais": pd.Series([side.frais for side in sides], dtype="int64"),
            "ordre": pd.Series([side.ordre for side in sides], dtype="int64"),
            "brut": pd.Series([side.brut for side in sides], dtype="bool"),
        }
    ).assign(jour=days, depuis=days)


def _build_suggestion(row: dict[str, Any], entry: Any) -> Suggestion:
    codes = [str(code) for code in row["indices"]]
    agreed = {code.partition("_")[0] for code in codes}
    days = row["ecart_date"]
    return Suggestion(
        entree=entry,
        score=float(row["score"]),
        indices=codes,
        accords=describe_evidence(codes),
        differences=[name for name in COMPARED if name not in agreed],
        ecart_montant=int(row["ecart_montant"]),
        ecart_date=None if pd.isna(days) else int(days),
    )
