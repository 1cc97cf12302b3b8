"""Store statements of operators, sessions of reconciliation and their entries. Amounts: whole XOF.

A line of a statement is stored once per operator, whatever file brings it again. A session has one entry for each
payment (`sig`) and one for each line (`releve`); the two entries of a pair name the same payment and line.
"""

from typing import Any, Final

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q, Value
from django.db.models.functions import Coalesce, Now

from accounts.files.models import StoredFile
from accounts.users.models import User
from config.ids import UUID7, uuid7
from geo.scope.models import ScopedQuerySet, SharedQuerySet
from transfers.cycles.models import Cycle
from transfers.operators.models import Operator
from transfers.payments.models import Payment


class StatementFormat(models.TextChoices):
    CSV = "csv"
    XLSX = "xlsx"
    XLS = "xls"
    CAMT053 = "camt053"
    CAMT054 = "camt054"
    MT940 = "mt940"


class LineNature(models.TextChoices):
    """List what a line of a statement says has happened on the account."""

    # Money that left the account towards somebody.
    PAIEMENT = "paiement"
    # Money of such a payment that came back.
    EXTOURNE = "extourne"
    FRAIS = "frais"
    DEPOT = "depot"
    AUTRE = "autre"


class Statement(models.Model):
    """Store one file of an operator as it was read. The same content is stored once per operator.

    `ecart_solde` is the closing balance of the file less the opening one and all lines, null when it has none. `erreurs`
    are the first lines that could not be read ({ligne, colonne, valeur, code, message}); `nb_erreurs` counts all.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    operateur = models.ForeignKey(Operator, on_delete=models.PROTECT, related_name="+", db_index=False)
    fichier = models.ForeignKey(StoredFile, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    nom = models.CharField(max_length=255)
    taille = models.BigIntegerField()
    # SHA-256 of the content, and of the template by which it was read when the operator has one.
    empreinte = models.BinaryField()
    format = models.CharField(max_length=7, choices=StatementFormat)
    numero_compte = models.CharField(max_length=64, null=True)  # as the file names it
    # The days of its lines, and those that a bank's message itself says it is about.
    periode_debut = models.DateField(null=True)
    periode_fin = models.DateField(null=True)
    annonce_debut = models.DateField(null=True)
    annonce_fin = models.DateField(null=True)
    solde_ouverture = models.BigIntegerField(null=True)
    solde_cloture = models.BigIntegerField(null=True)
    ecart_solde = models.BigIntegerField(null=True)
    nb_lignes = models.PositiveIntegerField()
    nb_connues = models.PositiveIntegerField(default=0, db_default=0)  # lines that an earlier statement had brought
    nb_erreurs = models.PositiveIntegerField(default=0, db_default=0)
    erreurs = models.JSONField(default=list, db_default=[])
    auteur = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())

    objects = SharedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_releve"
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["operateur", "empreinte"], name="releve_once"),
            models.CheckConstraint(name="releve_format", condition=Q(format__in=StatementFormat.values)),
        ]

    def __str__(self) -> str:
        return self.nom


class StatementLine(models.Model):
    """Store one line of statements: what an operator says has moved.

    `montant` is above zero; `credit` tells money that came in. `identite` is a hash of all that names the movement, `rang`
    its place among the lines of one file with that hash: so overlapping statements add no line twice, and movements that
    look alike are two. `compte` is the id of the operator account, the number of an unknown one, or empty for none.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    operateur_id = models.CharField(max_length=30)
    compte = models.CharField(max_length=64, default="", db_default="")
    # As in the file.
    reference = models.CharField(max_length=120, null=True, db_collation="C")
    transaction = models.CharField(max_length=120, null=True)  # the operator's own number, beside the reference
    telephone = models.CharField(max_length=64, null=True, db_collation="C")
    nature = models.CharField(max_length=8, choices=LineNature, default=LineNature.PAIEMENT)
    credit = models.BooleanField(default=False)
    montant = models.BigIntegerField()
    frais = models.BigIntegerField(null=True)
    brut = models.BooleanField(default=False, db_default=False)  # the fees are in the amount
    date_operation = models.DateField(null=True)
    moment = models.DateTimeField(null=True)  # as in the file, when it has a time
    libelle = models.CharField(max_length=500, null=True)
    identite = models.BinaryField()
    rang = models.PositiveIntegerField(default=1)

    objects = SharedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_releve_ligne"
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["operateur_id", "identite", "rang", "compte"], name="ligne_once"),
            models.CheckConstraint(name="ligne_nature", condition=Q(nature__in=LineNature.values)),
            models.CheckConstraint(
                name="ligne_montant", condition=Q(montant__gt=0) & (Q(frais__isnull=True) | Q(frais__gte=0))
            ),
        ]

    def __str__(self) -> str:
        return self.reference or str(self.id)


