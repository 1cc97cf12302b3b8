"""Read a survey with consumption, and measure methods and designs against it. Nothing of it is kept."""

import json
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np
from django.conf import settings
from django.db import transaction

from config.sql import Queries
from geo.import_engine import staging
from geo.import_engine.deposits import TooManyRows
from geo.import_engine.progress import ReportProgress, RowProgress, ignore_progress
from geo.import_engine.reader import build_file_problem, convert_unreadable_file, iterate_output, read_head
from geo.tables.column_titles import build_title_key
from geo.tables.launcher import run_reader_child, send_message
from registry.pmt.api import compute_score, list_variables, read_definition
from registry.pmt.models import PmtMethod
from transfers.eligibility.conditions.catalogue import SCORE, iterate_fields
from transfers.eligibility.laboratory.types import Design
from transfers.eligibility.survey.queries import judge_households, list_absent_fields, list_read_fields
from transfers.eligibility.survey.rules import (
    FILE_MESSAGES,
    MAX_ROWS,
    MIN_HOUSEHOLDS,
    build_sample,
    estimate_share,
    find_poverty_line,
    name_column,
    parse_number,
    parse_value,
)
from transfers.eligibility.survey.types import (
    CutoffErrors,
    DesignErrors,
    MethodErrors,
    Sample,
    Survey,
    SurveyColumns,
    SurveyErrors,
    SurveyHousehold,
    SurveyQuestion,
)

SQL: Final = Queries(__file__, "survey.sql")
# Reads titles and cells as they are written, whatever they mean.
CHILD: Final = "geo.import_engine.table_child"
Measured = TypeVar("Measured", MethodErrors, DesignErrors)


def measure_errors(
    path: Path, question: SurveyQuestion, *, report: ReportProgress = ignore_progress, awaited_rows: int | None = None
) -> SurveyErrors:
    """Return the errors of exclusion and inclusion of each method and design at each cut-off, by a survey.

    Raises VALIDATION_ERROR when the file cannot be read, lacks a column, or has too few households, TooManyRows when it
    has more than `awaited_rows` rows.
    """
    progress = RowProgress(report)
    methods, designs, cutoffs = question.methods, question.designs, question.cutoffs
    needed = _list_needed(methods, designs)
    survey = _read_survey(path, question.columns, needed, progress.report_reading, awaited_rows)
    line = find_poverty_line(survey.households, question.poor_share / 100)
    sample = build_sample(survey.households, line)
    shares = iter(range(1, len(methods) + len(designs) + 1))

    def count(measured: Measured) -> Measured:
        progress.report_share(next(shares) / (len(methods) + len(designs)))
        return measured

    return SurveyErrors(
        survey.rows,
        len(survey.households),
        round(line, 2),
        [count(_measure_method(method, survey, sample, cutoffs)) for method in methods],
        [count(_measure_design(design, survey, sample, cutoffs)) for design in designs],
    )


def _list_needed(methods: Sequence[PmtMethod], designs: Sequence[Design]) -> set[str]:
    """Return the variables and fields that methods and designs read."""
    used = [*methods, *(design.method for design in designs if design.method)]
    needed = {name for method in used for name in list_variables(read_definition(method))}
    needed |= {name for design in designs if design.rules for name in list_read_fields(design.rules)}
    return needed | {SCORE} if designs else needed


def _measure_method(method: PmtMethod, survey: Survey, sample: Sample, cutoffs: Sequence[Decimal]) -> MethodErrors:
    definition = read_definition(method)
    scores = [compute_score(definition, row.values) for row in survey.households]
    column = _build_column(scores)
    return MethodErrors(
        method.id,
        f"{method.nom} (v{method.version})",
        scores.count(None),
        sorted(list_variables(definition) - survey.variables),
        [_measure_choice(sample, column <= float(cutoff), cutoff) for cutoff in cutoffs],
    )


def _build_column(scores: Sequence[Decimal | float | None]) -> np.ndarray:
    """Return scores as a column; who has none is below no cut-off."""
    return np.array([np.nan if score is None else float(score) for score in scores])


def _measure_design(design: Design, survey: Survey, sample: Sample, cutoffs: Sequence[Decimal]) -> DesignErrors:
    """Measure a design: its rules with its own cut-off, and with each of `cutoffs` where the survey tells a score.

    The score is that of its method, else the column of the survey.
    """
    scores, absent = _find_scores(design, survey)
    has_score = any(score is not None for score in scores)
    judged: list[bool] | None = None
    if design.rules:
        known = survey.variables | ({SCORE} if has_score else set())
        values = [row.values | {SCORE: score} for row, score in zip(survey.households, scores, strict=True)]
        judged = judge_households(design.rules, values, known)
        absent += [name for name in list_absent_fields(design.rules, known) if name not in absent]
    if design.cutoff is not None and not has_score and SCORE not in absent:
        absent.append(SCORE)
    own = design.cutoff if has_score else None
    ruled, column = np.array(judged or [True] * len(scores)), _build_column(scores)

    def measure(cutoff: Decimal | None) -> CutoffErrors:
        chosen = ruled if cutoff is None else ruled & (column <= float(cutoff))
        return _measure_choice(sample, chosen, cutoff)

    return DesignErrors(
        design.name,
        scores.count(None) if has_score or design.method else 0,
        absent,
        None if judged is None and own is None else measure(own),
        [measure(cutoff) for cutoff in cutoffs] if has_score else [],
    )


