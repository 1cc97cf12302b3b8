-- Create what the demonstration pays with, and draw what operators answer. `pg_temp.u(n, stream)` draws by the seed.

-- name: add_programme
-- A monthly programme of one region, for the poorest who are in no other programme.
INSERT INTO transfers_programme (id, code, nom, description, type, statut, projet_id, date_debut, date_fin, budget_total,
  montant_par_beneficiaire, frequence_paiement, objectif_beneficiaires, seuil_pmt_max, categories_pauvrete_eligibles,
  nombre_cycles_prevus, duree_mois, sources_financement, responsable)
SELECT pg_temp.id('2024-01-01', 'programme', 2), 'TM-BAFATA', 'Appui mensuel aux ménages de Bafatá',
       'Programme de démonstration.', 'transfert_monetaire', 'actif', projet_id, debut,
       (debut + INTERVAL '18 months - 1 day')::date, 120000000, 15000, 'mensuel', 400, seuil_pmt_max,
       categories_pauvrete_eligibles, 18, 18, ARRAY['Bailleur de démonstration'], 'Nhima Sanca'
FROM transfers_programme
CROSS JOIN LATERAL (SELECT (date_trunc('month', %(jour)s::date) - %(periodes)s * INTERVAL '1 month')::date AS debut) AS first
WHERE code = 'TM-DEMO';
INSERT INTO transfers_programme_region (programme_id, region_id)
SELECT programme.id, region.id FROM transfers_programme AS programme
JOIN geo_region AS region ON region.source = %(source)s AND (programme.code = 'TM-DEMO' OR region.code = 'BA')
WHERE programme.code IN ('TM-DEMO', 'TM-BAFATA');
INSERT INTO transfers_beneficiaire (
  id, code, menage_id, programme_id, nom_complet, telephone, compte_mobile, mode_paiement, statut_enrolement,
  date_enrolement, enrole_par_id, created_at, updated_at)
SELECT pg_temp.id(debut, 'beneficiaire regional', n), 'TM-BAFATA-' || lpad(n::text, 6, '0'), menage_id, programme.id,
       nom_complet, telephone, '+24596' || lpad(n::text, 7, '0'), 'mobile_money', 'actif', debut, %(superviseur)s, debut, debut
FROM (SELECT row_number() OVER (ORDER BY score_pmt, menage.id) AS n, menage.id AS menage_id
      FROM registry_menage AS menage JOIN geo_region AS region ON region.id = menage.region_id
      WHERE region.source = %(source)s AND region.code = 'BA' AND menage.statut = 'valide' AND menage.score_pmt <= %(seuil)s
        AND NOT EXISTS (SELECT FROM transfers_beneficiaire AS b WHERE b.menage_id = menage.id)
      ORDER BY score_pmt, menage.id LIMIT least(400, 20 + %(menages)s / 100)) AS poorest
JOIN registry_chef_menage USING (menage_id)
CROSS JOIN (SELECT id, date_debut::timestamptz AS debut FROM transfers_programme WHERE code = 'TM-BAFATA') AS programme
ORDER BY n;
INSERT INTO registry_code_counter (prefixe, dernier)
SELECT 'TM-BAFATA', count(*) FROM transfers_beneficiaire WHERE code LIKE 'TM-BAFATA-%%'
ON CONFLICT (prefixe) DO UPDATE SET dernier = greatest(registry_code_counter.dernier, excluded.dernier)

-- name: give_accounts
-- The operators pay the past cycles as a whole: people in cash are there from the last change on (`change_people`).
UPDATE transfers_beneficiaire AS b
SET mode_paiement = 'mobile_money', compte_mobile = '+24595' || lpad(right(b.code, 6), 7, '0')
FROM transfers_programme AS programme
WHERE programme.id = b.programme_id AND programme.code = 'TM-DEMO' AND b.mode_paiement = 'especes'

-- name: add_exceptions
-- One household of each kind that a cycle leaves out. The first one of the programme is paid on a number of its own.
UPDATE transfers_beneficiaire AS b
SET mode_paiement = 'mobile_money', compte_mobile = given.compte, statut_enrolement = given.statut,
    date_sortie = CASE given.statut WHEN 'sorti' THEN b.date_enrolement + INTERVAL '200 days' END,
    motif_sortie = CASE given.statut WHEN 'sorti' THEN 'demenagement' END,
    date_graduation = CASE given.statut WHEN 'gradue' THEN b.date_enrolement + INTERVAL '200 days' END
