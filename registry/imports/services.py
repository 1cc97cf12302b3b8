"""Validate and import household files."""

from collections.abc import Callable, Sequence
from itertools import chain
from operator import itemgetter
from pathlib import Path
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import IntegrityError, OperationalError, connection, transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.api.problems import conflict, forbidden
from registry.households import positions
from registry.households.bulk import tune
from registry.households.gone import PLACES, describe_gone_reference, has_changed_places, refuse_gone_references
from registry.imports.checking import check, note_file
from registry.imports.doubts import Doubts, note_doubts, refuse_doubts
from registry.imports.grouping import Kind, find_kinds, merge_kinds
from registry.imports.headers import FIELD, Header, Mapped, Question, describe_titles
from registry.imports.mappings import remember_mapping
from registry.imports.messages import and_more, as_line, described, sentence
from registry.imports.options import Options
from registry.imports.staging import SQL, Choices, stage
from registry.imports.writing import Written, write
from registry.pmt.queries import limits_in_force
from registry.projects.models import Campaign, Project
from registry.projects.services import require_writable

MAX_PROBLEMS: Final = 1000
ATTEMPTS: Final = 3
# SQLSTATEs of a code taken meanwhile, of a deadlock between two imports, and of a lane's lock timeout.
TAKEN: Final = ("23505", "40P01", "55P03")
At = Callable[[int, int], None]


def _ignore(done: int, total: int) -> None:
    """Ignore the progress."""


