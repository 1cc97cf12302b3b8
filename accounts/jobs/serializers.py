"""Serialize jobs for their owners."""

from rest_framework import serializers

from accounts.jobs.hooks import job_kinds
from accounts.jobs.models import Job
from config.api.serializers import CamelSerializer


class JobSerializer(CamelSerializer):
    """Represent a job; `resultat` has the documented shape of the endpoint that started it.

    `fichier` is the name of the file that an import reads, `action` whether it writes (`import`) or only checks.
    """

    id = serializers.UUIDField()
    type = serializers.CharField()
    action = serializers.SerializerMethodField()
    fichier = serializers.SerializerMethodField()
    statut = serializers.ChoiceField(choices=Job.Statut.choices)
    progression = serializers.SerializerMethodField()
    resultat = serializers.JSONField(allow_null=True)
    erreur = serializers.CharField(allow_null=True)
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)

    def get_action(self, job: Job) -> str | None:
        return job.parametres.get("action")

    def get_fichier(self, job: Job) -> str | None:
        return job.parametres.get("nom")

    def get_progression(self, job: Job) -> dict[str, float | int | None]:
        share = 100.0 if job.statut == Job.Statut.TERMINE else 100.0 * job.fait / job.total if job.total else 0.0
        return {"fait": job.fait, "total": job.total, "pourcentage": round(min(share, 100.0), 1)}


class JobRowSerializer(JobSerializer):
    """Represent a job in a list, with what it does in words."""

    nom = serializers.SerializerMethodField()

    def get_nom(self, job: Job) -> str:
        kind = job_kinds.get(job.type)
        return str(kind.name if kind and kind.name else job.type)