FROM (VALUES (1, '+245969900001', 'actif'), (2, NULL, 'actif'), (3, '95512', 'actif'), (4, '+245969900004', 'actif'),
             (5, '+245969900004', 'actif'), (6, '+245969900006', 'gradue'), (7, '+245969900007', 'sorti'),
             (8, '+245969900008', 'suspendu')) AS given (n, compte, statut)
WHERE b.code = 'TM-DEMO-' || lpad(given.n::text, 6, '0')

-- name: change_people
-- What a cycle shows as changed since the one before: other accounts, people who come and people who go.
UPDATE transfers_beneficiaire AS b
SET mode_paiement = CASE WHEN %(place)s = 1 AND n %% 9 = 4 THEN 'especes' ELSE mode_paiement END,
    compte_mobile = CASE WHEN %(place)s = 1 AND n %% 9 = 4 THEN NULL
                         WHEN n %% 23 = 10 AND mode_paiement = 'mobile_money' THEN
                           '+24597' || lpad((n + 10000 * %(place)s)::text, 7, '0') ELSE compte_mobile END,
    statut_enrolement = CASE WHEN statut_enrolement = 'actif' AND n %% 29 = (11 + %(place)s) %% 29 THEN 'suspendu'
                             WHEN statut_enrolement = 'suspendu' AND n > 8 AND n %% 3 = 0 THEN 'actif'
                             ELSE statut_enrolement END
FROM (SELECT id, row_number() OVER (ORDER BY code) AS n FROM transfers_beneficiaire
      WHERE programme_id = %(programme)s) AS numbered
WHERE b.id = numbered.id AND n > 8

-- name: give_cash
-- The people of the villages in which most live are paid in cash.
WITH people AS (
  SELECT b.id, h.localite_id FROM transfers_beneficiaire AS b JOIN registry_menage AS h ON h.id = b.menage_id
  WHERE b.programme_id = %(programme)s AND h.localite_id IS NOT NULL
), villages AS (
  SELECT localite_id FROM people GROUP BY localite_id ORDER BY count(*) DESC, localite_id LIMIT %(villages)s
)
UPDATE transfers_beneficiaire AS b SET mode_paiement = 'especes', compte_mobile = NULL
FROM people JOIN villages USING (localite_id) WHERE b.id = people.id

-- name: date_issue
-- The sheet was issued when the cycle was paid: on the day on which its cash left.
UPDATE transfers_feuille SET created_at = %(moment)s WHERE id = %(feuille)s

-- name: date_return
UPDATE transfers_feuille SET retour_le = %(moment)s::timestamptz + INTERVAL '6 hours' WHERE id = %(feuille)s

-- name: send_attempts
-- The instruction file was sent on this day: what it holds has no answer yet.
UPDATE transfers_tentative SET etat = 'envoyee', prepared_at = %(moment)s, sent_at = %(moment)s
WHERE execution_id = %(run)s AND etat = 'preparee';
UPDATE transfers_paiement AS p SET date_soumission = %(moment)s
FROM transfers_tentative AS t WHERE t.execution_id = %(run)s AND p.id = t.paiement_id

-- name: mark_unanswered_unknown
UPDATE transfers_tentative SET etat = 'inconnue' WHERE execution_id = %(run)s AND etat = 'envoyee'

-- name: drawn_outcomes
-- The first percents fail, the last ones stay without an answer; of the others one in forty arrives in part.
SELECT id, CASE WHEN draw < %(echecs)s THEN 'rejetee' ELSE 'confirmee' END AS etat,
       CASE WHEN draw >= %(echecs)s THEN 'DEMO-' || reference || '-' || numero END AS reference,
       CASE WHEN draw < %(echecs)s THEN pg_temp.pick(ARRAY[
         'Compte inexistant chez l''opérateur.', 'Nom du titulaire différent.', 'Plafond mensuel du compte atteint.',
         'Compte bloqué par l''opérateur.'], pg_temp.u(n, 302)) END AS motif,
       CASE WHEN draw >= %(echecs)s AND n %% 40 = 7 THEN montant - 5000 END AS montant_recu,
       %(moment)s::timestamptz + pg_temp.u(n, 303) * INTERVAL '36 hours' AS moment
FROM (SELECT t.id, t.montant, t.numero, p.reference, row_number() OVER (ORDER BY p.reference) AS n,
             100 * (row_number() OVER (ORDER BY pg_temp.u(hashtext(p.reference), 301), p.reference) - 0.5)
               / count(*) OVER () AS draw
      FROM transfers_tentative AS t JOIN transfers_paiement AS p ON p.id = t.paiement_id
      WHERE t.execution_id = %(run)s) AS sent
WHERE draw < 100 - %(inconnus)s
