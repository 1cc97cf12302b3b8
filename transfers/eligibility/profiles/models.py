"""Store of each household what rules and methods compare, in one row."""

from django.contrib.gis.db.models import PointField
from django.db import models

from geo.scope.models import ScopedQuerySet


def number() -> models.SmallIntegerField:
    return models.SmallIntegerField(null=True)


def decimal() -> models.DecimalField:
    return models.DecimalField(max_digits=5, decimal_places=2, null=True)


def text() -> models.TextField:
    return models.TextField(null=True)


class HouseholdProfile(models.Model):
    """Copy a household, `chef_` its head and `logement_` its dwelling, as the fields of rules and methods read them.

    The ages of members are texts of one character each, by sex (`autres`: not recorded), and again of the disabled ones
    (`transfers.eligibility.profiles.rules`). Rows are written by `refresh_profiles` alone (decision 0326). Columns of
    fixed width come first: reading those that follow a text takes longer.
    """

    id = models.UUIDField(primary_key=True)
    region_id = models.UUIDField(null=True)
    secteur_id = models.UUIDField(null=True)
    commune_id = models.UUIDField(null=True)
    localite_id = models.UUIDField(null=True)
    projet_id = models.UUIDField(null=True)
    methode_pmt = models.UUIDField(null=True)
    taille_menage = number()
    nb_enfants_04 = number()
    nb_enfants_514 = number()
    nb_enfants_010 = number()
    nb_enfants_1114 = number()
    nb_adultes_1564 = number()
    nb_personnes_65_plus = number()
    nb_handicapes = number()
    nb_actifs_occupes = number()
    nb_femmes_1564 = number()
    nb_femmes_1549 = number()
    nb_femmes_enceintes = number()
    chef_age = number()
    logement_nb_pieces = number()
    eligible_programme = models.BooleanField(null=True)
    chef_connu = models.BooleanField(null=True)
    logement_a_une_cuisine = models.BooleanField(null=True)
    score_pmt = decimal()
    score_qualite = decimal()
    categorie_pauvrete = text()
    milieu = text()
    statut = text()
    code_menage = text()
    chef_sexe = text()
    femmes = text()
    hommes = text()
    autres = text()
    femmes_handicapees = text()
    hommes_handicapes = text()
    autres_handicapes = text()
    chef_niveau_education = text()
    chef_occupation_principale = text()
    chef_statut_matrimonial = text()
    logement_type_logement = text()
    logement_statut_occupation = text()
    logement_materiau_mur = text()
    logement_materiau_toit = text()
    logement_materiau_sol = text()
    logement_source_eau = text()
    logement_type_toilette = text()
    logement_source_eclairage = text()
    logement_combustible_cuisine = text()
    logement_traitement_eau = text()
    logement_evacuation_dechets = text()
    geom = PointField(srid=4326, null=True, spatial_index=False)

    objects = ScopedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_profil_menage"

    def __str__(self) -> str:
        return str(self.id)


class ProfileState(models.Model):
    """Store, in one row, which transactions and which day the profiles hold (`accounts.sync.api.Position`)."""

    id = models.SmallIntegerField(primary_key=True, default=1)
    transaction = models.BigIntegerField()
    epoch = models.TextField()
    # Ages of members follow from their birthdays.
    jour = models.DateField()

    class Meta:
        db_table = "transfers_profil_etat"
        constraints = [models.CheckConstraint(name="profil_etat_unique", condition=models.Q(id=1))]

    def __str__(self) -> str:
        return f"{self.jour} {self.transaction}"
