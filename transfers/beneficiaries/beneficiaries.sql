-- Change beneficiaries when their household is merged or erased, and query who registered a household.

-- name: is_unconfirmed
-- A condition on `menage`: the user registered it, by hand or by an import, and nobody else validated it.
(EXISTS (SELECT FROM accounts_audit AS trace
         WHERE trace.racine = menage.id AND trace.objet = menage.id AND trace.action = 'creation'
           AND trace.utilisateur_id = %(user)s)
 OR EXISTS (SELECT FROM accounts_audit AS trace
            WHERE trace.id = menage.operation_creation AND trace.utilisateur_id = %(user)s))
AND NOT EXISTS (SELECT FROM registry_mouvement_collecte AS mouvement
                WHERE mouvement.menage_id = menage.id AND mouvement.user_id <> %(user)s
                  AND mouvement.vers IN ('valide', 'integre'))

-- name: find_unconfirmed_households
SELECT menage.id FROM registry_menage AS menage WHERE menage.id = ANY(%(menages)s) AND {is_unconfirmed}

-- name: lock_displaced
-- Principals of an absorbed household whose place the kept household already holds, and their substitutes: their
-- present state, and whether both principals are paid on one account.
WITH doubled AS (
  SELECT theirs.id, theirs.compte_mobile = ours.compte_mobile AS partage FROM transfers_beneficiaire AS theirs
  JOIN transfers_beneficiaire AS ours USING (programme_id)
  WHERE theirs.menage_id = %(absorbe)s AND ours.menage_id = %(conserve)s
    AND theirs.type = 'principal' AND ours.type = 'principal'
    AND theirs.statut_enrolement <> 'sorti' AND ours.statut_enrolement <> 'sorti'
)
SELECT id::text, type, statut_enrolement, date_sortie::text, motif_sortie, principal_id::text,
       coalesce((SELECT partage FROM doubled WHERE doubled.id = transfers_beneficiaire.id), false) AS partage
FROM transfers_beneficiaire WHERE id IN (SELECT id FROM doubled) OR principal_id IN (SELECT id FROM doubled)
ORDER BY id
FOR UPDATE

-- name: exit_principals
UPDATE transfers_beneficiaire
SET statut_enrolement = 'sorti', date_sortie = statement_timestamp(), motif_sortie = %(motif)s,
    updated_at = statement_timestamp()
WHERE id = ANY(%(ids)s::uuid[]) AND type = 'principal'

-- name: assign_substitutes
-- Substitutes of the principals who left become substitutes of the one who stays.
UPDATE transfers_beneficiaire AS substitute SET principal_id = ours.id, updated_at = statement_timestamp()
FROM transfers_beneficiaire AS ours
WHERE substitute.principal_id = ANY(%(ids)s::uuid[]) AND ours.menage_id = %(conserve)s
  AND ours.programme_id = substitute.programme_id AND ours.type = 'principal' AND ours.statut_enrolement <> 'sorti'

-- name: follow_principals
-- Substitutes of these households become substitutes of the present principal, where there is one.
UPDATE transfers_beneficiaire AS substitute
SET principal_id = (SELECT holder.id FROM transfers_beneficiaire AS holder
                    WHERE holder.menage_id = substitute.menage_id AND holder.programme_id = substitute.programme_id
                      AND holder.type = 'principal' AND holder.statut_enrolement <> 'sorti'),
    updated_at = statement_timestamp()
WHERE substitute.menage_id = ANY(%(menages)s) AND substitute.programme_id = ANY(%(programmes)s)
  AND substitute.type = 'substitut' AND EXISTS (
    SELECT FROM transfers_beneficiaire AS holder
    WHERE holder.menage_id = substitute.menage_id AND holder.programme_id = substitute.programme_id
      AND holder.type = 'principal' AND holder.statut_enrolement <> 'sorti'
      AND holder.id IS DISTINCT FROM substitute.principal_id)

-- name: restore_principals
-- Only those still in the state in which the merge left them: the caller compares the number.
UPDATE transfers_beneficiaire AS now
SET statut_enrolement = was.statut_enrolement, date_sortie = was.date_sortie, motif_sortie = was.motif_sortie,
    updated_at = statement_timestamp()
FROM jsonb_to_recordset(%(rows)s::jsonb)
     AS was (id uuid, type text, statut_enrolement text, date_sortie timestamptz, motif_sortie text)
WHERE now.id = was.id AND was.type = 'principal' AND now.statut_enrolement = 'sorti' AND now.motif_sortie = %(motif)s

-- name: restore_substitutes
UPDATE transfers_beneficiaire AS now SET principal_id = was.principal_id, updated_at = statement_timestamp()
FROM jsonb_to_recordset(%(rows)s::jsonb) AS was (id uuid, type text, principal_id uuid)
WHERE now.id = was.id AND was.type = 'substitut'

-- name: list_identifying_texts
SELECT code AS word FROM transfers_beneficiaire WHERE menage_id = %(id)s
UNION
SELECT personal.word FROM transfers_beneficiaire AS b
CROSS JOIN LATERAL (VALUES (b.nom_complet), (b.telephone), (b.compte_mobile), (b.compte_bancaire), (b.numero_op_b))
     AS personal (word)
WHERE b.menage_id = %(id)s AND personal.word IS NOT NULL

-- name: erase_beneficiaries
-- The identity is erased; that somebody received, when and how it ended remains. Nobody can be paid any more.
UPDATE transfers_beneficiaire
SET code = 'ANONYME-' || upper(right(id::text, 12)), nom_complet = 'ANONYME', telephone = NULL, compte_mobile = NULL,
    compte_bancaire = NULL, numero_op_b = NULL,
    motif_sortie = CASE WHEN statut_enrolement <> 'gradue' THEN 'anonymise' END,
    date_sortie = CASE WHEN statut_enrolement = 'gradue' THEN date_sortie ELSE coalesce(date_sortie, statement_timestamp()) END,
    statut_enrolement = CASE WHEN statut_enrolement = 'gradue' THEN 'gradue' ELSE 'sorti' END,
    updated_at = statement_timestamp()
WHERE menage_id = %(id)s
