-- name: forwards
-- Whether a complaint kept its term: by its last day, resolved; not, when it was resolved later, or is open beyond it. Null
-- while that is undecided: open with time left, suspended, or rejected. The one definition of the rate of kept terms.
CREATE FUNCTION transfers_plainte_delai_tenu(
  statut varchar, echeance date, date_resolution timestamptz, suspendue_depuis date
) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE
  WHEN statut = 'rejetee' THEN NULL
  WHEN date_resolution IS NOT NULL THEN (date_resolution AT TIME ZONE 'Africa/Bissau')::date <= echeance
  WHEN suspendue_depuis IS NULL AND echeance < (now() AT TIME ZONE 'Africa/Bissau')::date THEN false
END;

-- name: backwards
DROP FUNCTION transfers_plainte_delai_tenu;
