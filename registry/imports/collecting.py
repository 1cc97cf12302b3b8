"""Import households from a survey platform, with the same staging, check and writing as a file.

`import_from_platform` (or a job) first fetches from the platform, with no transaction open; the rest runs in one transaction.
"""

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime, time
from tempfile import TemporaryFile
from typing import IO, Any, Final
from uuid import uuid4

from django.db import transaction
from django.utils.translation import get_language, ngettext, override
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from accounts.jobs.api import Progress, find_job_caller
from accounts.jobs.models import Job
from config.errors.problems import invalid
from config.sql import Queries
from geo.tables.column_titles import build_title_key
from registry.collectors.api import (
    ANSWERS,
    At,
    FetchedSubmissions,
    FormKey,
    StoreResult,
    compute_digest,
    fetch_submissions,
    split_position,
    store_submissions,
)
from registry.households.api import NO_REGION, tune_transaction
from registry.imports.checking import check_staged_rows
from registry.imports.collecting_members import (
    HEAD,
    PREFIX,
    build_member_row,
    build_several_heads_row,
    find_member_field,
    find_repeat_rows,
    list_head_columns,
    read_household_answer,
    read_people,
    refuse_faulty_members,
    stage_members,
    write_members,
)
from registry.imports.columns import BY_KEY
from registry.imports.doubts import refuse_doubts
from registry.imports.messages import describe_issue, describe_remaining
from registry.imports.options import ImportOptions
from registry.imports.services import MAX_PROBLEMS, rebuild_job_options, retry_on_conflict
from registry.imports.staging import SQL as IMPORTS
from registry.imports.staging import stage_rows
from registry.imports.writing import write_households

SQL: Final = Queries(__file__, "collecting.sql")
JOB: Final = "collecte_menages"
USAGE: Final = "menages"
POSITION: Final = "position"
POSITION_NAMES: Final = {"position", "gps", "geolocalisation"}
PARTS: Final = ("latitude", "longitude", "altitude", "precision_gps")
BATCH: Final = 2_000
UNREADABLE: Final = "\ufffd"
ORIGIN: Final = {
    column: f"(SELECT {name} FROM import_soumission AS s WHERE s.ligne = l.ligne)"
    for column, name in {
        "source_donnees": "source", "collector_form_uid": "formulaire", "collector_submission_id": "racine",
        "collector_validation_status": "statut",
    }.items()
}  # fmt: skip
# Messages that differ from those for a line of a file.
OWN_SENTENCES: Final = {
    "soumission_double": lazy("Le code « %(value)s » est celui d'un ménage qui est déjà là."),
    "code_double": lazy("Le code « %(value)s » est aussi celui d'une autre soumission."),
    "illisible": lazy("La soumission contient des caractères illisibles."),
    "membre_nom": lazy("Le nom du membre n° %(place)s manque."),
    "membre_nom_long": lazy("Le nom du membre n° %(place)s est trop long : 255 caractères au plus."),
    "membre_sexe": lazy("Membre n° %(place)s : « %(value)s » n'est pas reconnu : indiquez M (homme) ou F (femme)."),
    "membre_age": lazy("Membre n° %(place)s : « %(value)s » n'est pas un âge de 0 à 130 ans."),
    "membre_naissance": lazy("Membre n° %(place)s : « %(value)s » ne se lit pas comme une date : écrivez AAAA-MM-JJ."),
    "membre_avenir": lazy("Membre n° %(place)s : « %(value)s » est une date à venir : indiquez une date passée."),
    "plusieurs_chefs": lazy("Plusieurs personnes du ménage sont dites chef (%(value)s) : il n'en faut qu'une."),
}


@dataclass(frozen=True)
class PlatformImport:
    """Describe a platform import.

    `mapping` has the path of a question for each column (or `split_position`); with `skip`, duplicates are left out without
    an error; `since` excludes submissions before that day.
    """

    source: str
    form: str
    mapping: dict[str, str]
    skip: bool
    since: date | None

    @property
    def key(self) -> FormKey:
        return FormKey(USAGE, self.source, self.form)

    @property
    def start(self) -> datetime | None:
        return datetime.combine(self.since, time.min, tzinfo=UTC) if self.since else None


