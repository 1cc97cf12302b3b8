-- name: forwards
-- Return the open complaints about corruption to the queue that somebody handles who may not read them since migration 0406.
CREATE TEMPORARY TABLE transfers_corruption_reader ON COMMIT DROP AS
WITH held AS (
  SELECT person.id, person.regions_liees, array_agg(permission.key::text) AS keys
  FROM accounts_user AS person
  JOIN accounts_role AS role ON role.is_active AND (role.id = person.role_id OR role.id IN (
    SELECT role_id FROM accounts_role_grant AS given
    WHERE given.user_id = person.id AND (given.until IS NULL OR given.until > statement_timestamp())))
  CROSS JOIN unnest(role.permissions) AS permission (key)
  GROUP BY person.id
)
SELECT id, regions_liees, keys @> '{administration.toutes_regions}' AS sees_all FROM held
WHERE keys @> '{plaintes.lire,plaintes.voir_corruption}';

WITH returned AS (
  UPDATE transfers_plainte AS plainte
  SET statut = 'nouvelle', membre_id = NULL, date_assignation = NULL, updated_at = statement_timestamp(),
    -- Those that are late are told once more, now to who may read them.
    niveau_escalade = 0, date_escalade = NULL
  FROM (
    SELECT id, statut FROM transfers_plainte
    WHERE categorie = 'corruption' AND statut IN ('ouverte', 'en_cours')
      AND NOT EXISTS (
        SELECT FROM transfers_equipe_membre AS member JOIN transfers_corruption_reader AS reader ON reader.id = member.user_id
        WHERE member.id = membre_id AND (region_id = ANY (reader.regions_liees) OR reader.regions_liees = '{}' AND sees_all))
  ) AS before
  WHERE before.id = plainte.id
  RETURNING plainte.id, before.statut
)
INSERT INTO transfers_plainte_mouvement (plainte_id, action, statut_avant, statut_apres, champs)
SELECT id, 'statut', statut, 'nouvelle', '{}' FROM returned;

-- Nobody keeps a notice of one that they may not read.
DELETE FROM accounts_notification AS notice USING transfers_plainte AS plainte
WHERE notice.category = 'plainte' AND plainte.categorie = 'corruption'
  AND notice.data ->> 'plainteId' = plainte.id::text
  AND NOT EXISTS (
    SELECT FROM transfers_corruption_reader AS reader
    WHERE reader.id = notice.user_id
      AND (plainte.region_id = ANY (reader.regions_liees) OR reader.regions_liees = '{}' AND sees_all))
