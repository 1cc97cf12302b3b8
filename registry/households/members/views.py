"""Serve the members of a household."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework.response import Response

from accounts.sync.serializers import SyncParams
from accounts.sync.views import SyncView
from config.api import etag
from config.api.fields import PageParams
from config.api.schema import declare_operation
from config.api.views import EnvelopeView, HydraView
from config.paging import paginate
from registry.households.members import services
from registry.households.members.serializers import (
    BulkMembersSerializer,
    HeadChangeBody,
    MemberSerializer,
    SyncedMemberResponse,
)
from registry.households.models import Household, Member
from registry.households.queries import get_household_detail
from registry.households.serializers import HouseholdDetailResponse
from registry.households.views import HouseholdView


class MemberView(HydraView):
    kind, collection = "MembreMenage", "membre_menages"

    def serialize_member(self, member: Member) -> dict[str, Any]:
        return MemberSerializer(member).data


class HouseholdMembers(MemberView):
    permission = "registre.lire"

    @declare_operation("Membres d'un ménage", query=PageParams, response=MemberSerializer, many=True)
    def get(self, request: Any, identity: UUID) -> Response:
        household = self.find_visible(Household, id=identity)
        rows = self.filter_visible(Member).filter(menage=household)
        page = paginate(rows, self.query["page"], self.query["limit"])
        return self.build_collection_response(page.replace_items(map(self.serialize_member, page.items)))


class HouseholdBulkMembers(EnvelopeView):
    permission = "registre.modifier"

    @declare_operation(
        "Ajouter plusieurs membres", body=BulkMembersSerializer, response=MemberSerializer, many=True, status=201
    )
    def post(self, request: Any, identity: UUID) -> Response:
        self.find_visible(Household, id=identity)
        sent = self.validate_body().validated_data["membres"]
        created = services.add_members(household_id=identity, members=sent, user=self.caller)
        message = ngettext("%(count)d membre ajouté.", "%(count)d membres ajoutés.", len(created)) % {
            "count": len(created)
        }
        return self.ok(MemberSerializer(created, many=True).data, message, status=201)


class MemberList(MemberView):
    permission = "registre.modifier"

    @declare_operation("Ajouter un membre", body=MemberSerializer, response=MemberSerializer, status=201)
    def post(self, request: Any) -> Response:
        sent = dict(self.validate_body().validated_data)
        household = sent.pop("menage")
        [member] = services.add_members(household_id=household.id, members=[sent], user=self.caller)
        return self.build_resource_response(self.serialize_member(member), status=201)


class MemberDetail(MemberView):
    permission = {"GET": "registre.lire", "PUT": "registre.modifier", "DELETE": "registre.modifier"}

    def build_member_response(self, member: Member) -> Response:
        answer = self.build_resource_response(self.serialize_member(member))
        return self.add_etag(answer, etag.compute_etag(member.id, member.updated_at))

    @declare_operation("Un membre d'un ménage", response=MemberSerializer)
    def get(self, request: Any, identity: UUID) -> Response:
        return self.build_member_response(self.find_visible(Member, id=identity))

    @declare_operation("Modifier un membre", body=MemberSerializer, response=MemberSerializer)
    def put(self, request: Any, identity: UUID) -> Response:
        member = self.find_visible(Member, id=identity)
        sent = self.validate_body(member, partial=True).validated_data
        changed = services.update_member(
            member=member, values=sent, user=self.caller, require=self.require_same_version
        )
        return self.build_member_response(changed)

    @declare_operation("Retirer un membre", status=204)
    def delete(self, request: Any, identity: UUID) -> Response:
        member = self.find_visible(Member, id=identity)
        services.remove_member(member=member, user=self.caller, require=self.require_same_version)
        return self.build_deleted_response()


class HouseholdHead(HouseholdView):
    """Make a member the head of their household; `If-Match` is the household's version."""

    permission = "registre.modifier"

    @declare_operation("Changer de chef de ménage", body=HeadChangeBody, response=HouseholdDetailResponse)
    def post(self, request: Any, identity: UUID) -> Response:
        self.find_visible(Household, id=identity)
        sent = self.validate_body().validated_data
        services.change_head(
            household_id=identity,
            member_id=sent["membre"].id,
            former_link=sent["lien_ancien_chef"],
            user=request.user,
            require=self.require_same_version,
        )
        return self.respond_with_detail(get_household_detail(identity), _("Chef de ménage changé."))


class MemberSync(SyncView):
    permission, row_permission = "registre.exporter", "registre.lire"
    nature = "membres"

    @declare_operation(
        "Membres de ménages et leurs changements",
        query=SyncParams,
        response=SyncedMemberResponse,
        many=True,
        paging="suite",
    )
    def get(self, request: Any) -> Response:
        return self.build_feed_response()

    def filter_rows(self) -> QuerySet:
        return self.filter_visible(Member)

    def serialize_rows(self, ids: list[UUID]) -> Iterable[Any]:
        return SyncedMemberResponse(Member.objects.filter(id__in=ids), many=True).data
