"""Document what needs a user today."""

from rest_framework import serializers

from analysis.dashboards.agenda.rules import Urgence
from config.api.serializers import CamelSerializer


class AgendaItemSerializer(CamelSerializer):
    """Document one kind of work that waits; `nombre` is the total of the list at `liste` under `parametres`.

    `vue` is the page of the console where it is done.
    """

    code = serializers.CharField()
    nombre = serializers.IntegerField()
    urgence = serializers.ChoiceField(choices=Urgence.choices)
    description = serializers.CharField()
    liste = serializers.CharField()
    vue = serializers.CharField()
    parametres = serializers.DictField(child=serializers.CharField())
