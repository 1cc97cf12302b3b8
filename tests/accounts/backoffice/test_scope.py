"""Every model of the administration, for a caller of one region and for callers without rights."""

import re
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.urls import reverse

from accounts.audit.models import Trace
from accounts.backoffice.admin import CheapChangeList, CheapPaginator, ScopedAdmin
from accounts.roles.models import Role
from accounts.roles.rules import SYSTEM_ROLES
from analysis.database_logins.models import DatabaseLogin
from analysis.reports.models import ReportDelivery, ReportSubscription
from analysis.vbg.case_collection.models import CollectedCase
from analysis.vbg.cases.models import Case, CubeCell, RubriqueCell, ServiceCell
from analysis.vbg.collectors.models import ReturnedStatus
from config.french import spell_column
from geo.areas.models import Region
from geo.scope.models import SharedQuerySet
from registry.duplicates.models import SharedNumber
from registry.survey_platforms.models import Receipt
from tests.api import world as worlds
from tests.conftest import make_user
from tests.walk import PARTS, walk
from transfers.complaints.appeals.models import Appeal
from transfers.complaints.measures.models import Measure
from transfers.complaints.messages.models import InboundMessage, OutboundMessage
from transfers.complaints.models import Complaint, ComplaintMove, ConfidentialText
from transfers.complaints.records.models import ComplaintFile, ComplaintLink
from transfers.complaints.teams.models import Team
from transfers.complaints.totals.models import ComplaintTotal
from transfers.eligibility.models import Evaluation
from transfers.eligibility.profiles.models import HouseholdProfile, ProfileState
from transfers.eligibility.selections.models import SelectedHousehold, TargetingSelection
from transfers.reconciliation.entries.models import EntryDecision
from transfers.reconciliation.models import Statement, StatementLine, StatementPlace

OURS = ("accounts", "geo", "registry", "transfers", "analysis")
REGISTERED = sorted(admin.site._registry.items(), key=lambda pair: pair[0]._meta.label)
MODELS = [model for model, _ in REGISTERED]
NAMES = [model._meta.label for model in MODELS]
PAIRS = pytest.mark.parametrize(("model", "shown"), REGISTERED, ids=NAMES)
# Links between users and regions have no page of their own; a telephone number as a key would stand in addresses;
# traces are read where they are masked; what statements say of all regions is read in its sessions, by who may;
# logins of the database are for who runs the server (`manage.py gis_account list`).
NOT_SHOWN = {
    Region.users.through,
    SharedNumber,
    Trace,
    Statement,
    StatementLine,
    StatementPlace,
    EntryDecision,
    Evaluation,
    Team.secteurs.through,
    Complaint,
    ComplaintMove,
    ConfidentialText,
    Case,
    CubeCell,
    RubriqueCell,
    ServiceCell,
    ReturnedStatus,
    Appeal,
    Measure,
    ComplaintFile,
    ComplaintLink,
    InboundMessage,
    OutboundMessage,
    # It counts complaints of violence, too.
    ComplaintTotal,
    # Copies of households, which their job writes alone.
    HouseholdProfile,
    ProfileState,
    CollectedCase,
    DatabaseLogin,
    DatabaseLogin.regions.through,
    # The API shows them, each in the caller's regions.
    TargetingSelection,
    SelectedHousehold,
    ReportSubscription,
    ReportDelivery,
}


def address(model: Any, page: str, *args: Any) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


def test_every_model_is_there():
    ours = {model for label in OURS for model in apps.get_app_config(label).get_models(include_auto_created=True)}
    missing = {model._meta.label for model in ours - NOT_SHOWN - set(MODELS)}
    assert missing == set(), "register it in the admin.py of its app"


@PAIRS
def test_all_stand_on_the_one_base(model, shown):
    assert isinstance(shown, ScopedAdmin)
    assert shown.show_full_result_count is False
    assert issubclass(shown.paginator, CheapPaginator)
    assert issubclass(shown.get_changelist(None), CheapChangeList)
    assert {shown.read_permission, shown.write_permission or shown.read_permission} <= set().union(
        *(keys for _, keys in SYSTEM_ROLES.values())
    )
    assert not {"password", "key", "access_hash"} & set(shown.list_display)


