"""Validate the parameters and document the responses of the map's summaries."""

from rest_framework import serializers


class AreaNodeSerializer(serializers.Serializer):
    id = serializers.UUIDField()
    nom = serializers.CharField()
    nbMenages = serializers.IntegerField()
    population = serializers.IntegerField(allow_null=True)


class LocalityNodeSerializer(AreaNodeSerializer):
    """Document a locality; distances are in metres from its point."""

    latitude = serializers.FloatField(allow_null=True)
    longitude = serializers.FloatField(allow_null=True)
    distanceEcoleEI = serializers.FloatField(allow_null=True)
    distancePointEau = serializers.FloatField(allow_null=True)
    distanceServiceSante = serializers.FloatField(allow_null=True)


class SectorNodeSerializer(AreaNodeSerializer):
    localites = LocalityNodeSerializer(many=True)


class RegionNodeSerializer(AreaNodeSerializer):
    secteurs = SectorNodeSerializer(many=True)


class RegionStatisticsSerializer(serializers.Serializer):
    """Document the statistics of a region; `scorePmtMoyen` is from 0 to 100."""

    id = serializers.UUIDField()
    nom = serializers.CharField()
    totalMenages = serializers.IntegerField()
    menagesEligibles = serializers.IntegerField()
    scorePmtMoyen = serializers.FloatField(allow_null=True)


class SectorStatisticsSerializer(RegionStatisticsSerializer):
    """Document the statistics of a secteur; `concentrationRate` is the share of eligible households in percent."""

    code = serializers.CharField(allow_null=True)
    region = serializers.CharField()
    localitesCount = serializers.IntegerField()
    concentrationRate = serializers.FloatField(allow_null=True)
    centerLatitude = serializers.FloatField(allow_null=True)
    centerLongitude = serializers.FloatField(allow_null=True)


class AreaLevelParams(serializers.Serializer):
    niveau = serializers.ChoiceField(choices=["region", "secteur"], default="region")


class ComplaintStatisticsSerializer(serializers.Serializer):
    """Document the complaints of an area, without those about gender-based violence.

    `enRetard` counts open ones beyond their deadline, which is not suspended. `tauxMenages` and `tauxBeneficiaires` are
    complaints per 1,000 households and beneficiaries; without such, or the permission to read them, they are null.
    `tauxHabitants` is per 1,000 of `population`; both are null while the population of the area is not known.
    """

    id = serializers.UUIDField()
    nom = serializers.CharField()
    region = serializers.CharField()
    plaintes = serializers.IntegerField()
    ouvertes = serializers.IntegerField()
    enRetard = serializers.IntegerField()
    menages = serializers.IntegerField(allow_null=True)
    beneficiaires = serializers.IntegerField(allow_null=True)
    tauxMenages = serializers.FloatField(allow_null=True)
    tauxBeneficiaires = serializers.FloatField(allow_null=True)
    population = serializers.IntegerField(allow_null=True)
    tauxHabitants = serializers.FloatField(allow_null=True)


class PaymentStatisticsSerializer(serializers.Serializer):
    """Document the executed payments of an area; amounts are what arrived, in XOF, without fees.

    `montantParMenage` and `montantParBeneficiaire` divide it by all households and beneficiaries of the area; without
    such, or the permission to read households, they are null. So are `population`, while it is not known, and
    `montantParHabitant`.
    """

    id = serializers.UUIDField()
    nom = serializers.CharField()
    region = serializers.CharField()
    paiements = serializers.IntegerField()
    echecs = serializers.IntegerField()
    montant = serializers.IntegerField()
    menages = serializers.IntegerField(allow_null=True)
    beneficiaires = serializers.IntegerField()
    montantParMenage = serializers.FloatField(allow_null=True)
    montantParBeneficiaire = serializers.FloatField(allow_null=True)
    population = serializers.IntegerField(allow_null=True)
    montantParHabitant = serializers.FloatField(allow_null=True)


class SchoolStatisticsSerializer(serializers.Serializer):
    """Document the statistics of schools and households in the caller's regions.

    `distanceMoyenne` is in metres to the nearest school, which may lie in another region.
    """

    total = serializers.IntegerField()
    pilotes = serializers.IntegerField()
    parType = serializers.DictField(child=serializers.IntegerField())
    parRegion = serializers.ListField(child=serializers.DictField())
    parNiveau = serializers.DictField(child=serializers.IntegerField())
    menagesParEcole = serializers.FloatField(allow_null=True)
    distanceMoyenne = serializers.FloatField(allow_null=True)


class RegionOutlineSerializer(serializers.Serializer):
    id = serializers.UUIDField()
    nom = serializers.CharField()
    geometry = serializers.DictField()


class LayerCountsSerializer(serializers.Serializer):
    menages = serializers.IntegerField()
    menagesRegistered = serializers.IntegerField()
    menagesLocalites = serializers.IntegerField()
    beneficiaires = serializers.IntegerField()
    asc = serializers.IntegerField()
    plaintes = serializers.IntegerField()
    pointsFocaux = serializers.IntegerField()
    chefsVillage = serializers.IntegerField()
    ecoles = serializers.IntegerField()
    ecolesPilote = serializers.IntegerField()
    tabancas = serializers.IntegerField()
    servicesSante = serializers.IntegerField()
    policesJudiciaires = serializers.IntegerField()
    servicesVBG = serializers.IntegerField()
    pointsEau = serializers.IntegerField()


class CenterSerializer(serializers.Serializer):
    lat = serializers.FloatField()
    lng = serializers.FloatField()


class BoundsSerializer(serializers.Serializer):
    north = serializers.FloatField()
    south = serializers.FloatField()
    east = serializers.FloatField()
    west = serializers.FloatField()


class TileLayerSerializer(serializers.Serializer):
    name = serializers.CharField()
    url = serializers.CharField()
    attribution = serializers.CharField()


class MapSettingsSerializer(serializers.Serializer):
    """Document where the map opens, and its base layers; `toutesRegions`: no region is hidden from the caller."""

    center = CenterSerializer()
    zoom = serializers.FloatField()
    bounds = BoundsSerializer()
    tileLayers = TileLayerSerializer(many=True)
    toutesRegions = serializers.BooleanField()