def _find_scores(design: Design, survey: Survey) -> tuple[list[Decimal | float | None], list[str]]:
    """Return the score of each household for a design, and the variables of its method that the survey lacks."""
    if design.method is None:
        return [row.values.get(SCORE) for row in survey.households], []
    definition = read_definition(design.method)
    scores = [compute_score(definition, row.values) for row in survey.households]
    return [*scores], sorted(list_variables(definition) - survey.variables)


def _measure_choice(sample: Sample, chosen: np.ndarray, cutoff: Decimal | None) -> CutoffErrors:
    """Exclusion: of the poor, who is not chosen. Inclusion: of the chosen, who is not poor."""
    return CutoffErrors(
        cutoff,
        estimate_share(sample, ~chosen, sample.poor),
        estimate_share(sample, ~sample.poor, chosen),
        estimate_share(sample, chosen, np.ones_like(chosen)),
    )


def _read_survey(
    path: Path, columns: SurveyColumns, needed: set[str], report: ReportProgress, awaited_rows: int | None
) -> Survey:
    """Read the usable households of a file: those with a positive consumption, size and weight.

    What of `needed` no column was named for is read from the column of its name, where there is one. Raises
    VALIDATION_ERROR.
    """
    names = [columns.consumption, columns.size, columns.weight, columns.cluster, *columns.variables]
    unnamed = sorted(needed - set(columns.variables.values()))
    required = list(dict.fromkeys(name for name in names if name))
    titles, lines = _read_lines(path, required, unnamed, report, awaited_rows)
    variables = columns.variables | {name: name for name in unnamed if name in titles}
    places = {name: f"c{place}" for place, name in enumerate(titles)}
    kinds = {name_column(field.name): field.kind for field in iterate_fields()}
    households = []
    for line in lines:
        cells = {name: line[place] for name, place in places.items()}
        size = parse_number(cells[columns.size])
        spent = parse_number(cells[columns.consumption])
        weight = parse_number(cells[columns.weight]) if columns.weight else 1.0
        if not (size and size > 0 and spent and spent > 0 and weight and weight > 0):
            continue
        values = {name: parse_value(kinds[name], cells[title]) for title, name in variables.items()}
        cluster = (cells[columns.cluster] if columns.cluster else None) or f"ligne {line['ligne']}"
        households.append(SurveyHousehold(spent / size, weight * size, cluster, values))
    if len(households) < MIN_HOUSEHOLDS:
        raise build_file_problem(FILE_MESSAGES, "peu", {"n": len(households), "least": MIN_HOUSEHOLDS})
    return Survey(households, len(lines), frozenset(variables.values()))


def _read_lines(
    path: Path, required: Sequence[str], optional: Sequence[str], report: ReportProgress, awaited_rows: int | None
) -> tuple[list[str], list[dict[str, Any]]]:
    """Return the titles that are there and the lines of a file, as a confined child process reads them.

    The cells of a line are c0, c1 and so on, in the order of the titles.
    """
    options = {
        "awaited_rows": min(MAX_ROWS, awaited_rows or MAX_ROWS),
        "failures": True,
        "max_columns": settings.UPLOAD_MAX_TITLES,
        "titles": [build_title_key(name) for name in (*required, *optional)],
    }
    try:
        with (
            transaction.atomic(),
            convert_unreadable_file(FILE_MESSAGES),
            run_reader_child(CHILD, path, options, patient=awaited_rows is None) as process,
        ):
            head: dict[str, Any] = json.loads(read_head(process))
            places = _find_places(head["colonnes"], required, optional)
            send_message(process, list(places.values()))
            columns = [f"c{place}" for place in range(len(places))]
            staging.create_tables(dict.fromkeys(columns, "text"))
            staging.copy_blocks(columns, iterate_output(process, head["lignes"], report))
            lines = SQL.fetch_rows("read_lines", columns=", ".join(columns))
            staging.drop_tables()
    except TooManyRows as error:
        if awaited_rows is not None and awaited_rows < MAX_ROWS:
            raise
        raise build_file_problem(FILE_MESSAGES, "lignes", {"max": MAX_ROWS}) from error
    return list(places), lines


def _find_places(titles: Sequence[str], required: Sequence[str], optional: Sequence[str]) -> dict[str, int]:
    """Return the place of each column among the titles. Raises VALIDATION_ERROR when a required one is missing."""
    known: dict[str, int] = {}
    for place, title in enumerate(titles):
        known.setdefault(build_title_key(title), place)
    places = {name: known.get(build_title_key(name)) for name in (*required, *optional)}
    if missing := [name for name in required if places[name] is None]:
        found = {"colonnes": ", ".join(missing)[:300], "titres": ", ".join(titles)[:300]}
        raise build_file_problem(FILE_MESSAGES, "titres", found)
    return {name: place for name, place in places.items() if place is not None}
