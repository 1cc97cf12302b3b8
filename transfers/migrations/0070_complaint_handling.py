"""Suspend, escalate and appeal complaints; keep their files, links, measures and messages."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

import config.ids
from config.sql import Queries

SQL = Queries(__file__, "0070_complaint_handling.sql")


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0012_restricted_services"),
        ("geo", "0007_services_of_survivors"),
        ("registry", "0011_audited_tables"),
        ("transfers", "0061_conditionality"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Appeal",
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
                    "statut",
                    models.CharField(
                        choices=[("depose", "Depose"), ("confirme", "Confirme"), ("revise", "Revise")],
                        default="depose",
                        max_length=8,
                    ),
                ),
                (
                    "date_depot",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                ("date_decision", models.DateTimeField(null=True)),
            ],
            options={
                "db_table": "transfers_plainte_appel",
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="ComplaintFile",
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
                    "date_ajout",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
            ],
            options={
                "db_table": "transfers_plainte_piece",
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="ComplaintLink",
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
                    "date_ajout",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
            ],
            options={
                "db_table": "transfers_plainte_lien",
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="InboundMessage",
            fields=[
                ("identifiant", models.CharField(max_length=100, primary_key=True, serialize=False)),
                (
                    "created_at",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
            ],
            options={
                "db_table": "transfers_plainte_entrant",
            },
        ),
        migrations.CreateModel(
            name="Measure",
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
                    "type",
                    models.CharField(
                        choices=[
                            ("relancer_paiement", "Relancer Paiement"),
                            ("rouvrir_collecte", "Rouvrir Collecte"),
                            ("corriger_compte", "Corriger Compte"),
                        ],
                        max_length=17,
                    ),
                ),
                (
                    "statut",
                    models.CharField(
                        choices=[("proposee", "Proposee"), ("faite", "Faite"), ("ecartee", "Ecartee")],
                        default="proposee",
                        max_length=8,
                    ),
                ),
                ("empreinte", models.CharField(max_length=64)),
                (
                    "date_proposition",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                ("date_decision", models.DateTimeField(null=True)),
            ],
            options={
                "db_table": "transfers_plainte_mesure",
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="OutboundMessage",
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
                ("texte", models.TextField()),
                (
                    "created_at",
                    models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now()),
                ),
                ("remis_le", models.DateTimeField(null=True)),
            ],
            options={
                "db_table": "transfers_plainte_sortant",
                "ordering": ["id"],
            },
        ),
        migrations.AddField(
            model_name="complaint",
            name="appel_en_cours",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="complaint",
            name="canal",
            field=models.CharField(
                choices=[
                    ("guichet", "Guichet"),
                    ("formulaire", "Formulaire"),
                    ("sms", "Sms"),
                    ("voix", "Voix"),
                    ("verification", "Verification"),
                ],
                db_default="guichet",
                default="guichet",
                max_length=12,
            ),
        ),
        migrations.AddField(
            model_name="complaint",
            name="date_escalade",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="complaint",
            name="delai_depuis",
            field=models.DateField(null=True),
        ),
        migrations.AddField(
            model_name="complaint",
            name="empreinte_suivi",
            field=models.BinaryField(max_length=32, null=True),
        ),
        migrations.AddField(
            model_name="complaint",
            name="jours_suspendus",
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="complaint",
            name="langue",
            field=models.CharField(db_default="fr", default="fr", max_length=2),
        ),
        migrations.AddField(
            model_name="complaint",
            name="motif_suspension",
            field=models.CharField(
                choices=[
                    ("attente_plaignant", "Plaignant"),
                    ("attente_operateur", "Operateur"),
                    ("attente_enquete", "Enquete"),
                    ("force_majeure", "Force Majeure"),
                ],
                max_length=17,
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="complaint",
            name="niveau_escalade",
            field=models.PositiveSmallIntegerField(
                choices=[(0, "Aucune"), (1, "Responsable"), (2, "Direction")], db_default=0, default=0
            ),
        ),
        migrations.AddField(
            model_name="complaint",
            name="suspendue_depuis",
            field=models.DateField(null=True),
        ),
        migrations.AlterField(
            model_name="complaintmove",
            name="action",
            field=models.CharField(
                choices=[
                    ("creation", "Creation"),
                    ("modification", "Modification"),
                    ("assignation", "Assignation"),
                    ("statut", "Statut"),
                    ("suspension", "Suspension"),
                    ("reprise", "Reprise"),
                    ("escalade", "Escalade"),
                    ("appel", "Appel"),
                    ("decision", "Decision"),
                    ("commentaire", "Commentaire"),
                    ("reponse", "Reponse"),
                    ("piece", "Piece"),
                    ("lien", "Lien"),
                    ("satisfaction", "Satisfaction"),
                    ("mesure", "Mesure"),
                ],
                max_length=12,
            ),
        ),
        migrations.AddConstraint(
            model_name="complaint",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("motif_suspension", None), ("suspendue_depuis", None)),
                    models.Q(
                        ("motif_suspension__isnull", False),
                        ("statut__in", ("nouvelle", "ouverte", "en_cours")),
                        ("suspendue_depuis__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="plainte_suspension",
            ),
        ),
        migrations.AddConstraint(
            model_name="complaint",
            constraint=models.CheckConstraint(
                condition=models.Q(("niveau_escalade__range", (0, 2))), name="plainte_niveau_escalade"
            ),
        ),
        migrations.AddField(
            model_name="appeal",
            name="contre",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="appeal",
            name="depose_par",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="appeal",
            name="examinateur",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="appeal",
            name="plainte",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="appels", to="transfers.complaint"
            ),
        ),
        migrations.AddField(
            model_name="complaintfile",
            name="auteur",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="complaintfile",
            name="fichier",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to="accounts.storedfile"
            ),
        ),
        migrations.AddField(
            model_name="complaintfile",
            name="plainte",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="pieces", to="transfers.complaint"
            ),
        ),
        migrations.AddField(
            model_name="complaintlink",
            name="auteur",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="complaintlink",
            name="premiere",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to="transfers.complaint"
            ),
        ),
        migrations.AddField(
            model_name="complaintlink",
            name="seconde",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to="transfers.complaint"
            ),
        ),
        migrations.AddField(
            model_name="inboundmessage",
            name="plainte",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to="transfers.complaint"
            ),
        ),
        migrations.AddField(
            model_name="measure",
            name="decide_par",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="measure",
            name="plainte",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="mesures", to="transfers.complaint"
            ),
        ),
        migrations.AddField(
            model_name="measure",
            name="propose_par",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="outboundmessage",
            name="plainte",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="messages", to="transfers.complaint"
            ),
        ),
        migrations.AddConstraint(
            model_name="appeal",
            constraint=models.UniqueConstraint(
                condition=models.Q(("statut", "depose")), fields=("plainte",), name="plainte_un_appel"
            ),
        ),
        migrations.AddConstraint(
            model_name="appeal",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("date_decision", None), ("statut", "depose")),
                    models.Q(models.Q(("statut", "depose"), _negated=True), ("date_decision__isnull", False)),
                    _connector="OR",
                ),
                name="appel_decision",
            ),
        ),
        migrations.AddConstraint(
            model_name="complaintlink",
            constraint=models.UniqueConstraint(fields=("premiere", "seconde"), name="plainte_lien_once"),
        ),
        migrations.AddConstraint(
            model_name="complaintlink",
            constraint=models.CheckConstraint(
                condition=models.Q(("premiere__lt", models.F("seconde"))), name="plainte_lien_ordre"
            ),
        ),
        migrations.AddConstraint(
            model_name="measure",
            constraint=models.UniqueConstraint(
                condition=models.Q(("statut", "proposee")), fields=("plainte", "type"), name="plainte_mesure_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="measure",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("date_decision", None), ("statut", "proposee")),
                    models.Q(models.Q(("statut", "proposee"), _negated=True), ("date_decision__isnull", False)),
                    _connector="OR",
                ),
                name="mesure_decision",
            ),
        ),
        migrations.AddIndex(
            model_name="outboundmessage",
            index=models.Index(condition=models.Q(("remis_le", None)), fields=["id"], name="plainte_sortant_attend"),
        ),
        migrations.RunSQL(SQL["forwards"], SQL["backwards"]),
    ]
