"""What scoring takes and answers."""

from rest_framework import serializers

from registry.households.mass_views import MassAnswer
from registry.households.models import Categorie


class ExplanationParams(serializers.Serializer):
    """`methode`: another version than that of the last scoring, drafts too."""

    methode = serializers.UUIDField(required=False)


def score_field() -> serializers.DecimalField:
    return serializers.DecimalField(max_digits=5, decimal_places=2, allow_null=True)


class ScoredAnswer(serializers.Serializer):
    """`motif` says why there is no score."""

    menageId = serializers.UUIDField()
    codeMenage = serializers.CharField()
    oldScore = score_field()
    newScore = score_field()
    categoriePauvrete = serializers.ChoiceField(choices=Categorie.choices, allow_null=True)
    eligibleProgramme = serializers.BooleanField()
    methodeId = serializers.UUIDField(allow_null=True)
    motif = serializers.CharField(allow_null=True)


class AllAnswer(MassAnswer):
    """`erreurs` names the first households that have no fresh score; `modifies` counts the rows that changed."""

    modifies = serializers.IntegerField()


class VersionAnswer(serializers.Serializer):
    id = serializers.UUIDField()
    nom = serializers.CharField()
    version = serializers.IntegerField()


class TermAnswer(serializers.Serializer):
    """A term of the method, the household's value of its variable, and what that gives."""

    variable = serializers.CharField()
    libelle = serializers.CharField()
    operateur = serializers.CharField()
    valeur = serializers.JSONField(allow_null=True)
    poids = serializers.FloatField()
    siAbsent = serializers.FloatField(required=False)
    valeurMenage = serializers.JSONField(allow_null=True)
    contribution = serializers.FloatField(allow_null=True)


class ExplanationAnswer(serializers.Serializer):
    """intercept + contributions = somme; the transformation makes the score of it. `aJour`: the stored score is this."""

    menageId = serializers.UUIDField()
    codeMenage = serializers.CharField()
    methode = VersionAnswer()
    intercept = serializers.FloatField()
    termes = TermAnswer(many=True)
    somme = serializers.FloatField(allow_null=True)
    transformation = serializers.JSONField()
    score = score_field()
    categoriePauvrete = serializers.ChoiceField(choices=Categorie.choices, allow_null=True)
    eligibleProgramme = serializers.BooleanField()
    manque = serializers.ListField(child=serializers.CharField())
    motif = serializers.CharField(allow_null=True)
    scoreEnregistre = score_field()
    ancienScore = score_field()
    dateCalcul = serializers.DateTimeField(allow_null=True)
    aJour = serializers.BooleanField()
