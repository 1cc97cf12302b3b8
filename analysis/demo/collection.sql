-- What each form of the demonstration went through in its collection.

-- name: add_moves
-- As the services of the collection would have written it. One form in sixteen was sent back once before it was validated.
WITH fiche AS MATERIALIZED (
  SELECT m.id, m.statut_collecte AS etape, m.enqueteur_id, m.valide_collecte_par_id, m.commentaire_validation_collecte,
         m.donnees_validation ->> 'motif' AS motif, m.date_validation_collecte AS decide, tire.n,
         least(m.created_at + INTERVAL '1 hour' * (1 + 13 * pg_temp.u(tire.n, 801)), current_date) AS soumis,
         m.statut_collecte IN ('valide', 'integre') AND pg_temp.u(tire.n, 802) < 1 / 16.0 AS est_reprise
  FROM registry_menage AS m JOIN demo_region USING (region_id)
  CROSS JOIN LATERAL (SELECT hashtextextended(m.code_menage, 0) AS n) AS tire
  WHERE m.statut <> 'collecte' AND m.enqueteur_id IS NOT NULL
)
INSERT INTO registry_mouvement_collecte (id, menage_id, action, de, vers, statut, date, user_id, commentaire, motif)
SELECT pg_temp.id(pas.moment, 'mouvement collecte ' || pas.rang, fiche.n), fiche.id, pas.action, pas.de, pas.vers, pas.statut,
       pas.moment, pas.auteur, pas.commentaire, pas.motif
FROM fiche CROSS JOIN LATERAL (VALUES
  (1, 'soumission', 'pre_collecte', 'pre_collecte', 'en_attente', soumis, enqueteur_id, NULL, NULL, true),
  (2, 'rejet', 'pre_collecte', 'rejete', 'rejete', soumis + 0.3 * (decide - soumis), valide_collecte_par_id,
   'Le nombre d''enfants ne correspond pas à la liste des membres.', 'donnees_incoherentes', est_reprise),
  (3, 'reouverture', 'rejete', 'pre_collecte', 'collecte', soumis + 0.4 * (decide - soumis), valide_collecte_par_id,
   NULL, NULL, est_reprise),
  (4, 'soumission', 'pre_collecte', 'pre_collecte', 'en_attente', soumis + 0.7 * (decide - soumis), enqueteur_id,
   NULL, NULL, est_reprise),
  (5, 'validation', 'pre_collecte', 'valide', 'en_attente', decide, valide_collecte_par_id, NULL, NULL,
   etape IN ('valide', 'integre')),
  (6, 'integration', 'valide', 'integre', 'valide', decide + INTERVAL '1 day' * (1 + 3 * pg_temp.u(n, 803)),
   valide_collecte_par_id, NULL, NULL, etape = 'integre'),
  (7, 'rejet', 'pre_collecte', 'rejete', 'rejete', decide, valide_collecte_par_id, commentaire_validation_collecte, motif,
   etape = 'rejete')
) AS pas (rang, action, de, vers, statut, moment, auteur, commentaire, motif, est_fait)
WHERE pas.est_fait;
