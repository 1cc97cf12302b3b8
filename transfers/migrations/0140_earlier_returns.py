"""Pair returns with earlier lines, once each; use a line once, by claims too; pair what was returned and tried again."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("transfers", "0130_complaint_cells")]

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
        migrations.AddField(
            model_name="reconciliationentry",
            name="ligne_renversee",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="transfers.statementline",
            ),
        ),
        migrations.RemoveConstraint(model_name="reconciliationentry", name="entree_paire_ligne_once"),
        migrations.AddConstraint(
            model_name="reconciliationentry",
            constraint=models.UniqueConstraint(
                condition=Q(source="releve")
                & (
                    Q(paiement__isnull=False)
                    | Q(ligne_renversee__isnull=False)
                    | Q(action__in=("erreur_operateur", "erreur_sig"))
                ),
                fields=["ligne"],
                name="entree_ligne_used_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="reconciliationentry",
            constraint=models.UniqueConstraint(
                condition=Q(ligne_renversee__isnull=False), fields=["ligne_renversee"], name="entree_renversee_once"
            ),
        ),
        migrations.AddField(
            model_name="reconciliationentry",
            name="rendue",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.RemoveConstraint(model_name="reconciliationentry", name="entree_paire_paiement_once"),
        migrations.AddConstraint(
            model_name="reconciliationentry",
            constraint=models.UniqueConstraint(
                condition=Q(paiement__isnull=False, ligne__isnull=False, source="sig", rendue=False),
                fields=["paiement"],
                name="entree_paire_paiement_once",
            ),
        ),
        migrations.AddIndex(
            model_name="movement",
            index=models.Index(
                condition=Q(type="ajustement", objet_id__isnull=False), fields=["objet_id"], name="mouvement_ajuste"
            ),
        ),
    ]