class StatementPlace(models.Model):
    """Store where a line stands in a statement: several statements may hold one line."""

    pk = models.CompositePrimaryKey("releve_id", "numero")
    releve = models.ForeignKey(Statement, on_delete=models.CASCADE, related_name="places", db_index=False)
    # The line of the file, from 1, or the place of the movement in a bank's message.
    numero = models.PositiveIntegerField()
    ligne = models.ForeignKey(StatementLine, on_delete=models.PROTECT, related_name="places")

    objects = SharedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_releve_place"

    def __str__(self) -> str:
        return f"{self.releve_id} {self.numero}"


class SessionStatus(models.TextChoices):
    BROUILLON = "brouillon"
    EN_COURS = "en_cours"
    A_VALIDER = "a_valider"
    VALIDE = "valide"
    ANNULE = "annule"


class ReconciliationSession(models.Model):
    """Store one reconciliation of a cycle's payments at one operator with one statement.

    `date_debut` and `date_fin` are the days that the session is about. `compteurs` hold the figures of the entries (see
    `types.SessionFigures`), computed with each change of theirs.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    code = models.CharField(max_length=40, unique=True)
    nom = models.CharField(max_length=255)
    cycle = models.ForeignKey(Cycle, on_delete=models.PROTECT, related_name="sessions_rapprochement")
    operateur = models.ForeignKey(Operator, on_delete=models.PROTECT, related_name="+", db_index=False)
    releve = models.ForeignKey(Statement, on_delete=models.PROTECT, related_name="sessions")
    date_debut = models.DateField()
    date_fin = models.DateField()
    tolerance_montant = models.PositiveIntegerField(default=0, db_default=0)
    tolerance_date = models.PositiveIntegerField(default=3, db_default=3)
    auto_match = models.BooleanField(default=False, db_default=False)
    statut = models.CharField(
        max_length=9, choices=SessionStatus, default=SessionStatus.BROUILLON, db_default=SessionStatus.BROUILLON
    )
    compteurs = models.JSONField(default=dict, db_default={})
    commentaire = models.TextField(null=True)
    cree_par = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    finalise_par = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    date_validation = models.DateTimeField(null=True)
    # What finalising moved (finalization.types.FinalizationCounts); null before.
    effets = models.JSONField(null=True)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now())
    updated_at = models.DateTimeField(auto_now=True, db_default=Now())

    # Of the regions that a caller sees: set for the list (`types.SessionFigures`) and for the detail (`types.SessionDetail`).
    figures: Any
    detail: Any

    objects = SharedQuerySet.as_manager()

    class Meta:
        db_table = "transfers_rapprochement"
        ordering = ["-id"]
        constraints = [
            # One statement is compared with one cycle by one open session. What a final one left open is for another.
            models.UniqueConstraint(
                fields=["cycle", "operateur", "releve"],
                name="rapprochement_once",
                condition=~Q(statut__in=[SessionStatus.VALIDE, SessionStatus.ANNULE]),
            ),
            models.CheckConstraint(name="rapprochement_statut", condition=Q(statut__in=SessionStatus.values)),
            models.CheckConstraint(name="rapprochement_dates", condition=Q(date_fin__gte=F("date_debut"))),
            models.CheckConstraint(
                name="rapprochement_finalise",
                condition=Q(statut=SessionStatus.VALIDE, finalise_par__isnull=False, date_validation__isnull=False)
                | (~Q(statut=SessionStatus.VALIDE) & Q(finalise_par__isnull=True, date_validation__isnull=True)),
            ),
        ]
        indexes = [models.Index(fields=["operateur", "statut"], name="rapprochement_operateur")]

    def __str__(self) -> str:
        return self.code


class EntrySource(models.TextChoices):
    # A payment of the service.
    SIG = "sig"
    # A line of the statement.
    RELEVE = "releve"


class EntryStatus(models.TextChoices):
    RAPPROCHEE = "rapprochee"
    NON_RAPPROCHEE = "non_rapprochee"
    # Named by the other side, but not as it should be: a person decides.
    ERREUR = "erreur"
    RESOLU = "resolu"


class MismatchReason(models.TextChoices):
    """List why an entry has no pair, or why its pair is wrong (`raisonNonMatch`)."""

    # Of a payment.
    ABSENT_DU_RELEVE = "absent_du_releve"
    NON_ENVOYE = "non_envoye"
    ECHEC_CONFIRME = "echec_confirme"
    # Of a line.
    INCONNUE = "inconnue"
    DEJA_UTILISEE = "deja_utilisee"
    # Another session has a line for the payment that it names.
    PAYE_AILLEURS = "paye_ailleurs"
    HORS_PERIODE = "hors_periode"
    AUTRE_OPERATION = "autre_operation"
    # Of either.
    AMBIGUE = "ambigue"
    # Of pairs, and of lines about a payment that another line has.
    PAYE_DEUX_FOIS = "paye_deux_fois"
    AUTRE_NUMERO = "autre_numero"
    MONTANT_PARTIEL = "montant_partiel"
    MONTANT_DIFFERENT = "montant_different"
    EXTOURNE = "extourne"
    # Money came back under the name of a payment, but not its amount, or before it was paid.
    RETOUR_A_VERIFIER = "retour_a_verifier"
    # Money came back for a line that another session has.
    RETOUR_ANTERIEUR = "retour_anterieur"
    # The statement has paid what was taken as failed.
    PAYE_MALGRE_ECHEC = "paye_malgre_echec"


class Resolution(models.TextChoices):
    """List the documented resolutions."""

    MATCH_MANUEL = "match_manuel"
    IGNORER = "ignorer"
    ERREUR_OPERATEUR = "erreur_operateur"
    ERREUR_SIG = "erreur_sig"
    EN_ATTENTE = "en_attente"


# Why an open entry is no candidate for a pair.
NO_CANDIDATE: Final = (
    MismatchReason.NON_ENVOYE,
    MismatchReason.DEJA_UTILISEE,
    MismatchReason.PAYE_AILLEURS,
    MismatchReason.AUTRE_OPERATION,
)
# What an entry that may still find its other side says.
CANDIDATE_REASONS: Final = [reason for reason in MismatchReason if reason not in NO_CANDIDATE]
CLAIMING: Final = (Resolution.ERREUR_OPERATEUR, Resolution.ERREUR_SIG)
# What uses a payment or a line, once among all sessions: a pair, a return of an earlier line, money claimed on `attente`.
PAIRED: Final = Q(paiement__isnull=False, ligne__isnull=False, source=EntrySource.SIG, rendue=False)
USED: Final = Q(source=EntrySource.RELEVE) & (
    Q(paiement__isnull=False) | Q(ligne_renversee__isnull=False) | Q(action__in=CLAIMING)
)


class EntryQuerySet(ScopedQuerySet):
    """Query entries: those of payments are where their payment is; lines without one are in no region."""

    scope_path = "region_id"


def reference_field(
    to: type[models.Model], related_name: str = "+", *, on_delete: Any = models.PROTECT, null: bool = False
) -> models.ForeignKey:
    """Return a reference of an entry, which triggers hold per statement (decision 0269)."""
    return models.ForeignKey(
        to, on_delete=on_delete, null=null, related_name=related_name, db_index=False, db_constraint=False
    )


class ReconciliationEntry(models.Model):
    """Store one payment or one line of a session. A pair is two entries with the same payment and the same line.

    `score` is 0 to 100 and `indices` the codes of what agrees (`reference`, `telephone`, `montant`, `date` and their
    weaker forms, see `matching.types.Evidence`). `ecart_montant` is the statement's amount less ours, `ecart_date` the days
    from ours to the statement's. `decide` tells that a person decided: matching leaves the entry alone.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, db_default=UUID7(), editable=False)
    session = reference_field(ReconciliationSession, "entrees", on_delete=models.CASCADE)
    source = models.CharField(max_length=6, choices=EntrySource)
    statut = models.CharField(max_length=14, choices=EntryStatus)
    paiement = reference_field(Payment, null=True)
    # The attempt of the payment that the line is about.
    tentative_id = models.UUIDField(null=True)
    ligne = reference_field(StatementLine, null=True)
    # Of a return: the line of another session whose money came back.
    ligne_renversee = reference_field(StatementLine, null=True)
    region_id = models.UUIDField(null=True)
    score = models.DecimalField(max_digits=5, decimal_places=2, null=True)
    indices = ArrayField(models.CharField(max_length=24), default=list, db_default=[])
    ecart_montant = models.BigIntegerField(null=True)
    ecart_date = models.IntegerField(null=True)
    raison = models.CharField(max_length=17, choices=MismatchReason, null=True)
    # By what suggestions find it, as it was at the last matching; null for lines that pay nobody.
    montant_compare = models.BigIntegerField(null=True)
    jour_compare = models.DateField(null=True)
    decide = models.BooleanField(default=False, db_default=False)
    action = models.CharField(max_length=16, choices=Resolution, null=True)
    commentaire = models.CharField(max_length=1000, null=True)
    # The money of this pair came back, and its payment was tried again: another line may pay it.
    rendue = models.BooleanField(default=False, db_default=False)
    # Counts changes: who decides names the version that they saw.
    version = models.PositiveIntegerField(default=1, db_default=1)

    objects = EntryQuerySet.as_manager()

    class Meta:
        db_table = "transfers_rapprochement_entree"
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["session", "paiement"], name="entree_paiement_once", condition=Q(source=EntrySource.SIG)
            ),
            models.UniqueConstraint(
                fields=["session", "ligne"], name="entree_ligne_once", condition=Q(source=EntrySource.RELEVE)
            ),
            # A line pays one payment, and a payment is paid by one line, in all sessions: those that are cancelled, and
            # pairs that are undone, lose the other side.
            models.UniqueConstraint(fields=["ligne"], name="entree_ligne_used_once", condition=USED),
            models.UniqueConstraint(fields=["paiement"], name="entree_paire_paiement_once", condition=PAIRED),
            # Money comes back once.
            models.UniqueConstraint(
                fields=["ligne_renversee"], name="entree_renversee_once", condition=Q(ligne_renversee__isnull=False)
            ),
            models.CheckConstraint(name="entree_statut", condition=Q(statut__in=EntryStatus.values)),
            models.CheckConstraint(
                name="entree_source",
                condition=Q(source=EntrySource.SIG, paiement__isnull=False)
                | Q(source=EntrySource.RELEVE, ligne__isnull=False),
            ),
            models.CheckConstraint(
                name="entree_raison",
                condition=~Q(statut__in=[EntryStatus.NON_RAPPROCHEE, EntryStatus.ERREUR]) | Q(raison__isnull=False),
            ),
            models.CheckConstraint(
                name="entree_action", condition=~Q(statut=EntryStatus.RESOLU) | Q(action__isnull=False)
            ),
        ]
        indexes = [
            models.Index(  # the order of the list: a page lies in groups whose sizes are known
                "session",
                "source",
                "statut",
                Coalesce("raison", Value("")),
                "id",
                name="entree_liste",
                include=["raison"],  # else every entry that a page skips would be read from its table
            ),
            models.Index(  # the nearest amounts among what has no pair, and of each amount the nearest days
                fields=["session", "source", "montant_compare", "jour_compare", "id"],
                name="entree_candidate",
                condition=Q(
                    statut=EntryStatus.NON_RAPPROCHEE, raison__in=CANDIDATE_REASONS, montant_compare__isnull=False
                ),
            ),
            # Each payment of a list that is calculated again asks whether an entry names it.
            models.Index(fields=["paiement"], name="entree_paiement", condition=Q(paiement__isnull=False)),
        ]

    def __str__(self) -> str:
        return str(self.id)