def resolve_mapping(mapping: dict[str, str]) -> dict[str, str]:
    """Return a mapping as sent by the client with its targets resolved to columns.

    Raises VALIDATION_ERROR naming the target that is unknown or given twice.
    """
    found: dict[str, str] = {}
    for target, path in mapping.items():
        known, member = BY_KEY.get(build_title_key(target)), find_member_field(target)
        name = known.name if known else POSITION if build_title_key(target) in POSITION_NAMES else None
        name = f"{PREFIX}{member}" if member else name
        if name is None:
            raise invalid({f"mapping.{target}": [_("Ce champ n'est pas connu : voyez les colonnes du modèle.")]})
        if name in found:
            raise invalid({f"mapping.{target}": [_("Ce champ est donné deux fois.")]})
        found[name] = path
    return found


def _has_members(mapping: dict[str, str]) -> bool:
    return any(name.startswith(PREFIX) for name in mapping)


def _list_staged_columns(mapping: dict[str, str]) -> list[str]:
    """Return the columns of the staged rows. A column mapped itself replaces that part of the position."""
    own = [name for name in mapping if name not in (POSITION, "code_menage") and not name.startswith(PREFIX)]
    own += list_head_columns(mapping)
    if _has_members(mapping) and "taille_menage" not in mapping:
        own.append("taille_menage")
    parts = [name for name in PARTS if POSITION in mapping and name not in mapping]
    dated = [] if "date_collecte" in mapping else ["date_collecte"]
    return ["code_menage", *own, *parts, *dated]


class _SubmissionRows:
    """Iterate over the submissions as staged rows, and write their members to the file `members`.

    Afterwards `unanswered` holds the columns whose question nobody answered, and `unsure` those whose question several
    people of one household answered without anything telling which of them is the head.
    """

    def __init__(self, wanted: PlatformImport, count: int, members: IO[str]) -> None:
        self.wanted = wanted
        self.members = members
        self.unsure: dict[str, str] = {}
        self.relation = wanted.mapping.get(f"{PREFIX}lien_parente")
        mapped = wanted.mapping.items()
        self.questions = {name: path for name, path in mapped if name != POSITION and not name.startswith(PREFIX)}
        self.count = count
        self.names = _list_staged_columns(wanted.mapping)
        self.token = f"{uuid4().hex}-"
        self.unanswered = dict(wanted.mapping)

    def __iter__(self) -> Iterator[list[list[Any]]]:
        for first in range(1, self.count + 1, BATCH):
            rows = SQL.rows("contents", {"first": first, "last": first + BATCH - 1})
            yield [self._row(row) for row in rows]

    def _row(self, row: dict[str, Any]) -> list[Any]:
        answers = ANSWERS[self.wanted.source](json.loads(row["contenu"]))
        self.unanswered = {
            name: path
            for name, path in self.unanswered.items()
            if path not in answers and not find_repeat_rows(answers, path)
        }
        cells = {"date_collecte": row["date"] or ""}
        if POSITION in self.wanted.mapping:
            cells |= zip(PARTS, split_position(answers.get(self.wanted.mapping[POSITION])), strict=True)
        for name, path in self.questions.items():
            cells[name] = read_household_answer(answers, path, self.relation)
            if not self.relation and not cells[name] and path not in answers and find_repeat_rows(answers, path):
                self.unsure[name] = path
        unreadable = self._people(row["ligne"], answers, cells) if _has_members(self.wanted.mapping) else False
        cells["code_menage"] = row["code"] or cells.get("code_menage") or f"{self.token}{row['ligne']}"
        values = [cells[name] for name in self.names]
        unreadable = unreadable or UNREADABLE in "".join(values)
        return [row["ligne"], "illisible" if unreadable else None, *values]

    def _people(self, line: int, answers: dict[str, Any], cells: dict[str, str]) -> bool:
        """Fill the cells of the head and the household size from the people of a submission, and write its members.

        Return whether one of them has unreadable characters.
        """
        people = read_people(answers, self.wanted.mapping)
        head = people.head or {}
        for column in list_head_columns(self.wanted.mapping):
            cells[column] = head.get(HEAD[column], "")
        if "taille_menage" not in self.wanted.mapping:
            cells["taille_menage"] = str(len(people.members) + max(people.heads, 1))
        typed = [build_member_row(line, place, person) for place, person in enumerate(people.members, 1)]
        if people.heads > 1:
            typed.append(build_several_heads_row(line, people.heads))
        self.members.writelines(json.dumps(row) + "\n" for row in typed)
        return any(UNREADABLE in value for person in people.members for value in person.values())


