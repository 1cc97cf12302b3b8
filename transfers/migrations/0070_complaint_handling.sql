-- name: forwards
-- Who looks after survivors also takes and handles their complaints; the direction is told of those that are late, and so
-- may be those who administer everything.
UPDATE accounts_role SET permissions = ARRAY(SELECT DISTINCT unnest(
    permissions || ARRAY['plaintes.creer', 'plaintes.modifier']::varchar[]) ORDER BY 1)
WHERE code = 'ROLE_VBG' AND is_system;
UPDATE accounts_role SET permissions = array_append(permissions, 'plaintes.recevoir_escalades')
WHERE code IN ('ROLE_SUPER_ADMIN', 'ROLE_ADMIN', 'ROLE_DIRECTION') AND is_system
  AND NOT 'plaintes.recevoir_escalades' = ANY (permissions);
-- What the periodic task looks for.
CREATE INDEX plainte_delai ON transfers_plainte (echeance, id)
  WHERE statut IN ('nouvelle', 'ouverte', 'en_cours') AND suspendue_depuis IS NULL AND niveau_escalade < 2;

-- name: backwards
DROP INDEX plainte_delai;
UPDATE accounts_role SET permissions = array_remove(permissions, 'plaintes.recevoir_escalades');
UPDATE accounts_role SET permissions = array_remove(array_remove(permissions, 'plaintes.creer'), 'plaintes.modifier')
WHERE code = 'ROLE_VBG' AND is_system;
