"""Hold what operations do beyond their summary, by their identifiers: for who reads the API's document."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _

OPERATION_WORDS: Final[dict[str, Any]] = {
    "auth_administration_post": _(
        "Ouvre l'administration à qui est connecté, par un cookie que seules ses pages reçoivent et qu'aucun "
        "script ne lit. Il dure une demi-heure sans usage, deux heures au plus, et finit avec la session. "
        "FORBIDDEN dit ce qu'il faut faire d'abord ; NOT_FOUND : l'administration est éteinte."
    ),
    "beneficiaires_check_duplicates_post": _(
        "Seulement pour qui peut créer des bénéficiaires : la réponse dit si quelqu'un a déjà ce numéro."
    ),
    "carte_analyse_couverture_post": _(
        "La part des ménages, bénéficiaires, plaintes ou habitants proches d'un service, par zone."
    ),
    "carte_analyse_densite_get": _("Les densités par maille."),
    "carte_analyse_distances_get": _(
        "La répartition des distances au service le plus proche, d'un genre ou de plusieurs."
    ),
    "carte_analyse_ecoles_proches_menage_id_get": _("Les écoles les plus proches de chaque niveau."),
    "carte_analyse_grappes_get": _("Le I de Moran local du score moyen, par secteur ou par hexagone."),
    "carte_analyse_localite_proximite_localite_id_get": _(
        "L'école, le point d'eau et le service de santé les plus proches d'une localité."
    ),
    "carte_analyse_menage_proximite_menage_id_get": _(
        "Le service le plus proche de chaque genre, d'une table toujours à jour."
    ),
    "carte_analyse_proximite_post": _("Les ménages et les services à moins d'une distance d'un point."),
    "carte_assistant_post": _(
        "Répond à une question en mots, ou à un plan ; chaque réponse demande la permission que ses lignes et ses "
        "chiffres demandent ailleurs."
    ),
    "carte_beneficiaires_get": _(
        "Ceux dont le ménage n'a pas de position sont laissés de côté et comptés dans `sansPosition`."
    ),
    "carte_contours_get": _(
        "Pour de petites cartes sans tuiles ; en mémoire jusqu'au prochain changement d'une couche."
    ),
    "carte_ecoles_stats_get": _(
        "En mémoire par portée et filtre jusqu'au prochain changement d'une couche : elles contiennent une "
        "moyenne sur tous les ménages."
    ),
    "carte_export_geojson_get": _(
        "La couche en un fichier, envoyé au fil de la lecture quel que soit le nombre de lignes."
    ),
    "carte_hierarchy_get": _("En mémoire par portée jusqu'au prochain changement d'une couche."),
    "carte_layers_get": _("En mémoire par portée jusqu'au prochain changement d'une couche."),
    "carte_menages_get": _("Ceux sans position sont laissés de côté et comptés dans `sansPosition`."),
    "carte_paquet_get": _(
        "Commande le paquet d'une région, comme tâche, et répond le fichier quand il est là. La même commande "
        "pendant qu'il se fait, ou dans les dix minutes, ne commence rien."
    ),
    "carte_plaintes_get": _(
        "À leur localité ; celles sans point sont laissées de côté et comptées dans `sansPosition`."
    ),
    "carte_stats_comparaison_get": _(
        "Un chiffre par région ou secteur à deux dates ; `sansZone` est ce qui n'est dans aucune unité, à la seconde."
    ),
    "carte_stats_hexagones_get": _("Ménages, plaintes ou paiements par hexagone, chacun avec ce qui se dit à côté."),
    "carte_stats_paiements_get": _(
        "Ce qui fut payé, par unité ; `sansZone` compte les paiements qui ne sont dans aucune unité du niveau."
    ),
    "carte_stats_plaintes_get": _(
        "Les plaintes par unité ; `sansZone` compte celles qui ne sont dans aucune unité du niveau."
    ),
    "carte_tabancas_get": _("Les quartiers des villes sont dans la couche `localites`."),
    "carte_tuiles_couche_z_x_y_mvt_get": _("304 quand l'appelant a déjà cette version ; une tuile vide est un 204."),
    "ogc_collections_couche_tiles_WebMercatorQuad_z_y_x_get": _(
        "304 quand l'appelant a déjà cette version ; une tuile vide est un 204."
    ),
    "carte_tuiles_couche_tilejson_json_get": _("TileJSON 3.0 ; l'adresse des tuiles garde les filtres de la demande."),
    "comptes_operateurs_identity_mouvements_movement_contrepasser_get": _(
        "Une contrepassation se propose, une autre personne la confirme ; on la lit et on la retire ici."
    ),
    "comptes_operateurs_identity_mouvements_movement_contrepasser_post": _(
        "Une contrepassation se propose, une autre personne la confirme ; on la lit et on la retire ici."
    ),
    "comptes_operateurs_identity_mouvements_movement_contrepasser_delete": _(
        "Une contrepassation se propose, une autre personne la confirme ; on la lit et on la retire ici."
    ),
    "comptes_operateurs_by_projet_operateur_get": _(
        "Le compte que les paiements d'un projet chez un opérateur quittent."
    ),
    "contexts_kind_get": _("Le contexte JSON-LD d'un type."),
    "cycles_identity_calculer_post": _(
        "Tout de suite pour peu de bénéficiaires ; sinon, ou avec `async`, comme tâche (202)."
    ),
    "cycles_identity_cloturer_get": _(
        "Une clôture se propose, une autre personne la confirme ; on la lit et on la retire ici."
    ),
    "cycles_identity_cloturer_post": _(
        "Une clôture se propose, une autre personne la confirme ; on la lit et on la retire ici."
    ),
    "cycles_identity_cloturer_delete": _(
        "Une clôture se propose, une autre personne la confirme ; on la lit et on la retire ici."
    ),
    "cycles_identity_conditionnalites_get": _(
        "Ce que le calcul de la liste a appliqué ; avant lui, ce qu'il appliquerait maintenant."
    ),
    "cycles_identity_controle_comptes_get": _(
        "Les paiements dont l'opérateur refuserait le compte, le nom ou le montant, et les nombres de tous."
    ),
    "cycles_identity_fichier_paiement_get": _(
        "Ce qu'un opérateur doit payer : un CSV, le message à une banque, ou un classeur."
    ),
    "cycles_identity_relancer_echecs_post": _(
        "Paie de nouveau tout ce qui a échoué : au même compte, ou au compte corrigé."
    ),
    "cycles_identity_resultats_post": _(
        "Tout de suite pour un petit fichier ; sinon, ou avec `async`, comme tâche (202)."
    ),
    "cycles_identity_verifier_comptes_post": _(
        "Demande à l'opérateur, quand il a une API : toujours une tâche, car il répond un compte après l'autre."
    ),
    "dictionnaire_get": _(
        "Chaque table avec ses colonnes : sens, type, unité, codes et origine, dans la langue de la demande."
    ),
    "dictionnaire_fichier_get": _("En classeur, ou en XLSForm dans les trois langues."),
    "docs_jsonld_get": _("La documentation Hydra des types au format A."),
    "eligibility_evaluate_batch_post": _(
        "Tout de suite pour peu de ménages ; sinon, ou avec `async`, comme tâche (202)."
    ),
    "eligibility_laboratoire_post": _(
        "Compare des ciblages sur tous les ménages que l'appelant voit. Rien n'est enregistré."
    ),
    "feuilles_identity_manquant_get": _(
        "Ce que sont devenues des espèces manquantes se propose, une autre personne le confirme ; on le lit et on "
        "le retire ici."
    ),
    "feuilles_identity_manquant_post": _(
        "Ce que sont devenues des espèces manquantes se propose, une autre personne le confirme ; on le lit et on "
        "le retire ici."
    ),
    "feuilles_identity_manquant_delete": _(
        "Ce que sont devenues des espèces manquantes se propose, une autre personne le confirme ; on le lit et on "
        "le retire ici."
    ),
    "fichiers_identity_contenu_get": _("Toujours en téléchargement : le navigateur ne l'affiche pas lui-même."),
    "geo_imports_post": _("Répond le compte rendu (200), ou une tâche (202) pour un grand fichier ou avec `?async=1`."),
    "import_menages_post": _("Des ménages d'un fichier CSV."),
    "import_menages_collecteur_post": _(
        "Peu de lignes sont importées tout de suite ; beaucoup, et toute demande avec `async` ou une "
        "Idempotency-Key, comme tâche (202)."
    ),
    "import_menages_correspondances_get": _(
        "Les correspondances de l'appelant. Leur nombre est limité : la liste n'a qu'une page."
    ),
    "import_menages_excel_post": _("Des ménages d'un classeur .xlsx ou .xls."),
    "import_menages_excel_validate_post": _("N'écrit rien ; `success` est faux quand il y a des erreurs."),
    "import_menages_excel_validate_detailed_post": _("N'écrit rien ; `success` est faux quand il y a des erreurs."),
    "import_menages_excel_validation_report_post": _(
        "Les lignes du fichier, avec leurs problèmes marqués, en classeur."
    ),
    "import_menages_validate_post": _("N'écrit rien ; `success` est faux quand il y a des erreurs."),
    "menages_identity_put": _("Comme `POST /api/menages/{id}/update`."),
    "menages_identity_changer_chef_post": _("`If-Match` est la version du ménage."),
    "menages_identity_code_qr_get": _(
        "L'adresse de la fiche dans la console, aussi en code QR pour une feuille imprimée."
    ),
    "menages_identity_soumettre_collecte_post": _("Comme le fait son enquêteur, une fois le formulaire rempli."),
    "menages_identity_update_post": _("N'importe quels champs du ménage ; la réponse est au format A."),
    "menages_analyse_doublons_post": _(
        "Tout de suite pour peu de ménages ; sinon, ou avec `async`, comme tâche (202)."
    ),
    "menages_analyse_qualite_post": _(
        "De tous les ménages visibles : tout de suite s'ils sont peu ; sinon, ou avec `async`, comme tâche (202)."
    ),
    "menages_bulk_enroll_post": _("Depuis la liste du registre, comme une de ses opérations en nombre."),
    "menages_doublons_identity_decision_post": _(
        "Une fusion supprime un ménage : elle demande aussi la permission `registre.supprimer`."
    ),
    "menages_doublons_recherche_get": _(
        "La plus récente sur tous les ménages que l'appelant voit ; tout est nul s'il n'y en a pas eu."
    ),
    "menages_export_get": _("Un CSV envoyé au fil de la lecture, ou un classeur."),
    "menages_identifiants_get": _(
        "De tous les ménages trouvés, pour les opérations en nombre : autant que celles-ci en prennent."
    ),
    "paiements_identity_regler_get": _(
        "Ce qu'un paiement est devenu se propose, une autre personne le confirme ; on le lit et on le retire ici."
    ),
    "paiements_identity_regler_post": _(
        "Ce qu'un paiement est devenu se propose, une autre personne le confirme ; on le lit et on le retire ici."
    ),
    "paiements_identity_regler_delete": _(
        "Ce qu'un paiement est devenu se propose, une autre personne le confirme ; on le lit et on le retire ici."
    ),
    "paiements_export_get": _("Un CSV envoyé au fil de la lecture, ou un classeur."),
    "plaintes_identity_recu_post": _("Donne à qui s'est plaint à un guichet le code pour suivre sa plainte."),
    "programmes_regions_get": _("Les régions que le formulaire d'un programme propose."),
    "public_passerelle_post": _("Des messages que la passerelle a signés. Une demande répétée ne change rien de plus."),
    "public_rappels_gsma_operateur_jeton_put": _(
        "L'adresse est signée ; la réponse vient tout de suite, et l'exécution vérifie chez l'opérateur."
    ),
    "rapports_post": _("Comme tâche : son résultat nomme un fichier de l'appelant, qui expire comme les autres."),
    "reconciliation_export_identity_get": _("Un CSV envoyé au fil de la lecture, ou un classeur."),
    "reconciliation_sessions_identity_entries_entry_id_suggestions_get": _(
        "Pour qui peut décider : les lignes sans paire ne sont d'aucune région."
    ),
    "reconciliation_templates_operateur_fichier_get": _(
        "Un fichier à remplir, avec les titres du modèle et un exemple."
    ),
    "settings_permissions_get": _("Le catalogue des permissions et ce que chaque rôle en a."),
    "vbg_analytics_collector_sync_post": _(
        "Peu de lignes sont importées tout de suite ; beaucoup, et toute demande avec `async` ou une "
        "Idempotency-Key, comme tâche (202)."
    ),
    "vbg_analytics_upload_post": _("Un classeur de cas ; il est lu à part, et aucune transaction n'attend."),
    "healthz_get": _("Dit que le processus répond, sans rien vérifier d'autre."),
    "ogc_api_get": _(
        "Ouverte à tous : des programmes la lisent avant de s'identifier, et elle ne contient pas de ligne."
    ),
    "readyz_get": _("Dit que la base de données répond et contient les migrations."),
}