def _generate_codes(token: str) -> None:
    """Generate codes for the new households that have none, skipping codes that users typed by hand."""
    while SQL.run("codes", {"token": token, "nowhere": NO_REGION}):
        taken = SQL.rows("taken_codes", {"token": token})
        if not taken:
            return
        SQL.run("pass_taken", {"prefixes": [row["prefixe"] for row in taken]})


def _describe_issue(fault: dict[str, Any], box: dict[str, Any]) -> str:
    own = OWN_SENTENCES.get(fault["code"])
    if own is None:
        said = describe_issue(fault, box)
    else:
        value = fault["valeur"] or ""
        place, _blank, written = value.partition(" ")
        if fault["code"].startswith("membre_"):
            value = written
        said = str(own) % {
            "value": value.rpartition(" ")[0] if fault["code"] == "code_double" else value,
            "place": place,
        }
    return f"{fault['colonne']} : {said}" if fault["colonne"] else said


def _list_errors(wanted: PlatformImport, box: dict[str, Any]) -> list[dict[str, Any]]:
    rows = SQL.rows("faults", {"skip": wanted.skip, "limit": MAX_PROBLEMS})
    found = [{"submission": row["racine"], "message": _describe_issue(row, box)} for row in rows]
    if rows and rows[0]["total"] > len(rows):
        found.append({"submission": None, "message": describe_remaining(rows[0]["total"] - len(rows))})
    return found


def _describe_omissions(haul: FetchedSubmissions, kept: StoreResult, rows: _SubmissionRows) -> list[dict[str, Any]]:
    """Describe what was left out before becoming a row, and questions answered by nobody or by several people."""
    found: list[tuple[str | None, str]] = []
    if haul.form and haul.form.encrypted:
        found.append((None, _("Ce formulaire est chiffré : ses soumissions ne peuvent pas être lues.")))
    if kept.encrypted:
        many = ngettext("%(n)d soumission est chiffrée : elle est laissée de côté.",
                        "%(n)d soumissions sont chiffrées : elles sont laissées de côté.", kept.encrypted)  # fmt: skip
        found.append((None, many % {"n": kept.encrypted}))
    if kept.gone:
        many = ngettext(
            "%(n)d soumission modifiée est celle d'un ménage supprimé ou fusionné : elle n'est pas reprise.",
            "%(n)d soumissions modifiées sont celles de ménages supprimés ou fusionnés : elles ne sont pas reprises.",
            kept.gone,
        )
        found.append((None, many % {"n": kept.gone}))
    found += [
        (str(number), _("La soumission %(number)s a le même identifiant (_uuid) qu'une autre : elle est laissée de côté. "
                        "Corrigez-la sur la plateforme.") % {"number": number})
        for number in kept.twins[:MAX_PROBLEMS]
    ]  # fmt: skip
    found += [(name, _("La soumission n'a ni identifiant ni numéro : elle ne peut pas être lue."))
              for name in haul.broken[:MAX_PROBLEMS]]  # fmt: skip
    found += [
        (
            None,
            _("Aucune soumission ne répond à la question « %(path)s » (%(column)s).") % {"path": path, "column": name},
        )
        for name, path in rows.unanswered.items()
    ]
    several = _("Plusieurs personnes répondent à la question « %(path)s » (%(column)s) : pour prendre la réponse du chef, "
                "indiquez aussi la question du lien de parenté (membres.lienParente).")  # fmt: skip
    found += [(None, several % {"path": path, "column": name}) for name, path in rows.unsure.items()]
    return [{"submission": name, "message": message} for name, message in found]


def _import_submissions(
    wanted: PlatformImport, options: ImportOptions, params: dict[str, Any], rows: _SubmissionRows, at: Any
) -> dict[str, Any]:
    """Stage, check and write the chosen submissions; return the counts and the errors."""
    header = stage_rows(rows.names, rows)
    stage_members(rows.members)
    box, doubts = check_staged_rows(header, options, at)
    refuse_doubts(doubts, options)
    refuse_faulty_members()
    SQL.run("strangers", params)
    SQL.run("hold_strangers")
    _generate_codes(rows.token)
    written = write_households(header, options, at, ORIGIN)
    write_members(changes=options.overwrites)
    SQL.run("applied", params)
    SQL.run("quarantined")
    SQL.run("adopted")
    updated = written.connus if options.overwrites else 0
    unchanged = updated - written.modifies if options.overwrites else 0
    return {
        "imported": written.inseres,
        "updated": updated,
        "unchanged": unchanged,
        "errors": _list_errors(wanted, box),
    }


