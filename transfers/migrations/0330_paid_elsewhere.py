"""Name lines for payments of which another session has a line."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("transfers", "0313_drawn_references")]

    operations = [
        migrations.AlterField(
            model_name="reconciliationentry",
            name="raison",
            field=models.CharField(
                choices=[
                    ("absent_du_releve", "Absent Du Releve"),
                    ("non_envoye", "Non Envoye"),
                    ("echec_confirme", "Echec Confirme"),
                    ("inconnue", "Inconnue"),
                    ("deja_utilisee", "Deja Utilisee"),
                    ("paye_ailleurs", "Paye Ailleurs"),
                    ("hors_periode", "Hors Periode"),
                    ("autre_operation", "Autre Operation"),
                    ("ambigue", "Ambigue"),
                    ("paye_deux_fois", "Paye Deux Fois"),
                    ("autre_numero", "Autre Numero"),
                    ("montant_partiel", "Montant Partiel"),
                    ("montant_different", "Montant Different"),
                    ("extourne", "Extourne"),
                    ("retour_a_verifier", "Retour A Verifier"),
                    ("retour_anterieur", "Retour Anterieur"),
                    ("paye_malgre_echec", "Paye Malgre Echec"),
                ],
                max_length=17,
                null=True,
            ),
        ),
    ]
