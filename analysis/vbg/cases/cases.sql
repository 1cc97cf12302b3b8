-- name: become_case_role
SET LOCAL ROLE tabanca_vbg

-- name: leave_case_role
SET LOCAL ROLE NONE

-- name: insert_case
INSERT INTO vbg.cas (id, service_id, region_id, secteur_id, mois, rubrique, tranche_age, sexe, statut)
VALUES (coalesce(%(id)s, gen_random_uuid()), %(service_id)s, %(region_id)s, %(secteur_id)s, %(mois)s, %(rubrique)s, %(tranche_age)s, %(sexe)s, %(statut)s)
RETURNING id

-- name: insert_rows
-- The rows of an import; the role sees only these columns of them.
INSERT INTO vbg.cas (service_id, region_id, secteur_id, mois, rubrique, tranche_age, sexe, statut)
SELECT service_id, region_id, secteur_id, mois, rubrique, tranche_age, sexe, statut
FROM import_row WHERE faute IS NULL

-- name: grant_rows
GRANT SELECT (service_id, region_id, secteur_id, mois, rubrique, tranche_age, sexe, statut, faute)
ON import_row TO tabanca_vbg

-- name: close_forgotten
-- An open case is kept twice as long, and then closed.
UPDATE vbg.cas SET statut = 'clos' WHERE statut = 'en_cours' AND mois < %(oldest_open)s

-- name: begin_erasure
SELECT set_config('tabanca.vbg_effacement', 'on', true)

-- name: erase_old
DELETE FROM vbg.cas WHERE mois < %(oldest)s AND statut <> 'en_cours'

-- name: end_erasure
SELECT set_config('tabanca.vbg_effacement', '', true)

-- name: publish_sums
SELECT vbg.arreter(%(due)s)

-- name: find_publication
SELECT max(faite_at) AS faite_at FROM vbg.publication
