-- name: draw_reference
-- A reference that no complaint has. Numbers in a row would have gaps where complaints about violence are: who reads the
-- others, or files two, would count these by the day.
SELECT reference FROM (
  SELECT 'PLT-' || %(year)s || '-'
    || lpad((('x' || left(gen_random_uuid()::text, 8))::bit(32)::bigint %% 100000000)::text, 8, '0') AS reference
  FROM generate_series(1, 16)
) AS drawn
WHERE NOT EXISTS (SELECT FROM transfers_plainte AS taken WHERE taken.reference = drawn.reference) LIMIT 1;

-- name: add_comment
-- Merged where the row stands: of two comments at once, neither overwrites the other.
UPDATE "vbg"."plainte_texte" SET commentaires = commentaires || jsonb_build_object(%(move)s::text, %(comment)s::text)
WHERE plainte_id = %(complaint)s

-- name: follow_payments
-- The constraint is checked when the transaction ends: until then a complaint may name a payment that is gone.
UPDATE transfers_plainte AS c SET paiement_id = (
  SELECT p.id FROM transfers_paiement AS p
  WHERE p.cycle_id = %(cycle)s AND c.beneficiaire_id IN (p.beneficiaire_id, p.principal_id)
  ORDER BY p.beneficiaire_id <> c.beneficiaire_id LIMIT 1)
WHERE c.cycle_id = %(cycle)s AND c.paiement_id IS NOT NULL
  AND NOT EXISTS (SELECT FROM transfers_paiement WHERE id = c.paiement_id)

-- name: hold_locality
SELECT secteur_id FROM geo_localite WHERE id = %(id)s FOR KEY SHARE

-- name: hold_sector
SELECT region_id FROM geo_secteur WHERE id = %(id)s FOR KEY SHARE

-- name: list_summaries
-- The complaints of one page of a list, in its order, with what an answer shows of each. Texts of violence stand in their schema:
-- what came to a category since the ids were found is left out for who may not read that.
SELECT plainte.id, reference, coalesce(secret.objet, plainte.objet) AS objet,
  CASE WHEN %(contacts)s OR categorie = 'vbg' THEN coalesce(secret.plaignant, plainte.plaignant) END AS plaignant,
  CASE WHEN %(contacts)s OR categorie = 'vbg' THEN coalesce(secret.telephone, plainte.telephone) END AS telephone,
  categorie, coalesce(secret.description, plainte.description) AS description, statut, priorite,
  (SELECT jsonb_build_object('id', id, 'nom', nom) FROM geo_region WHERE id = region_id) AS region,
  (SELECT jsonb_build_object('id', id, 'nom', nom) FROM geo_secteur WHERE id = secteur_id) AS secteur,
  (SELECT jsonb_build_object('id', id, 'nom', nom) FROM transfers_equipe WHERE id = equipe_id) AS equipe,
  (SELECT jsonb_build_object('id', member.id, 'userId', member.user_id,
     'nom', coalesce(nullif(btrim(person.prenom || ' ' || person.nom), ''), person.email))
   FROM transfers_equipe_membre AS member JOIN accounts_user AS person ON person.id = member.user_id
   WHERE member.id = membre_id) AS membre,
  echeance, date_creation, date_resolution, coalesce(secret.resolution, plainte.resolution) AS resolution, satisfaction, canal,
  suspendue_depuis, motif_suspension, niveau_escalade, appel_en_cours
FROM transfers_plainte AS plainte
LEFT JOIN "vbg"."plainte_texte" AS secret ON secret.plainte_id = plainte.id AND categorie = 'vbg'
WHERE plainte.id = ANY(%(ids)s) AND categorie <> ALL(%(hidden)s::varchar[])
ORDER BY array_position(%(ids)s, plainte.id)
