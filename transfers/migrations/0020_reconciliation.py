"""Store statements of operators, sessions of reconciliation, their entries and decisions."""

import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

import config.ids

# The columns of operators are more: its triggers are made anew.
AUDIT = """
SELECT accounts_audit_table('transfers_rapprochement', '{"model": "session_rapprochement"}');
SELECT accounts_audit_table('transfers_operateur', '{
  "model": "operateur", "key": "code", "object": "audit_id", "root": "audit_id"}');
"""
STOP_AUDIT = "DROP FUNCTION transfers_rapprochement_audited CASCADE"


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0010_authenticators"),
        ("transfers", "0015_calculated_operator"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="operator",
            name="modele_releve",
            field=models.JSONField(null=True),
        ),
        migrations.CreateModel(
            name="Statement",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=config.ids.UUID7(),
                        default=config.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("nom", models.CharField(max_length=255)),
                ("taille", models.BigIntegerField()),
                ("empreinte", models.BinaryField()),
                (
                    "format",
                    models.CharField(
                        choices=[
                            ("csv", "Csv"),
                            ("xlsx", "Xlsx"),
                            ("xls", "Xls"),
                            ("camt053", "Camt053"),
                            ("camt054", "Camt054"),
                            ("mt940", "Mt940"),
                        ],
                        max_length=7,
                    ),
                ),
                ("numero_compte", models.CharField(max_length=64, null=True)),
                ("periode_debut", models.DateField(null=True)),
                ("periode_fin", models.DateField(null=True)),
                ("solde_ouverture", models.BigIntegerField(null=True)),
                ("solde_cloture", models.BigIntegerField(null=True)),
                ("ecart_solde", models.BigIntegerField(null=True)),
                ("nb_lignes", models.PositiveIntegerField()),
                ("nb_connues", models.PositiveIntegerField(db_default=0, default=0)),
                ("nb_erreurs", models.PositiveIntegerField(db_default=0, default=0)),
                ("erreurs", models.JSONField(db_default=[], default=list)),
                (
                    "created_at",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "auteur",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "fichier",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.storedfile",
                    ),
                ),
                (
                    "operateur",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="transfers.operator",
                    ),
                ),
            ],
            options={
                "db_table": "transfers_releve",
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="ReconciliationSession",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=config.ids.UUID7(),
                        default=config.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("code", models.CharField(max_length=40, unique=True)),
                ("nom", models.CharField(max_length=255)),
                ("date_debut", models.DateField()),
                ("date_fin", models.DateField()),
                ("tolerance_montant", models.PositiveIntegerField(db_default=0, default=0)),
                ("tolerance_date", models.PositiveIntegerField(db_default=3, default=3)),
                ("auto_match", models.BooleanField(db_default=False, default=False)),
                (
                    "statut",
                    models.CharField(
                        choices=[
                            ("brouillon", "Brouillon"),
                            ("en_cours", "En Cours"),
                            ("a_valider", "A Valider"),
                            ("valide", "Valide"),
                            ("annule", "Annule"),
                        ],
                        db_default="brouillon",
                        default="brouillon",
                        max_length=9,
                    ),
                ),
                ("compteurs", models.JSONField(db_default={}, default=dict)),
                ("commentaire", models.TextField(null=True)),
                ("date_validation", models.DateTimeField(null=True)),
                (
                    "created_at",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "updated_at",
                    models.DateTimeField(auto_now=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "cree_par",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "cycle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sessions_rapprochement",
                        to="transfers.cycle",
                    ),
                ),
                (
                    "finalise_par",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "operateur",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="transfers.operator",
                    ),
                ),
                (
                    "releve",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="sessions", to="transfers.statement"
                    ),
                ),
            ],
            options={
                "db_table": "transfers_rapprochement",
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="StatementLine",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=config.ids.UUID7(),
                        default=config.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("operateur_id", models.CharField(max_length=30)),
                ("reference", models.CharField(db_collation="C", max_length=120, null=True)),
                ("transaction", models.CharField(max_length=120, null=True)),
                ("telephone", models.CharField(db_collation="C", max_length=64, null=True)),
                (
                    "nature",
                    models.CharField(
                        choices=[
                            ("paiement", "Paiement"),
                            ("extourne", "Extourne"),
                            ("frais", "Frais"),
                            ("depot", "Depot"),
                            ("autre", "Autre"),
                        ],
                        default="paiement",
                        max_length=8,
                    ),
                ),
                ("credit", models.BooleanField(default=False)),
                ("montant", models.BigIntegerField()),
                ("frais", models.BigIntegerField(null=True)),
                ("date_operation", models.DateField(null=True)),
                ("moment", models.DateTimeField(null=True)),
                ("libelle", models.CharField(max_length=500, null=True)),
                ("identite", models.BinaryField()),
                ("rang", models.PositiveIntegerField(default=1)),
            ],
            options={
                "db_table": "transfers_releve_ligne",
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(fields=("operateur_id", "identite", "rang"), name="ligne_once"),
                    models.CheckConstraint(
                        condition=models.Q(("nature__in", ["paiement", "extourne", "frais", "depot", "autre"])),
                        name="ligne_nature",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("montant__gt", 0), models.Q(("frais__isnull", True), ("frais__gte", 0), _connector="OR")
                        ),
                        name="ligne_montant",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ReconciliationEntry",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=config.ids.UUID7(),
                        default=config.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("source", models.CharField(choices=[("sig", "Sig"), ("releve", "Releve")], max_length=6)),
                (
                    "statut",
                    models.CharField(
                        choices=[
                            ("rapprochee", "Rapprochee"),
                            ("non_rapprochee", "Non Rapprochee"),
                            ("erreur", "Erreur"),
                            ("resolu", "Resolu"),
                        ],
                        max_length=14,
                    ),
                ),
                ("tentative_id", models.UUIDField(null=True)),
                ("region_id", models.UUIDField(null=True)),
                ("score", models.DecimalField(decimal_places=2, max_digits=5, null=True)),
                (
                    "indices",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=24), db_default=[], default=list, size=None
                    ),
                ),
                ("ecart_montant", models.BigIntegerField(null=True)),
                ("ecart_date", models.IntegerField(null=True)),
                (
                    "raison",
                    models.CharField(
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
                            ("paye_malgre_echec", "Paye Malgre Echec"),
                        ],
                        max_length=17,
                        null=True,
                    ),
                ),
                ("decide", models.BooleanField(db_default=False, default=False)),
                (
                    "action",
                    models.CharField(
                        choices=[
                            ("match_manuel", "Match Manuel"),
                            ("ignorer", "Ignorer"),
                            ("erreur_operateur", "Erreur Operateur"),
                            ("erreur_sig", "Erreur Sig"),
                            ("en_attente", "En Attente"),
                        ],
                        max_length=16,
                        null=True,
                    ),
                ),
                ("commentaire", models.CharField(max_length=1000, null=True)),
                ("version", models.PositiveIntegerField(db_default=1, default=1)),
                (
                    "paiement",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="transfers.payment",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entrees",
                        to="transfers.reconciliationsession",
                    ),
                ),
                (
                    "ligne",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="transfers.statementline",
                    ),
                ),
            ],
            options={
                "db_table": "transfers_rapprochement_entree",
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="StatementPlace",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "releve_id", "numero", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("numero", models.PositiveIntegerField()),
                (
                    "ligne",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="places", to="transfers.statementline"
                    ),
                ),
                (
                    "releve",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="places",
                        to="transfers.statement",
                    ),
                ),
            ],
            options={
                "db_table": "transfers_releve_place",
            },
        ),
        migrations.CreateModel(
            name="EntryDecision",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        db_default=config.ids.UUID7(),
                        default=config.ids.uuid7,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "action",
                    models.CharField(
                        choices=[
                            ("match_manuel", "Match Manuel"),
                            ("ignorer", "Ignorer"),
                            ("erreur_operateur", "Erreur Operateur"),
                            ("erreur_sig", "Erreur Sig"),
                            ("en_attente", "En Attente"),
                        ],
                        max_length=16,
                    ),
                ),
                ("commentaire", models.CharField(max_length=1000, null=True)),
                ("avant", models.JSONField()),
                (
                    "created_at",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                ("annule_le", models.DateTimeField(null=True)),
                (
                    "annule_par",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "auteur",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "entree",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="decisions",
                        to="transfers.reconciliationentry",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="decisions",
                        to="transfers.reconciliationsession",
                    ),
                ),
            ],
            options={
                "db_table": "transfers_rapprochement_decision",
                "ordering": ["id"],
                "indexes": [models.Index(fields=["session", "-id"], name="decision_session")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("annule_le__isnull", True), ("annule_par__isnull", True)),
                            models.Q(("annule_le__isnull", False), ("annule_par__isnull", False)),
                            _connector="OR",
                        ),
                        name="decision_annulee",
                    )
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="statement",
            constraint=models.UniqueConstraint(fields=("operateur", "empreinte"), name="releve_once"),
        ),
        migrations.AddConstraint(
            model_name="statement",
            constraint=models.CheckConstraint(
                condition=models.Q(("format__in", ["csv", "xlsx", "xls", "camt053", "camt054", "mt940"])),
                name="releve_format",
            ),
        ),
        migrations.AddIndex(
            model_name="reconciliationsession",
            index=models.Index(fields=["operateur", "statut"], name="rapprochement_operateur"),
        ),
        migrations.AddConstraint(
            model_name="reconciliationsession",
            constraint=models.UniqueConstraint(
                condition=models.Q(("statut", "annule"), _negated=True),
                fields=("cycle", "operateur", "releve"),
                name="rapprochement_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="reconciliationsession",
            constraint=models.CheckConstraint(
                condition=models.Q(("statut__in", ["brouillon", "en_cours", "a_valider", "valide", "annule"])),
                name="rapprochement_statut",
            ),
        ),
        migrations.AddConstraint(
            model_name="reconciliationsession",
            constraint=models.CheckConstraint(
                condition=models.Q(("date_fin__gte", models.F("date_debut"))), name="rapprochement_dates"
            ),
        ),
        migrations.AddConstraint(
            model_name="reconciliationsession",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("date_validation__isnull", False), ("finalise_par__isnull", False), ("statut", "valide")),
                    models.Q(
                        models.Q(("statut", "valide"), _negated=True),
                        ("date_validation__isnull", True),
                        ("finalise_par__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="rapprochement_finalise",
            ),
        ),
        migrations.AddIndex(
            model_name="reconciliationentry",
            index=models.Index(fields=["session", "source", "statut", "id"], name="entree_liste"),
        ),
        migrations.AddConstraint(
            model_name="reconciliationentry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("source", "sig")), fields=("session", "paiement"), name="entree_paiement_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="reconciliationentry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("source", "releve")), fields=("session", "ligne"), name="entree_ligne_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="reconciliationentry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ligne__isnull", False), ("paiement__isnull", False), ("source", "releve")),
                fields=("ligne",),
                name="entree_paire_ligne_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="reconciliationentry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ligne__isnull", False), ("paiement__isnull", False), ("source", "sig")),
                fields=("paiement",),
                name="entree_paire_paiement_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="reconciliationentry",
            constraint=models.CheckConstraint(
                condition=models.Q(("statut__in", ["rapprochee", "non_rapprochee", "erreur", "resolu"])),
                name="entree_statut",
            ),
        ),
        migrations.AddConstraint(
            model_name="reconciliationentry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("paiement__isnull", False), ("source", "sig")),
                    models.Q(("ligne__isnull", False), ("source", "releve")),
                    _connector="OR",
                ),
                name="entree_source",
            ),
        ),
        migrations.AddConstraint(
            model_name="reconciliationentry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("statut__in", ["non_rapprochee", "erreur"]), _negated=True),
                    ("raison__isnull", False),
                    _connector="OR",
                ),
                name="entree_raison",
            ),
        ),
        migrations.AddConstraint(
            model_name="reconciliationentry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("statut", "resolu"), _negated=True), ("action__isnull", False), _connector="OR"
                ),
                name="entree_action",
            ),
        ),
        migrations.RunSQL(AUDIT, STOP_AUDIT),
    ]