def _store_and_import(
    haul: FetchedSubmissions, wanted: PlatformImport, options: ImportOptions, at: Any
) -> dict[str, Any]:
    params = options.params() | wanted.key.params() | {
        "plan": compute_digest([wanted.mapping, options.scale or 1]), "depuis": wanted.start, "modifier": options.overwrites,
    }  # fmt: skip
    with transaction.atomic(), TemporaryFile("w+", encoding="utf-8") as members:
        tune_transaction()
        kept = store_submissions(haul)
        SQL.run("drop")
        rows = _SubmissionRows(wanted, SQL.run("choose", params), members)
        SQL.run("index")
        done: dict[str, Any] = {"imported": 0, "updated": 0, "unchanged": 0, "errors": []}
        if rows.count:
            done = _import_submissions(wanted, options, params, rows, at)
        else:
            rows.unanswered = {}
        total = SQL.one("examined", params)["total"] + len(haul.broken) + len(kept.twins)
        if haul.form and haul.form.encrypted:
            total += haul.form.submissions
        changed = SQL.run("statuses", params)
        IMPORTS.run("drop_tables")
        at(1)
    return {
        "totalRecords": total,
        "imported": done["imported"],
        "updated": done["updated"],
        "unchanged": done["unchanged"],
        "skipped": total - done["imported"] - done["updated"],
        "supprimees": kept.deleted,
        "statutsModifies": changed,
        "errors": _describe_omissions(haul, kept, rows) + done["errors"],
    }


def import_fetched_submissions(
    haul: FetchedSubmissions, wanted: PlatformImport, options: ImportOptions, at: At
) -> dict[str, Any]:
    """Write a haul in one transaction and return the documented response.

    Raises CONFLICT, and VALIDATION_ERROR for doubts about the submissions as a whole.
    """
    whole = max(haul.received, 1)
    return retry_on_conflict(
        lambda: _store_and_import(haul, wanted, options, lambda share: at(whole + int(whole * share), 2 * whole))
    )


def fetch_form_submissions(
    wanted: PlatformImport, at: At, most: int | None = None
) -> AbstractContextManager[FetchedSubmissions]:
    """Fetch from the platform, as `collectors.services.fetch_submissions` does. Reading is the first half of the progress."""
    half: At = lambda done, total: at(done, 2 * max(total, 1))  # noqa: E731 - a one-line function
    return fetch_submissions(wanted.key, since=wanted.start, at=half, most=most)


def import_from_platform(wanted: PlatformImport, options: ImportOptions, most: int) -> dict[str, Any]:
    """Import while the caller waits.

    ImportTooLarge when there is too much to wait for, and what `fetch_form_submissions` and `import_fetched_submissions` raise.
    """
    with fetch_form_submissions(wanted, lambda done, total: None, most) as haul:
        return import_fetched_submissions(haul, wanted, options, lambda done, total: None)


def build_job_params(wanted: PlatformImport, options: ImportOptions) -> dict[str, Any]:
    """Return the parameters of the job: names of questions and options, but no answers, credentials or permissions."""
    asked = asdict(wanted) | {"since": wanted.since.isoformat() if wanted.since else None}
    return asked | {
        **options.job_params(),
        "langue": get_language(),
    }


def _read_job_import(job: Job) -> tuple[PlatformImport, ImportOptions]:
    """Return what a job is to import, with the current permissions of its user. Raises FORBIDDEN."""
    params = job.parametres
    user = find_job_caller(job, "registre.importer")
    since = date.fromisoformat(params["since"]) if params["since"] else None
    wanted = PlatformImport(params["source"], params["form"], params["mapping"], params["skip"], since)
    return wanted, rebuild_job_options(params, user)


@contextmanager
def fetch_job_submissions(job: Job, progress: Progress) -> Iterator[FetchedSubmissions]:
    """Fetch the submissions of a job, outside its transaction."""
    with override(job.parametres["langue"]):
        wanted, _options = _read_job_import(job)
        with fetch_form_submissions(wanted, progress.report) as haul:
            yield haul


def run_platform_import_job(job: Job, progress: Progress, haul: FetchedSubmissions) -> dict[str, Any]:
    """Write the submissions of a job. Permissions are read again, since fetching took time."""
    with override(job.parametres["langue"]):
        wanted, options = _read_job_import(job)
        return import_fetched_submissions(haul, wanted, options, progress.report)
