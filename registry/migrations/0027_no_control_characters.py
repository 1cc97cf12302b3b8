"""Texts that were written while control characters were let in: a spreadsheet with one of them cannot be opened."""

from django.db import migrations

from config.controls import remove_controls

TABLES = (
    "registry_projet", "registry_campagne", "registry_organisation", "registry_reference", "registry_menage",
    "registry_chef_menage", "registry_logement", "registry_membre_menage", "registry_visite_sante",
    "registry_mesure_accompagnement", "registry_mouvement_collecte",
)  # fmt: skip


class Migration(migrations.Migration):
    dependencies = [("registry", "0026_remembered_columns")]
    operations = [migrations.RunSQL(remove_controls(*TABLES), migrations.RunSQL.noop)]
