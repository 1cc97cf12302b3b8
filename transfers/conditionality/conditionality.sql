-- What the checks of conditionalities say.

-- name: rates
-- The share of checks that were met, in percent, by beneficiary; what was justified does not count.
SELECT beneficiaire_id, 100.0 * count(*) FILTER (WHERE statut = 'conforme') / count(*) AS taux
FROM transfers_conditionnalite_verification
WHERE statut <> 'justifie' AND beneficiaire_id IN ({people}) GROUP BY beneficiaire_id

-- name: list_people
-- The beneficiaries of a programme with these codes whom the caller sees, and their households.
SELECT b.id, b.code, b.menage_id FROM transfers_beneficiaire AS b
JOIN registry_menage AS menage ON menage.id = b.menage_id
WHERE b.programme_id = %(programme)s AND b.code = ANY(%(codes)s)
  AND (%(regions)s::uuid[] IS NULL OR menage.region_id = ANY(%(regions)s))

-- name: store_checks
-- Attendance that is sent again replaces what was sent, and keeps the notice unless the verdict changed.
INSERT INTO transfers_conditionnalite_verification (
  beneficiaire_id, menage_id, conditionnalite_id, cycle_id, statut, taux_conformite, date_verification, date_echeance,
  source_verification, commentaires, auteur_id)
SELECT b.id, b.menage_id, %(conditionality)s, %(cycle)s, sent.statut, sent.taux_conformite, sent.date_verification,
       sent.date_echeance, sent.source_verification, sent.commentaires, %(user)s
FROM jsonb_to_recordset(%(rows)s::jsonb) AS sent (
  beneficiaire_id uuid, statut text, taux_conformite numeric, date_verification timestamptz, date_echeance date,
  source_verification text, commentaires text)
JOIN transfers_beneficiaire AS b ON b.id = sent.beneficiaire_id
ON CONFLICT (beneficiaire_id, conditionnalite_id, date_verification) DO UPDATE
SET statut = excluded.statut, taux_conformite = excluded.taux_conformite, date_echeance = excluded.date_echeance,
    source_verification = excluded.source_verification, commentaires = excluded.commentaires,
    cycle_id = excluded.cycle_id, auteur_id = excluded.auteur_id, updated_at = statement_timestamp(),
    date_avis = CASE WHEN transfers_conditionnalite_verification.statut = excluded.statut
                     THEN transfers_conditionnalite_verification.date_avis END,
    avis_par_id = CASE WHEN transfers_conditionnalite_verification.statut = excluded.statut
                       THEN transfers_conditionnalite_verification.avis_par_id END

-- name: read_lines
SELECT ligne, faute, {columns} FROM import_raw ORDER BY ligne
