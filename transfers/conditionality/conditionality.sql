-- What the checks of conditionalities say.

-- name: rates
-- The share of checks that were met, in percent, by beneficiary; what was justified does not count. Those who are asked for
-- are joined: of a list after IN, the planner takes 200 for different, and looks up each.
SELECT beneficiaire_id, 100.0 * count(*) FILTER (WHERE statut = 'conforme') / count(*) AS taux
FROM transfers_conditionnalite_verification JOIN ({people}) AS person ON person.id = beneficiaire_id
WHERE statut <> 'justifie' GROUP BY beneficiaire_id

-- name: list_people
-- The beneficiaries of a programme with these codes whom the caller sees, and their households.
SELECT b.id, b.code, b.menage_id FROM transfers_beneficiaire AS b
JOIN registry_menage AS menage ON menage.id = b.menage_id
WHERE b.programme_id = %(programme)s AND b.code = ANY(%(codes)s)
  AND (%(regions)s::uuid[] IS NULL OR menage.region_id = ANY(%(regions)s))

-- name: store_checks
-- Attendance that is sent again replaces what was sent, and keeps the notice unless the verdict changed. What a line does
-- not say stays; and so does a reason that somebody accepted.
INSERT INTO transfers_conditionnalite_verification AS v (
  beneficiaire_id, menage_id, conditionnalite_id, cycle_id, statut, taux_conformite, date_verification, date_echeance,
  source_verification, commentaires, auteur_id)
SELECT b.id, b.menage_id, %(conditionality)s, %(cycle)s, sent.statut, sent.taux_conformite, sent.date_verification,
       sent.date_echeance, sent.source_verification, sent.commentaires, %(user)s
FROM jsonb_to_recordset(%(rows)s::jsonb) AS sent (
  beneficiaire_id uuid, statut text, taux_conformite numeric, date_verification timestamptz, date_echeance date,
  source_verification text, commentaires text)
JOIN transfers_beneficiaire AS b ON b.id = sent.beneficiaire_id
ON CONFLICT (beneficiaire_id, conditionnalite_id, date_verification) DO UPDATE
SET statut = CASE WHEN v.statut = 'justifie' THEN v.statut ELSE excluded.statut END,
    taux_conformite = CASE WHEN v.statut = 'justifie' THEN coalesce(excluded.taux_conformite, v.taux_conformite)
                           ELSE excluded.taux_conformite END,
    date_echeance = coalesce(excluded.date_echeance, v.date_echeance),
    source_verification = coalesce(excluded.source_verification, v.source_verification),
    commentaires = coalesce(excluded.commentaires, v.commentaires), cycle_id = coalesce(excluded.cycle_id, v.cycle_id),
    auteur_id = excluded.auteur_id, updated_at = statement_timestamp(),
    date_avis = CASE WHEN v.statut IN (excluded.statut, 'justifie') THEN v.date_avis END,
    avis_par_id = CASE WHEN v.statut IN (excluded.statut, 'justifie') THEN v.avis_par_id END

-- name: list_kept_lines
-- The lines that say otherwise of a check whose reason was accepted.
SELECT sent.ligne FROM jsonb_to_recordset(%(rows)s::jsonb) AS sent (
  ligne int, beneficiaire_id uuid, statut text, date_verification timestamptz)
JOIN transfers_conditionnalite_verification AS v
  ON v.beneficiaire_id = sent.beneficiaire_id AND v.conditionnalite_id = %(conditionality)s
  AND v.date_verification = sent.date_verification AND v.statut = 'justifie'
WHERE sent.statut <> 'justifie' ORDER BY sent.ligne