class Steps:
    """Convert the share of the whole that each step reports to progress in rows. Reading is the first fifth."""

    def __init__(self, at: At) -> None:
        self.at = at
        self.total = 0

    def read(self, done: int, total: int) -> None:
        self.total = total
        self.at(done // 5, total)

    def share(self, share: float) -> None:
        self.at(int(self.total * (0.2 + 0.8 * share)), self.total)


def _first(severity: str) -> list[dict[str, Any]]:
    return SQL.rows("problems", {"gravite": severity, "limit": MAX_PROBLEMS})


def _problems(severity: str, box: dict[str, Any], total: int) -> list[dict[str, Any]]:
    """Serialize the first issues of a severity, and one that tells how many more there are."""
    found = described(_first(severity), box)
    if total > len(found):
        found.append({"ligne": found[-1]["ligne"], "colonne": None, "message": and_more(total - len(found))})
    return found


def sheet_of(header: Header) -> dict[str, Any] | None:
    """Serialize which sheet of a workbook was read and which were not; None for a CSV."""
    sheet = header.sheet
    return {"lue": sheet.name, "nonLues": list(sheet.unread), "masquees": list(sheet.hidden)} if sheet else None


def _drop() -> None:
    with connection.cursor() as cursor:
        cursor.execute(SQL["drop_tables"])


def _describe_question(question: Question) -> dict[str, Any]:
    choices = [{"valeur": name, "libelle": name} for name in question.choices]
    return {
        "gravite": "erreur", "code": question.code, "colonne": question.column, "champ": FIELD, "choix": choices,
        "message": question.sentence, "nombre": 1, "lignes": [1], "nombreValeurs": 1, "valeurs": [],
    }  # fmt: skip


def _ask(header: Header) -> dict[str, Any]:
    """Build the response of a validation with questions about the columns, before any row is read."""
    errors = [{"ligne": 1, "colonne": asked.column, "message": asked.sentence} for asked in header.questions]
    return {
        "valid": False,
        "stats": {"total_menages": 0, "total_lignes": 0, "total_connus": 0},
        "feuille": sheet_of(header),
        "summary": {"total_erreurs": len(errors), "total_avertissements": 0},
        "erreurs": errors,
        "avertissements": [],
        "problemes": [_describe_question(asked) for asked in header.questions],
        "colonnes": describe_titles(header),
    }


@transaction.atomic
def validate_file(
    path: Path, *, text: bool, options: Options, at: At = _ignore, most: int | None = None
) -> dict[str, Any]:
    """Check a file against the registry without writing anything; return the response of validate-detailed.

    Raises VALIDATION_ERROR when the file cannot be read, TooMany when it has more than `most` rows.
    """
    tune()
    progress = Steps(at)
    choices = Choices(options.mapping, options.user)
    header = stage(path, text=text, choices=choices, sheet=options.sheet, at=progress.read, most=most)
    if header.questions:
        return _ask(header)
    box, doubts = check(header, options, progress.share)
    note_file(header)
    note_doubts(doubts, options)
    counts = SQL.one("counts")
    answer = {
        "valid": counts["errors"] == 0,
        "stats": {
            "total_menages": counts["households"],
            "total_lignes": counts["total"],
            "total_connus": counts["known"],
        },
        "feuille": sheet_of(header),
        "summary": {"total_erreurs": counts["errors"], "total_avertissements": counts["warnings"]},
        "erreurs": _problems("erreur", box, counts["errors"]),
        "avertissements": _problems("avertissement", box, counts["warnings"]),
        "problemes": [kind.describe(box) for kind in find_kinds()],
        "colonnes": describe_titles(header),
    }
    _drop()
    return answer


class Share(NamedTuple):
    """Hold the result of a file, or of one lane's part of it.

    That is what was written, the first errors, the kinds of issues, and the doubts.
    """

    written: Written
    errors: list[dict[str, Any]]
    kinds: Sequence[Kind] = ()
    doubts: Doubts = Doubts()


def write_share(
    header: Header,
    options: Options,
    at: Callable[[float], None],
    identity: UUID | None = None,
    *,
    is_first: bool = True,
) -> Share:
    """Check and write the staged rows.

    Of several lanes only the first adds the issues of the file. The caller, who knows the whole file, must refuse its
    doubts.
    """
    doubts = check(header, options, at).doubts
    if is_first:
        note_file(header)
    share = Share(write(header, options, at, identity=identity), _first("erreur"), find_kinds(), doubts)
    _drop()
    return share


def _unread(header: Header) -> list[str]:
    """Describe that the workbook has households on sheets that were not read."""
    sheet = header.sheet
    if sheet is None or not sheet.alike:
        return []
    problem = {"colonne": None, "code": "feuilles_semblables", "valeur": sheet.name, "autre": ", ".join(sheet.alike)}
    return [sentence(problem, {})]


def outcome(shares: Sequence[Share], options: Options, header: Header) -> dict[str, Any]:
    """Build the documented response from the shares of a file.

    A replaced household counts as updated, and so does one that already had the values of the file; `unchanged` counts
    the latter. `known` counts the skipped rows whose household mode create leaves unchanged.
    """
    lines, wrong, known, inserted, changed = (sum(column) for column in zip(*(s.written for s in shares), strict=True))
    updated = known if options.overwrites else 0
    imported = inserted - (updated if options.mode == "replace" else 0)
    first = sorted(chain(*(share.errors for share in shares)), key=itemgetter("ligne"))[:MAX_PROBLEMS]
    more = [and_more(wrong - len(first))] if wrong > len(first) else []
    country = positions.country()
    return {
        "total": lines,
        "imported": imported,
        "updated": updated,
        "unchanged": updated - changed if options.mode == "update" else 0,
        "known": known - updated,
        "skipped": lines - imported - updated,
        "errors": [*_unread(header), *(as_line(item) for item in described(first, country)), *more],
        "problemes": [kind.describe(country) for kind in merge_kinds(share.kinds for share in shares)],
        "colonnes": describe_titles(header),
    }


def _load(path: Path, text: bool, options: Options, progress: Steps, most: int | None) -> dict[str, Any]:
    with transaction.atomic():
        tune()
        choices = Choices(options.mapping, options.user)
        header = stage(path, text=text, choices=choices, sheet=options.sheet, at=progress.read, most=most)
        header.require_answers()
        share = write_share(header, options, progress.share)
        refuse_doubts(share.doubts, options)
        remember_mapping(header, options.user)
    return outcome([share], options, header)


def taken(error: Exception) -> bool:
    """Return whether an import failed because of concurrent changes, so that a retry may succeed."""
    return getattr(error.__cause__, "sqlstate", None) in TAKEN or has_changed_places(error)


def insisting(load: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Run `load`, which opens its own transaction, and retry it when a code was taken or a place changed meanwhile.

    Raises CONFLICT after ATTEMPTS attempts, and when the project or the campaign was deleted.
    """
    for _attempt in range(ATTEMPTS):
        try:
            with refuse_gone_references(besides=PLACES):
                return load()
        except (IntegrityError, OperationalError) as error:
            if not taken(error):
                raise
    raise conflict(_("D'autres personnes importent les mêmes ménages en ce moment. Recommencez dans un instant."))


def import_file(
    path: Path, *, text: bool, options: Options, at: At = _ignore, most: int | None = None
) -> dict[str, Any]:
    """Import a household file: {total, imported, updated, unchanged, known, skipped, errors, problemes, colonnes}.

    Rows with an error are left out, the others are written; nothing is written when the file cannot be read. When
    another import takes one of the codes meanwhile, everything is checked and written again. Raises VALIDATION_ERROR,
    TooMany, and CONFLICT when that happens repeatedly.
    """
    return insisting(lambda: _load(path, text, options, Steps(at), most))


def no_replacing() -> str:
    """Describe why a user may not replace households."""
    return _("« Remplacer » supprime des ménages : il faut la permission de supprimer.")


def options_for(user: Any, *, mode: str = "create", project: Project | None = None, mapping: Mapped | None = None,
                **said: Any) -> Options:  # fmt: skip
    """Return the options of an import by `user`; `said` are further fields of Options.

    Raises READ_ONLY_PROJECT or FORBIDDEN for a project that accepts no households, and FORBIDDEN for mode replace when
    the user may not delete households.
    """
    if mode == "replace" and not user.holds("registre.supprimer"):
        raise forbidden(no_replacing())
    require_writable(project, "collecter")
    identity = project.id if project else None
    return Options(
        mode, user.region_ids, project=identity, limits=limits_in_force(), mapping=mapping or {}, user=user.id,
        may_score=user.holds("registre.scorer"), **said,
    )  # fmt: skip


def read_job_options(params: dict[str, Any], user: Any) -> Options:
    """Return the options stored with a job, with the current permissions of `user`.

    Parameters of jobs from earlier versions may be incomplete. Raises CONFLICT when the project or campaign was
    deleted, and what `options_for` raises.
    """
    found: dict[str, Any] = {}
    for name, model, column in (("projet", Project, "projet_id"), ("campagne", Campaign, "campagne_id")):
        found[name] = model.objects.visible_to(user).filter(id=params[name]).first() if params[name] else None
        if params[name] and found[name] is None:
            raise describe_gone_reference(column)
    return options_for(
        user, mode=params["mode"], scale=params["echelle"], create_villages=params["creerLocalites"],
        project=found["projet"], campaign=found["campagne"] and found["campagne"].id,
        mapping=params.get("correspondances"), date_order=params.get("ordreDates"),
        confirmed=params.get("confirme", False), values_confirmed=params.get("valeursConfirmees", False),
        placeless=params.get("sansLieu", False), sheet=params.get("feuille"),
    )  # fmt: skip


def told(answer: dict[str, Any]) -> str:
    """Describe the result of an import in one sentence."""
    parts = [ngettext("%(n)d ménage importé", "%(n)d ménages importés", answer["imported"]) % {"n": answer["imported"]}]
    if answer["updated"]:
        parts.append(ngettext("%(n)d mis à jour", "%(n)d mis à jour", answer["updated"]) % {"n": answer["updated"]})
    if answer.get("unchanged"):
        parts[-1] += " " + _("(dont %(n)d sans changement)") % {"n": answer["unchanged"]}
    if known := answer.get("known", 0):
        parts.append(ngettext("%(n)d déjà connu", "%(n)d déjà connus", known) % {"n": known})
    if left := answer["skipped"] - known:
        parts.append(ngettext("%(n)d ligne laissée de côté", "%(n)d lignes laissées de côté", left) % {"n": left})
    return ", ".join(parts) + "."
