-- Made data of payments: half of the households are paid through one programme, in cycles of everybody.

-- name: insert_beneficiaries
INSERT INTO transfers_beneficiaire (menage_id, programme_id, code, nom_complet, mode_paiement, compte_mobile)
SELECT id, %(programme)s, %(prefix)s || '-' || lpad(n::text, 7, '0'), 'Fatumata Baldé ' || n, 'mobile_money',
  %(numbers)s || lpad(n::text, 7, '0')
FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM registry_menage ORDER BY id LIMIT %(count)s) AS numbered

-- name: insert_by_hand
-- The list of a cycle as somebody would write it once who knows that every beneficiary is active and has a number.
INSERT INTO transfers_paiement (
  reference, cycle_id, beneficiaire_id, principal_id, menage_id, region_id, secteur_id, localite_id, code_menage,
  taille_menage, nom_complet, telephone, mode_paiement, compte_mobile, operateur_id, montant)
SELECT %(code)s || '-' || lpad((row_number() OVER (ORDER BY b.id))::text, 7, '0'), %(cycle)s, b.id, b.id, m.id, m.region_id,
  m.secteur_id, m.localite_id, m.code_menage, m.taille_menage, b.nom_complet, b.telephone, b.mode_paiement,
  b.compte_mobile, %(operateur)s, %(montant)s
FROM transfers_beneficiaire AS b JOIN registry_menage AS m ON m.id = b.menage_id
WHERE b.programme_id = %(programme)s AND b.statut_enrolement = 'actif' AND b.type = 'principal'

-- name: empty_by_hand
DELETE FROM transfers_paiement WHERE cycle_id = %(cycle)s

-- name: compare_by_hand
-- How many of the two lists differ, without saying how.
SELECT count(*) FROM (SELECT * FROM transfers_paiement WHERE cycle_id = %(cycle)s) AS now
FULL JOIN (SELECT * FROM transfers_paiement WHERE cycle_id = %(avant)s) AS before ON before.menage_id = now.menage_id
WHERE now.id IS NULL OR before.id IS NULL OR now.montant <> before.montant OR now.compte_mobile <> before.compte_mobile

-- name: end_payments
-- One payment of twenty failed.
UPDATE transfers_paiement SET date_execution = %(day)s,
  statut = CASE WHEN right(reference, 1) = '5' AND right(reference, 2) < '50' THEN 'echoue' ELSE 'reussi' END,
  motif_echec = CASE WHEN right(reference, 1) = '5' AND right(reference, 2) < '50' THEN 'Compte fermé' END
WHERE cycle_id = %(cycle)s

-- name: mark_attempts_sent
UPDATE transfers_tentative SET etat = 'envoyee', sent_at = coalesce(%(moment)s::timestamptz, now())
WHERE execution_id = ANY(%(runs)s)

-- name: scatter_numbers
-- Mobile numbers as real ones are: unique, and most of them with no neighbour.
UPDATE transfers_beneficiaire SET compte_mobile = '+24595' || lpad((right(code, 7)::bigint * 48271 %% 9999991)::text, 7, '0')
WHERE programme_id = %(programme)s

-- name: add_fees
UPDATE transfers_paiement SET tranche_id = %(tranche)s, taxe_administrative = 100, frais_retrait = 150 WHERE cycle_id = %(cycle)s

-- name: list_results
SELECT p.reference, p.montant, row_number() OVER (ORDER BY p.id) AS place
FROM transfers_tentative AS t JOIN transfers_paiement AS p ON p.id = t.paiement_id WHERE t.execution_id = ANY(%(runs)s)

-- name: post_deposit
-- One deposit, by the trigger alone.
WITH entry AS (
  INSERT INTO transfers_ecriture (id, nature, date_valeur) VALUES (uuid7(), 'depot', current_date) RETURNING id
)
SELECT transfers_post_entry(entry.id, ARRAY[
  ROW(%(compte)s, 'depot', 1, entry.id::text, NULL, NULL, NULL)::transfers_line,
  ROW(%(tresor)s, 'depot', -1, NULL, NULL, NULL, NULL)::transfers_line]) FROM entry

-- name: insert_complaints
INSERT INTO transfers_plainte (
  id, reference, objet, description, categorie, priorite, statut, region_id, secteur_id, menage_id, echeance,
  date_creation, date_resolution, updated_at)
SELECT uuid7(), 'MESURE-' || n,
  (ARRAY['Paiement non reçu', 'Montant incomplet', 'Retrait refusé', 'Numéro de téléphone changé', 'Carte perdue',
    'Agent absent', 'Trop loin du point de retrait', 'Message jamais arrivé', 'Ménage oublié', 'Score contesté',
    'Nom mal écrit', 'Enfant non compté', 'Doublon dans la liste', 'Décès à déclarer', 'Déménagement',
    'Somme demandée par un agent', 'Accueil du guichet', 'Question sur le programme', 'Pièce refusée', 'Autre demande']
  )[1 + n * 7 / 3 %% 20] || ' (' || secteur || ')', repeat('Le paiement du mois est attendu. ', 5),
  (ARRAY['paiement', 'ciblage', 'service', 'autre'])[1 + n %% 4], (ARRAY['urgente', 'haute', 'moyenne', 'basse'])[1 + n / 4 %% 4],
  (ARRAY['fermee', 'resolue', 'fermee', 'en_cours'])[1 + n %% 4], region_id, secteur_id, id,
  (now() - n * interval '5 minutes')::date + 10, now() - n * interval '5 minutes',
  CASE WHEN n %% 4 < 3 THEN now() - n * interval '5 minutes' + (n %% 20) * interval '1 day' END, now()
FROM (SELECT menage.id, menage.region_id, menage.secteur_id, secteur.nom AS secteur, row_number() OVER (ORDER BY menage.id) AS n
      FROM registry_menage AS menage JOIN geo_secteur AS secteur ON secteur.id = menage.secteur_id
      ORDER BY menage.id LIMIT %(count)s) AS household

-- name: open_entries
-- As if nothing had been matched.
UPDATE transfers_rapprochement_entree SET statut = 'non_rapprochee', ligne_renversee_id = NULL,
  paiement_id = CASE WHEN source = 'sig' THEN paiement_id END, ligne_id = CASE WHEN source = 'releve' THEN ligne_id END,
  raison = CASE source WHEN 'sig' THEN 'absent_du_releve' ELSE 'inconnue' END
WHERE session_id = %(session)s

-- name: remove_session
WITH gone AS (
  DELETE FROM transfers_rapprochement WHERE code = %(code)s RETURNING id, releve_id
), entries AS (
  DELETE FROM transfers_rapprochement_entree AS e USING gone WHERE e.session_id = gone.id
), places AS (
  DELETE FROM transfers_releve_place AS p USING gone WHERE p.releve_id = gone.releve_id RETURNING p.ligne_id
), lines AS (
  DELETE FROM transfers_releve_ligne AS l USING places WHERE l.id = places.ligne_id
)
DELETE FROM transfers_releve AS r USING gone WHERE r.id = gone.releve_id
