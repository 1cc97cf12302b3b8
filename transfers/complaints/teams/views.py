"""Serve teams and their members: list, creation, detail change, deletion and load."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.response import Response

from config.api import etag
from config.api.reach import BY_ROW
from config.api.schema import declare_operation
from config.api.serializers import ReferenceSerializer
from config.api.views import EnvelopeView
from transfers.complaints.teams import queries, serializers, services
from transfers.complaints.teams.filters import TeamFilters
from transfers.complaints.teams.models import Team, TeamMember

READ = "plaintes.lire"
MANAGE = "plaintes.gerer_equipes"


class TeamView(EnvelopeView):
    """Share how teams and members are found. The service holds a team's sectors against the caller's regions."""

    reach = BY_ROW

    def find_team(self, identity: UUID) -> Team:
        team: Team = self.find_visible(Team, id=identity)
        return team

    def find_member(self, identity: UUID, member: UUID) -> TeamMember:
        found: TeamMember = self.find_visible(queries.list_members(), id=member, equipe_id=identity)
        return found


class TeamList(TeamView):
    permission = {"GET": READ, "POST": MANAGE}

    @declare_operation("Équipes", filters=TeamFilters, response=serializers.TeamResponse, many=True, paging="total")
    def get(self, request: Any) -> Response:
        rows = self.filter_visible(queries.filter_teams(self.query, self.caller))
        shown = serializers.TeamResponse(rows, many=True).data
        return self.ok(shown, total=len(shown))

    @declare_operation("Créer une équipe", body=serializers.TeamBody, response=ReferenceSerializer, status=201)
    def post(self, request: Any) -> Response:
        values = dict(self.validate_body().validated_data)
        sectors = values.pop("secteur_ids", [])
        team = services.create_team(values=values, sectors=sectors, user=self.caller)
        return self.ok(ReferenceSerializer(team).data, _("Équipe créée."), status=201)


class TeamDetail(TeamView):
    permission = {"GET": READ, "PUT": MANAGE, "DELETE": MANAGE}

    @declare_operation("Une équipe", response=serializers.TeamDetailResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        team = self.find_visible(queries.fetch_team_details(self.caller), id=identity)
        shown = serializers.TeamDetailResponse(team).data
        return self.add_etag(self.ok(shown), etag.compute_etag(team.id, team.updated_at, shown))

    @declare_operation("Modifier une équipe", body=serializers.TeamChangeBody, response=ReferenceSerializer)
    def put(self, request: Any, identity: UUID) -> Response:
        values = dict(self.validate_body(partial=True).validated_data)
        sectors = values.pop("secteur_ids", None)
        team = services.change_team(
            team=self.find_team(identity),
            values=values,
            sectors=sectors,
            user=self.caller,
            require=self.require_same_version,
        )
        return self.ok(ReferenceSerializer(team).data, _("Équipe modifiée."))

    @declare_operation("Supprimer une équipe")
    def delete(self, request: Any, identity: UUID) -> Response:
        services.delete_team(team=self.find_team(identity), user=self.caller, require=self.require_same_version)
        return self.ok(message=_("Équipe supprimée."))


class MemberList(TeamView):
    permission = {"GET": READ, "POST": MANAGE}

    @declare_operation("Membres d'une équipe", response=serializers.MemberResponse, many=True, paging="total")
    def get(self, request: Any, identity: UUID) -> Response:
        rows = self.filter_visible(queries.list_members().filter(equipe=self.find_team(identity)))
        shown = serializers.MemberResponse(rows, many=True).data
        return self.ok(shown, total=len(shown))

    @declare_operation(
        "Ajouter un membre", body=serializers.MemberBody, response=serializers.MemberCreatedResponse, status=201
    )
    def post(self, request: Any, identity: UUID) -> Response:
        team = self.find_team(identity)
        # Before the body: who may not change the team is told so, not who is in other regions.
        services.require_team_reach(team=team, user=self.caller)
        values = dict(self.validate_body().validated_data)
        member = services.add_member(team=team, values=values, user=self.caller)
        return self.ok(serializers.MemberCreatedResponse(member).data, _("Membre ajouté."), status=201)


class MemberDetail(TeamView):
    permission = {"PUT": MANAGE, "DELETE": MANAGE}

    @declare_operation(
        "Modifier un membre", body=serializers.MemberChangeBody, response=serializers.MemberChangedResponse
    )
    def put(self, request: Any, identity: UUID, member: UUID) -> Response:
        changed = services.change_member(
            member=self.find_member(identity, member),
            values=dict(self.validate_body(partial=True).validated_data),
            user=self.caller,
            require=self.require_same_version,
        )
        return self.ok(serializers.MemberChangedResponse(changed).data, _("Membre modifié."))

    @declare_operation("Retirer un membre")
    def delete(self, request: Any, identity: UUID, member: UUID) -> Response:
        services.delete_member(
            member=self.find_member(identity, member), user=self.caller, require=self.require_same_version
        )
        return self.ok(message=_("Membre retiré."))


class TeamWorkload(TeamView):
    permission = READ

    @declare_operation("Charge d'une équipe", response=serializers.WorkloadResponse)
    def get(self, request: Any, identity: UUID) -> Response:
        workload = queries.build_workload(self.find_team(identity), self.caller)
        return self.ok(serializers.WorkloadResponse(workload).data)


class TeamOverview(TeamView):
    permission = READ

    @declare_operation("Statistiques des équipes", response=serializers.OverviewResponse)
    def get(self, request: Any) -> Response:
        return self.ok(serializers.OverviewResponse(queries.build_overview(self.caller)).data)