@pytest.mark.sampled(6)
@PARTS
def test_nothing_of_another_region(part, world, let_in):
    """All rights, but only of the west: lists, searches and pages hold nothing of the east."""
    caller = make_user("ROLE_SUPER_ADMIN", world.west.region)
    client, marks = let_in(caller), worlds.secrets(world.east)

    def check(pair):
        model, shown = pair
        client.cookies.pop("messages", None)  # the next page would repeat the id that was asked for last
        rows = shown.get_queryset(Request(caller))
        assert hasattr(rows, "visible_to") or shown.owner_path or not rows.exists()
        for page in (address(model, "changelist"), address(model, "changelist") + f"?q={worlds.MARK.lower()}"):
            answer = client.get(page)
            assert answer.status_code == 200
            leaked = [secret for secret in marks if secret in answer.content]
            assert leaked == [], (page, answer.content.partition(leaked[0])[0][-300:])
        for row in model._default_manager.exclude(pk__in=rows.values("pk"))[:3]:
            answer = client.get(address(model, "change", row.pk))
            assert answer.status_code == 302 and answer["Location"] == "/admin/"

    walk(REGISTERED[part], check)


@pytest.mark.sampled(6)
@PARTS
def test_rows_are_read_and_not_deleted(part, world, let_in):
    """Who sees every region reads each row that there is; nothing of it is secret."""
    caller = make_user("ROLE_SUPER_ADMIN")
    client = let_in(caller)

    def check(pair):
        model, shown = pair
        assert client.get(address(model, "changelist")).status_code == 200
        assert client.get(address(model, "changelist") + "?q=ouest").status_code == 200
        csrf = {"csrfmiddlewaretoken": client.cookies["csrftoken"].value}
        for row in shown.get_queryset(Request(caller))[:2]:
            answer = client.get(address(model, "change", row.pk))
            assert answer.status_code == 200
            assert caller.password.encode() not in answer.content
            assert client.post(address(model, "delete", row.pk), {"post": "yes", **csrf}).status_code == 403
            assert model._default_manager.filter(pk=row.pk).exists()

    walk(REGISTERED[part], check)


def test_without_the_right_there_is_nothing(world, let_in):
    """Who comes in by the right to one model sees none of the others."""
    user = make_user("ROLE_USER")
    user.role = Role.objects.create(code="ROLE_CLEF", nom="Clef", permissions=["administration.audit"])
    user.save()
    client = let_in(user)
    csrf = {"csrfmiddlewaretoken": client.cookies["csrftoken"].value}
    for model, shown in REGISTERED:
        if shown.read_permission == "administration.audit":
            continue
        assert client.get(address(model, "changelist")).status_code == 403
        assert client.get(address(model, "add")).status_code == 403
        row = model._default_manager.first()
        if row is not None:
            assert client.get(address(model, "change", row.pk)).status_code == 403
            assert client.post(address(model, "change", row.pk), csrf).status_code == 403


class Request:
    """As much of a request as a queryset asks for."""

    def __init__(self, user: Any) -> None:
        self.user = user


def test_submissions_about_shelters_are_shown_to_who_sees_these(db):
    for usage in ("menages", "services_vbg"):
        key = {"usage": usage, "source": "collector_platform_a", "formulaire": "f", "racine": usage}
        Receipt.objects.create(**key, statut="recu", version="v", empreinte="e")
    shown, caller = admin.site._registry[Receipt], make_user("ROLE_SUPER_ADMIN")
    assert [row.usage for row in shown.get_queryset(Request(caller))] == ["menages"]
    caller.permissions |= {"vbg.voir_services_restreints"}
    assert shown.get_queryset(Request(caller)).count() == 2


def test_columns_with_english_names_have_french_labels():
    role = Role._meta
    assert str(role.get_field("updated_at").verbose_name) == "modifié le"
    assert str(role.get_field("nom").verbose_name) == "nom"
    assert [spell_column(name) for name in ("date_fin_periode", "enrole_par", "score_pmt")] == [
        *("date fin période", "enrôlé par", "score PMT"),
    ]


def test_what_is_of_the_whole_country_is_written_by_who_sees_it(world):
    """Rows that every caller sees are written only by a caller of every region."""
    west, everywhere = Request(make_user("ROLE_SUPER_ADMIN", world.west.region)), Request(make_user("ROLE_SUPER_ADMIN"))

    def check(pair):
        _model, shown = pair
        assert not shown.has_change_permission(west) or not isinstance(shown.get_queryset(west), SharedQuerySet)
        assert shown.has_change_permission(everywhere) is (shown.write_permission is not None)

    walk(REGISTERED, check)


def test_filters_of_codes_are_words(world, let_in):
    page = let_in(make_user("ROLE_SUPER_ADMIN")).get("/admin/transfers/cycle/").content.decode()
    offered = re.findall(r"\?statut_validation=(\w+)[^>]*>([^<]+)<", page)
    assert offered and all(words[0].isupper() and "_" not in words for _code, words in offered)
