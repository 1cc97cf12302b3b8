-- Find people who are already enrolled, before an enrolment.

-- name: lock_mobile_accounts
-- Serialize the transactions which assign a mobile account, in any household and programme. Always before any row lock.
-- Accounts share 256 locks: with one each, the return of ten thousand at once would fill the lock table of the whole
-- server.
SELECT pg_advisory_xact_lock(hashtext('transfers.compte_mobile'), number)
FROM (SELECT DISTINCT hashtext(compte) & 255 AS number FROM unnest(%(comptes)s::text[]) AS compte ORDER BY 1) AS wanted

-- name: find_reused_accounts
-- Which of these beneficiaries, who have left, have an account on which somebody else is now paid.
SELECT b.id FROM transfers_beneficiaire AS b
WHERE b.id = ANY(%(ids)s) AND EXISTS (
  SELECT FROM transfers_beneficiaire AS other
  WHERE other.compte_mobile = b.compte_mobile AND other.statut_enrolement <> 'sorti' AND other.id <> b.id
    AND NOT (other.menage_id = b.menage_id AND other.programme_id <> b.programme_id))

-- name: find_candidates
-- Beneficiaries who may be the person sought, best first, with the reasons. They are found through indexes only: the
-- account, a number, the household, and a similar name, or one with the same key, in the locality or neighbourhood. No other
-- beneficiary can reach `least` (see queries.py).
WITH RECURSIVE cherche AS MATERIALIZED (
  SELECT nullif(name_key(%(nom)s), '') AS cle, nullif(name_key_with_variants(%(nom)s), '') AS nom
), mot AS (
  SELECT mot, n FROM cherche, unnest(string_to_array(nom, ' ')) WITH ORDINALITY AS word (mot, n)
), ecrit AS (
  -- All keys of names which are the same one by the nicknames and spellings of the country.
  SELECT 0::bigint AS n, ARRAY[]::text[] AS mots
  UNION ALL
  SELECT mot.n, ecrit.mots || autre.mot FROM ecrit JOIN mot ON mot.n = ecrit.n + 1
  CROSS JOIN LATERAL (SELECT mot.mot UNION SELECT variante.mot FROM registry_variante_nom AS variante
                      WHERE variante.cle = mot.mot) AS autre (mot)
), cle AS MATERIALIZED (
  SELECT array_append(
    array_agg((SELECT string_agg(DISTINCT one COLLATE "C", ' ' ORDER BY one COLLATE "C") FROM unnest(mots) AS one)),
    -- As it is written: a word that stands for no name is part of the key of who bears it.
    (SELECT cherche.cle FROM cherche)) AS cles
  FROM ecrit WHERE n > 0 AND n = (SELECT max(n) FROM mot)
), connu AS MATERIALIZED (
  -- A number which more people give is an agent's or a chief's and says nothing.
  SELECT numero FROM unnest(%(numeros)s::text[]) AS numero
  WHERE (SELECT count(*) FROM (SELECT FROM transfers_beneficiaire WHERE telephone = numero OR compte_mobile = numero
                               LIMIT %(partage)s + 1) AS porteurs) <= %(partage)s
), double AS MATERIALIZED (
  -- The households which may be the one of the person sought, by their members, telephones and interviews: see the registry.
  -- Who is enrolled already and only changes the account is not asked for by name.
  SELECT CASE WHEN menage_a_id = %(menage)s THEN menage_b_id ELSE menage_a_id END AS menage_id,
         CASE WHEN score >= %(menages_certains)s THEN greatest(score, %(certain)s) ELSE least(score, %(certain)s - 0.1) END AS score
  FROM registry_doublon
  WHERE %(nom)s::text IS NOT NULL AND decision IS NULL AND score >= %(least)s AND (menage_a_id = %(menage)s OR menage_b_id = %(menage)s)
), candidat AS MATERIALIZED (
  (SELECT id FROM transfers_beneficiaire WHERE compte_mobile = %(compte)s AND statut_enrolement <> 'sorti' LIMIT %(most)s)
  UNION SELECT id FROM transfers_beneficiaire WHERE telephone = ANY(ARRAY(SELECT numero FROM connu))
  UNION SELECT id FROM transfers_beneficiaire WHERE compte_mobile = ANY(ARRAY(SELECT numero FROM connu))
  UNION SELECT id FROM transfers_beneficiaire WHERE menage_id = %(menage)s
  UNION SELECT id FROM transfers_beneficiaire WHERE menage_id = ANY(ARRAY(SELECT menage_id FROM double))
  -- Names are searched through the households and not through the index of names: a name which is common in the country
  -- costs more there than all people of a town (90 ms against 37 among 110,000). Written so that the planner does not
  -- read a whole table instead.
  UNION SELECT b.id FROM registry_menage AS m
        CROSS JOIN LATERAL (SELECT id, nom_complet FROM transfers_beneficiaire WHERE menage_id = m.id OFFSET 0) AS b
        WHERE (m.localite_id = %(localite)s
               OR m.geom && ST_Expand(ST_SetSRID(ST_MakePoint(%(lon)s, %(lat)s), 4326), %(degres)s * 2, %(degres)s))
          AND similarity(normalise(b.nom_complet), normalise(%(nom)s)) >= %(parent)s
  -- The same key may be written so differently that nothing is similar; the index holds the keys.
  UNION SELECT b.id FROM registry_menage AS m
        CROSS JOIN LATERAL (SELECT id FROM transfers_beneficiaire
                            WHERE menage_id = m.id AND name_key(nom_complet) = ANY(ARRAY(SELECT unnest(cles) FROM cle))
                            OFFSET 0) AS b
        WHERE m.localite_id = %(localite)s
              OR m.geom && ST_Expand(ST_SetSRID(ST_MakePoint(%(lon)s, %(lat)s), 4326), %(degres)s * 2, %(degres)s)
), compare AS MATERIALIZED (
  SELECT b.id, coalesce(b.menage_id = %(menage)s, false) AS meme_menage,
         coalesce(b.compte_mobile = %(compte)s, false) AS meme_compte,
         coalesce(b.telephone = ANY(ARRAY(SELECT numero FROM connu)), false)
           OR coalesce(b.compte_mobile = ANY(ARRAY(SELECT numero FROM connu)), false) AS meme_numero,
         nullif(name_key(b.nom_complet), '') AS cle,
         coalesce(m.localite_id = %(localite)s, false) AS meme_localite,
         coalesce(m.secteur_id = %(secteur)s, false) AS meme_secteur,
         ST_DistanceSphere(m.geom, ST_SetSRID(ST_MakePoint(%(lon)s, %(lat)s), 4326)) AS metres,
         CASE WHEN NOT coalesce(b.programme_id <> %(programme)s, false) THEN double.score END AS menages
  FROM transfers_beneficiaire AS b JOIN registry_menage AS m ON m.id = b.menage_id
  LEFT JOIN double ON double.menage_id = b.menage_id
  WHERE b.id = ANY(ARRAY(SELECT id FROM candidat)) AND b.statut_enrolement <> 'sorti' AND b.id IS DISTINCT FROM %(exclu)s
    -- The same household may have a place in another programme.
    AND NOT coalesce(b.menage_id = %(menage)s AND b.programme_id <> %(programme)s, false)
), pese AS MATERIALIZED (
  SELECT compare.*, nomme.meme_nom,
         CASE WHEN nomme.meme_nom THEN 1
              ELSE coalesce(greatest(similarity(compare.cle, cherche.cle), similarity(compare.cle, cherche.nom)), 0)
         END AS nom,
         CASE WHEN meme_menage THEN 1 WHEN metres <= %(voisin)s THEN 1 - (1 - %(localite_vaut)s) * metres / %(voisin)s
              WHEN meme_localite THEN %(localite_vaut)s WHEN meme_secteur THEN %(secteur_vaut)s ELSE 0 END AS lieu
  FROM compare CROSS JOIN cherche CROSS JOIN cle
  CROSS JOIN LATERAL (SELECT coalesce(compare.cle = ANY(cle.cles), false) AS meme_nom) AS nomme
), note AS MATERIALIZED (
  SELECT *, CASE WHEN meme_compte OR (meme_menage AND meme_nom) THEN 100
                 ELSE least(99, greatest(menages::float8, %(poids_nom)s * nom + %(poids_numero)s * meme_numero::int
                                                          + %(poids_lieu)s * lieu))
            END AS score
  FROM pese
)
SELECT id, round(score::numeric, 1)::float8 AS score, meme_compte, meme_menage, meme_nom, nom::float8 AS nom, meme_numero,
       round(metres)::int AS metres, meme_localite, meme_secteur, menages::float8 AS menages
FROM note WHERE round(score::numeric, 1) >= %(least)s
ORDER BY score DESC, id LIMIT %(most)s
